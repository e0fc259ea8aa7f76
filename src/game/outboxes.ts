/** The outboxes of a game: history, the players' own objects, the next game at the table, and the webhooks. */

import { callsOf, earliest, Outbox } from "../durable/index.ts";
import { writeHistory } from "../history/write.ts";
import { nextGameId } from "../ids/ids.ts";
import type { Secret } from "../ids/seal.ts";
import { historyOf } from "./history.ts";
import { Inboxes, type InboxesParts } from "./inboxes.ts";
import type { Ledger } from "./ledger.ts";
import { nextRequest, wantsNext } from "./next.ts";
import type { GameCalls, Refused } from "./types.ts";
import { Webhooks, type WebhooksParts } from "./webhooks.ts";

/** How long after a commit the alarm looks whether history, told at once, has heard of it; the same of the next game. In milliseconds. */
const HISTORY_CHECK_MS = 5000;
export const NEXT_CHECK_MS = 1000;

export interface OutboxesParts extends Omit<WebhooksParts, "objects">, Omit<InboxesParts, "env"> {
  ledger: Ledger;
  env: Secret &
    InboxesParts["env"] & { DB: D1Database; GAMES: DurableObjectNamespace; COURIERS: DurableObjectNamespace };
}

export class Outboxes {
  readonly webhooks: Webhooks;
  readonly inboxes: Inboxes;
  readonly #parts: OutboxesParts;
  readonly #next: Outbox;
  /** All that are told of a commit as soon as it stands. */
  readonly #atOnce: readonly Pick<Webhooks, "run" | "dueAt">[];
  /** The refusal where the next game would have exceeded a limit when it was last asked for, else `null`. */
  #nextOver: Refused | null = null;

  constructor(parts: OutboxesParts) {
    const { store, ledger } = parts;
    this.#parts = parts;
    this.webhooks = new Webhooks({ ...parts, objects: parts.env.COURIERS });
    this.inboxes = new Inboxes(parts);
    const failed = (what: string) => (attempts: number, error: string) =>
      console.error(`${what} of ${ledger.state.facts.id} failed, attempt ${attempts}: ${error}`);
    const history = new Outbox(store.progressOf("d1"), {
      newest: () => ({ due: ledger.state.factSeq, version: ledger.state.version }),
      send: (reached) =>
        writeHistory(parts.env.DB, historyOf(ledger.state, ledger.commitsFrom(store.dealAt(reached)), reached)),
      checkAfterMs: HISTORY_CHECK_MS,
      failed: failed("export to D1"),
    });
    this.#next = new Outbox(store.progressOf("next"), {
      newest: () => ({ due: wantsNext(ledger.state) ? ledger.state.version : 0, version: ledger.state.version }),
      send: () => this.#makeNextGame(),
      checkAfterMs: NEXT_CHECK_MS,
      failed: failed("the game that follows"),
    });
    this.#atOnce = [history, this.inboxes.news, this.#next, this.webhooks];
  }

  /** A commit stands: those who can be told at once are, without waiting for it. `keep` sees to it that this comes to its end. */
  committed(keep: (work: Promise<unknown>) => void): void {
    this.inboxes.committed();
    for (const outbox of this.#atOnce) {
      const run = outbox.run();
      if (run !== null) keep(run);
    }
    if (this.#parts.ledger.state.status === "waiting") keep(this.webhooks.prune());
  }

  /** Tells everybody what is due. */
  async run(): Promise<void> {
    await Promise.all([...this.#atOnce, this.inboxes].map((outbox) => outbox.run()));
  }

  /** Makes the next game where one is wanted, if that can be done now. The refusal where that would exceed a limit, else `null`. */
  async makeNextGame(): Promise<Refused | null> {
    await this.#next.run();
    return this.#nextOver;
  }

  /** When the alarm must see to it, in real time; `null` where everybody knows everything. */
  dueAt(now: number): number | null {
    return earliest(this.inboxes.dueAt(now), ...this.#atOnce.map((outbox) => outbox.dueAt(now)));
  }

  async #makeNextGame(): Promise<void> {
    const { ledger, env } = this.#parts;
    const id = nextGameId(env, ledger.state.facts.id);
    const made = await callsOf<GameCalls>(env.GAMES, id).create(nextRequest(ledger.state, id));
    this.#nextOver = made.ok || made.over === undefined ? null : made;
    if (!made.ok) throw new Error(made.code);
    const { next, match } = ledger.state;
    // A creation that was given up may still come through beside a later one.
    if (next === null) ledger.commit({ moves: [], events: [{ type: "next_game_made", game: id }], match });
  }
}
