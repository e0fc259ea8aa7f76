/** The webhooks of a game: who is told of what happens, each by an object of its own, so that no endpoint delays the game. */

import { callsOf, type Database, earliest, NOTHING_SENT, Outbox } from "../durable/index.ts";
import type { WebhookCalls, WebhookFacts, WebhookView } from "../webhook/types.ts";
import type { Ledger } from "./ledger.ts";
import { webhookNotice } from "./notices.ts";
import { type GameState, seatOf } from "./state.ts";
import type { Store } from "./store.ts";
import type { GameRefusal, WebhookRequest } from "./types.ts";

/** A webhook as its game knows it. */
type Listed = Pick<WebhookFacts, "id" | "player" | "audience">;

/** How many webhooks a game has at most: each is told of every commit. */
const MOST_OF_A_GAME = 30;
/** How long after a commit the alarm looks whether a webhook, told at once, has heard of it, in milliseconds. */
const CHECK_MS = 5000;

export interface WebhooksParts {
  db: Database;
  store: Store;
  ledger: Ledger;
  objects: DurableObjectNamespace;
  /** How far the game's own time is ahead of the real one, in milliseconds. */
  offset: () => number;
}

export class Webhooks {
  readonly #parts: WebhooksParts;
  /** Read from the database when they are first needed. */
  #all: readonly Listed[] | null = null;
  readonly #outboxes = new Map<string, Outbox>();

  constructor(parts: WebhooksParts) {
    this.#parts = parts;
  }

  get #listed(): readonly Listed[] {
    this.#all ??= this.#parts.db.rows<{ id: string; player: string; audience: string }>(
      "SELECT id, player, audience FROM hooks ORDER BY rowid",
    ) as Listed[];
    return this.#all;
  }

  /** The ids of a player's webhooks, oldest first. */
  of(player: string): string[] {
    return this.#listed.filter((webhook) => webhook.player === player).map(({ id }) => id);
  }

  /** Why a player may not have another webhook of this kind; `null` where they may. */
  #refusal(state: GameState, { player, audience, most }: WebhookRequest): GameRefusal | null {
    if (seatOf(state, player) === null && (audience === "seat" || state.facts.creator !== player)) return "not_seated";
    if (state.status === "finished" || state.status === "aborted") return "game_over";
    return this.of(player).length >= most || this.#listed.length >= MOST_OF_A_GAME ? "limit_reached" : null;
  }

  /** Begins a webhook, from the next event on. */
  async add(
    request: WebhookRequest,
  ): Promise<{ ok: true; hook: WebhookView; secret: string } | { ok: false; code: GameRefusal }> {
    const { ledger, db, store, offset } = this.#parts;
    const { id, player, audience, url, language } = request;
    const { state } = ledger;
    const refused = this.#refusal(state, request);
    if (refused !== null) return { ok: false, code: refused };
    const facts = { id, game: state.facts.id, player, audience, url, language, since: state.version };
    const opened = await this.#object(id).open(facts, webhookNotice(request, state, offset()));
    // Others may have come in between.
    const late = this.#refusal(ledger.state, request);
    if (late !== null) {
      await this.#object(id).close();
      return { ok: false, code: late };
    }
    db.transaction(() => {
      db.run("INSERT INTO hooks (id, player, audience, created) VALUES (?, ?, ?, ?)", id, player, audience, Date.now());
      store.writeProgress(`hook:${id}`, { ...NOTHING_SENT, seq: state.version });
    });
    this.#all = null;
    // What has come in between is told by the next commit, at the latest by the alarm.
    ledger.arm();
    return { ok: true, ...opened };
  }

  /** Ends the webhooks of those who left before the start. */
  async prune(): Promise<void> {
    const { state } = this.#parts.ledger;
    if (state.status !== "waiting") return;
    const left = this.#listed.filter(({ player }) => player !== state.facts.creator && seatOf(state, player) === null);
    for (const { id } of left) this.#remove(id);
    await Promise.all(
      left.map(({ id }) =>
        this.#object(id)
          .close()
          .catch(() => {}),
      ),
    );
  }

  /** Tells nothing more to a player's webhook. */
  remove(player: string, id: string): void {
    if (this.of(player).includes(id)) this.#remove(id);
  }

  #remove(id: string): void {
    const { db, store } = this.#parts;
    db.transaction(() => {
      db.run("DELETE FROM hooks WHERE id = ?", id);
      store.forgetProgress(`hook:${id}`);
    });
    this.#all = null;
    this.#outboxes.delete(id);
  }

  /** When one that has not heard all must be told again, or `null`. */
  dueAt(now: number): number | null {
    return earliest(...this.#listed.map((webhook) => this.#outbox(webhook).dueAt(now)));
  }

  /** Tells every webhook what is new; `null` where all have heard it. */
  run(): Promise<unknown> | null {
    const runs = this.#listed.map((webhook) => this.#outbox(webhook).run()).filter((run) => run !== null);
    return runs.length === 0 ? null : Promise.all(runs);
  }

  #outbox(webhook: Listed): Outbox {
    let outbox = this.#outboxes.get(webhook.id);
    if (outbox === undefined) {
      outbox = this.#newOutbox(webhook);
      this.#outboxes.set(webhook.id, outbox);
    }
    return outbox;
  }

  #newOutbox(webhook: Listed): Outbox {
    const { store, ledger, offset } = this.#parts;
    const { id } = webhook;
    const progress = store.progressOf(`hook:${id}`);
    const isListed = () => this.#listed.some((each) => each.id === id);
    return new Outbox(
      {
        read: progress.read,
        // One that has ended meanwhile leaves nothing behind.
        write: (reached) => {
          if (isListed()) progress.write(reached);
        },
      },
      {
        newest: () => ({ due: isListed() ? ledger.state.version : 0, version: ledger.state.version }),
        send: async () => {
          if (!(await this.#object(id).notify(webhookNotice(webhook, ledger.state, offset())))) this.#remove(id);
        },
        checkAfterMs: CHECK_MS,
        failed: (attempts, error) =>
          console.error(`webhook ${id} of ${ledger.state.facts.id} could not be told, attempt ${attempts}: ${error}`),
      },
    );
  }

  #object(id: string): WebhookCalls {
    return callsOf(this.#parts.objects, id);
  }
}
