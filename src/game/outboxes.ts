/** The outboxes of a game: history, the players' own objects, the next game at the table, and the webhooks. */

import { callsOf, earliest, Outbox, type Progress, type ProgressStore } from "../durable/index.ts";
import { writeHistory } from "../history/write.ts";
import { nextGameId } from "../ids/ids.ts";
import type { Secret } from "../ids/seal.ts";
import type { PlayerCalls } from "../player/types.ts";
import { historyOf } from "./history.ts";
import type { Ledger } from "./ledger.ts";
import { nextRequest, wantsNext } from "./next.ts";
import { noticesOf } from "./notices.ts";
import type { Plans } from "./plans.ts";
import type { Store } from "./store.ts";
import type { GameCalls, Refused } from "./types.ts";
import { Webhooks, type WebhooksParts } from "./webhooks.ts";

/** How long after a commit the alarm looks whether history, told at once, has heard of it; the same of the next game. In milliseconds. */
const HISTORY_CHECK_MS = 5000;
export const NEXT_CHECK_MS = 1000;
/** How long a decision must have waited before its player's object is told, and how long moves that come fast may put that off, in milliseconds: what is answered at once needs no notice. */
export const INBOX_DELAY_MS = 500;
const INBOX_LATEST_MS = 5000;

export interface OutboxesParts extends Omit<WebhooksParts, "objects"> {
  store: Store;
  ledger: Ledger;
  plans: Plans;
  env: Secret & {
    DB: D1Database;
    GAMES: DurableObjectNamespace;
    PLAYERS: DurableObjectNamespace;
    COURIERS: DurableObjectNamespace;
  };
  /** When a plan last acted, by the real clock. */
  plannedAt: () => number;
}

export class Outboxes {
  readonly webhooks: Webhooks;
  readonly #parts: OutboxesParts;
  readonly #inbox: Outbox;
  readonly #next: Outbox;
  /** All that are told of a commit as soon as it stands. */
  readonly #atOnce: readonly Pick<Webhooks, "run" | "dueAt">[];
  readonly #inboxProgress: ProgressStore;
  /** How far the inbox has come since the last snapshot, or `null`. */
  #reached: Progress | null = null;
  #inboxFailed = false;
  #isWaking = false;
  /** When the oldest commit was made that the players' objects have not heard of; 0 where they know all. */
  #untoldSince = 0;
  /** The refusal where the next game would have exceeded a limit when it was last asked for, else `null`. */
  #nextOver: Refused | null = null;
  /** What each player's object was told last, as far as this object remembers. */
  readonly #lastTold = new Map<string, string>();

  constructor(parts: OutboxesParts) {
    const { store, ledger } = parts;
    this.#parts = parts;
    this.webhooks = new Webhooks({ ...parts, objects: parts.env.COURIERS });
    const failed = (what: string) => (attempts: number, error: string) =>
      console.error(`${what} of ${ledger.state.facts.id} failed, attempt ${attempts}: ${error}`);
    const history = new Outbox(store.progressOf("d1"), {
      newest: () => ({ due: ledger.state.factSeq, version: ledger.state.version }),
      send: (reached) => writeHistory(parts.env.DB, historyOf(ledger.state, ledger.commitsFrom(reached + 1), reached)),
      checkAfterMs: HISTORY_CHECK_MS,
      failed: failed("export to D1"),
    });
    this.#inboxProgress = store.progressOf("inbox");
    this.#inbox = new Outbox(
      { read: this.#inboxProgress.read, write: (progress) => this.#inboxReached(progress) },
      {
        newest: () => {
          const { startedAt, version } = ledger.state;
          return { due: startedAt === null ? 0 : version, version };
        },
        send: (reached) => this.#notify(reached),
        checkAfterMs: INBOX_DELAY_MS,
        notBefore: () => this.#inboxAt(),
        failed: failed("notices"),
      },
    );
    this.#next = new Outbox(store.progressOf("next"), {
      newest: () => ({ due: wantsNext(ledger.state) ? ledger.state.version : 0, version: ledger.state.version }),
      send: () => this.#makeNextGame(),
      checkAfterMs: NEXT_CHECK_MS,
      failed: failed("the game that follows"),
    });
    this.#atOnce = [history, this.#next, this.webhooks];
  }

  /**
   * When the players' objects may be told, in real time. While moves come fast nobody needs a notice. What a plan did is told
   * as late as a player's own move, never in the alarm that made it.
   */
  #inboxAt(): number {
    const latest = this.#untoldSince === 0 ? Infinity : this.#untoldSince + INBOX_LATEST_MS;
    return Math.max(
      Math.min(this.#parts.ledger.committedAt + INBOX_DELAY_MS, latest),
      this.#parts.plannedAt() + INBOX_DELAY_MS,
    );
  }

  /**
   * A success of the inbox is written with the next snapshot alone, a failure at once: what is told a second time changes
   * nothing, and a row for each move would cost more than that.
   */
  #inboxReached(progress: Progress): void {
    if (progress.attempts > 0 || this.#inboxFailed) this.#inboxProgress.write(progress);
    this.#inboxFailed = progress.attempts > 0;
    this.#reached = progress;
  }

  /** Within the transaction that writes a snapshot. */
  snapshot(): void {
    if (this.#reached !== null) this.#inboxProgress.write(this.#reached);
    this.#reached = null;
  }

  /** The object wakes: what the players' objects may not have heard is told without an alarm of its own. One that is set stays. */
  woken(keep: (work: Promise<unknown>) => void): void {
    const run = this.#inbox.run();
    if (run === null) return;
    this.#isWaking = true;
    keep(
      run.finally(() => {
        this.#isWaking = false;
        this.#parts.ledger.arm();
      }),
    );
  }

  /** A commit stands: those who can be told at once are, without waiting for it. `keep` sees to it that this comes to its end. */
  committed(keep: (work: Promise<unknown>) => void): void {
    if (this.#untoldSince === 0) this.#untoldSince = Date.now();
    for (const outbox of this.#atOnce) {
      const run = outbox.run();
      if (run !== null) keep(run);
    }
    if (this.#parts.ledger.state.status === "waiting") keep(this.webhooks.prune());
  }

  /** Tells everybody what is due. */
  async run(): Promise<void> {
    await Promise.all([...this.#atOnce, this.#inbox].map((outbox) => outbox.run()));
  }

  /** Makes the next game where one is wanted, if that can be done now. The refusal where that would exceed a limit, else `null`. */
  async makeNextGame(): Promise<Refused | null> {
    await this.#next.run();
    return this.#nextOver;
  }

  /** When the alarm must see to it, in real time; `null` where everybody knows everything. */
  dueAt(now: number): number | null {
    // What this object has committed itself needs the alarm at once, should it not live to see the end of the run it woke with.
    const isBeingTold = this.#isWaking && this.#parts.ledger.committedAt === 0;
    return earliest(isBeingTold ? null : this.#inbox.dueAt(now), ...this.#atOnce.map((outbox) => outbox.dueAt(now)));
  }

  async #notify(reached: number): Promise<void> {
    const { ledger, plans, offset } = this.#parts;
    const { id } = ledger.state.facts;
    this.#untoldSince = 0;
    // In turn: each player's log keeps the order in which things happened.
    for (const { key, player, event } of plans.notesAfter(reached))
      await this.#player(player).append(`${id} ${key}`, event);
    await Promise.all(
      [...noticesOf(ledger.state, offset())].map(async ([player, notice]) => {
        const content = JSON.stringify(notice.decision);
        if (this.#lastTold.get(player) === content) return;
        await this.#player(player).notify(notice);
        this.#lastTold.set(player, content);
      }),
    );
  }

  #player(id: string): PlayerCalls {
    return callsOf(this.#parts.env.PLAYERS, id);
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
