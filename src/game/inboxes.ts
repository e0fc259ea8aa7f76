/** The players' own objects, as a game tells them: what happened at the table, which decisions wait, whose time gets short. */

import { callsOf, earliest, Outbox, type Progress, type ProgressStore } from "../durable/index.ts";
import type { Notice, PlayerCalls } from "../player/types.ts";
import type { Ledger } from "./ledger.ts";
import { newsAfter, type PlayerNews } from "./news.ts";
import { noticesOf, shortages, shortNews } from "./notices.ts";
import type { Plans } from "./plans.ts";
import type { Store } from "./store.ts";

/** How long after a commit the alarm looks whether the players' logs, told at once, have heard of it, in milliseconds. */
const NEWS_CHECK_MS = 5000;
/** How long a decision must have waited before its player's object is told, and how long moves that come fast may put that off, in milliseconds: what is answered at once needs no notice. */
export const INBOX_DELAY_MS = 500;
const INBOX_LATEST_MS = 5000;

export interface InboxesParts {
  store: Store;
  ledger: Ledger;
  plans: Plans;
  env: { PLAYERS: DurableObjectNamespace };
  /** How far the game's own time is ahead of the real one, in milliseconds. */
  offset: () => number;
  /** When a plan last acted, by the real clock. */
  plannedAt: () => number;
}

/** The objects that keep what a player is told, by name: the player's own. */
const inboxesOf = (player: string): readonly string[] => [player];

export class Inboxes {
  /** What happened at the table, told as soon as it stands. */
  readonly news: Outbox;
  readonly #parts: InboxesParts;
  readonly #decisions: Outbox;
  readonly #shortages: Outbox;
  readonly #decisionsProgress: ProgressStore;
  /** How far the decisions have been told since the last snapshot, or `null`. */
  #reached: Progress | null = null;
  #hasFailed = false;
  #isWaking = false;
  /** When the oldest commit was made that the players' objects have not heard of; 0 where they know all. */
  #untoldSince = 0;
  /** What each player's objects were told last, as far as this object remembers. */
  readonly #lastTold = new Map<string, string>();

  constructor(parts: InboxesParts) {
    const { store, ledger } = parts;
    this.#parts = parts;
    const failed = (what: string) => (attempts: number, error: string) =>
      console.error(`${what} of ${ledger.state.facts.id} failed, attempt ${attempts}: ${error}`);
    this.news = new Outbox(store.progressOf("news"), {
      newest: () => ({ due: ledger.state.newsSeq, version: ledger.state.version }),
      send: (reached) => this.#tellNews(reached),
      checkAfterMs: NEWS_CHECK_MS,
      failed: failed("news"),
    });
    this.#decisionsProgress = store.progressOf("inbox");
    this.#decisions = new Outbox(
      { read: this.#decisionsProgress.read, write: (progress) => this.#decisionsReached(progress) },
      {
        newest: () => {
          const { startedAt, version } = ledger.state;
          return { due: startedAt === null ? 0 : version, version };
        },
        send: (reached) => this.#tellDecisions(reached),
        checkAfterMs: INBOX_DELAY_MS,
        notBefore: () => this.#decisionsAt(),
        failed: failed("notices"),
      },
    );
    // Its progress is an instant of the game's own time: they come in order, as the events of a log do.
    this.#shortages = new Outbox(store.progressOf("short"), {
      newest: () => {
        const due = shortages(ledger.state).findLast((at) => at <= ledger.now()) ?? 0;
        return { due, version: due };
      },
      send: (reached) => this.#tellShortages(reached),
      checkAfterMs: 0,
      notBefore: () => (shortages(ledger.state).findLast((at) => at <= ledger.now()) ?? 0) - parts.offset(),
      failed: failed("short deadlines"),
    });
  }

  /**
   * When the players' objects may be told of decisions, in real time. While moves come fast nobody needs a notice. What a plan
   * did is told as late as a player's own move, never in the alarm that made it.
   */
  #decisionsAt(): number {
    const latest = this.#untoldSince === 0 ? Infinity : this.#untoldSince + INBOX_LATEST_MS;
    return Math.max(
      Math.min(this.#parts.ledger.committedAt + INBOX_DELAY_MS, latest),
      this.#parts.plannedAt() + INBOX_DELAY_MS,
    );
  }

  /**
   * A success is written with the next snapshot alone, a failure at once: what is told a second time changes nothing, and a
   * row for each move would cost more than that.
   */
  #decisionsReached(progress: Progress): void {
    if (progress.attempts > 0 || this.#hasFailed) this.#decisionsProgress.write(progress);
    this.#hasFailed = progress.attempts > 0;
    this.#reached = progress;
  }

  /** Within the transaction that writes a snapshot. */
  snapshot(): void {
    if (this.#reached !== null) this.#decisionsProgress.write(this.#reached);
    this.#reached = null;
  }

  /** The object wakes: what the players' objects may not have heard is told without an alarm of its own. One that is set stays. */
  woken(keep: (work: Promise<unknown>) => void): void {
    const run = this.#decisions.run();
    if (run === null) return;
    this.#isWaking = true;
    keep(
      run.finally(() => {
        this.#isWaking = false;
        this.#parts.ledger.arm();
      }),
    );
  }

  /** A commit stands. */
  committed(): void {
    if (this.#untoldSince === 0) this.#untoldSince = Date.now();
  }

  /** Tells what may wait and is due; the news come with what is told at once. */
  async run(): Promise<void> {
    await Promise.all([this.#decisions.run(), this.#shortages.run()]);
  }

  /** When the alarm must see to what may wait, in real time; `null` where everybody knows everything. */
  dueAt(now: number): number | null {
    const { ledger, offset } = this.#parts;
    // What this object has committed itself needs the alarm at once, should it not live to see the end of the run it woke with.
    const isBeingTold = this.#isWaking && ledger.committedAt === 0;
    const short = shortages(ledger.state).find((at) => at > ledger.now());
    return earliest(
      isBeingTold ? null : this.#decisions.dueAt(now),
      this.#shortages.dueAt(now),
      short === undefined ? null : short - offset(),
    );
  }

  /** What plans did before goes along, told already or not, so that each log keeps the order of the game's. */
  async #tellNews(reached: number): Promise<void> {
    const { ledger, offset } = this.#parts;
    const news = newsAfter(ledger.state, reached, (seq) => ledger.commitsFrom(seq), offset());
    await this.#append([...this.#notesAfter(reached), ...news].sort((a, b) => a.seq - b.seq));
  }

  /** What plans did after the event `reached`. */
  #notesAfter(reached: number): PlayerNews[] {
    const { ledger, plans } = this.#parts;
    const { id } = ledger.state.facts;
    return plans.notesAfter(reached).map((note) => ({ ...note, key: `${id} ${note.key}` }));
  }

  async #tellDecisions(reached: number): Promise<void> {
    const { ledger, offset } = this.#parts;
    this.#untoldSince = 0;
    await this.#append(this.#notesAfter(reached));
    await settled([...noticesOf(ledger.state, offset())].map(([player, notice]) => this.#notify(player, notice)));
  }

  /** A decision is told before its time gets short. */
  async #tellShortages(reached: number): Promise<void> {
    const { ledger, offset } = this.#parts;
    const notices = noticesOf(ledger.state, offset());
    await settled(
      shortNews(ledger.state, reached, ledger.now(), offset()).map(async (news) => {
        await this.#notify(news.player, notices.get(news.player)!);
        await this.#append([news]);
      }),
    );
  }

  /** Tells a player of the decision that waits for them, unless they were told the same last. */
  async #notify(player: string, notice: Notice): Promise<void> {
    const content = JSON.stringify(notice.decision);
    if (this.#lastTold.get(player) === content) return;
    await settled(inboxesOf(player).map((inbox) => this.#callsOf(inbox).notify(notice)));
    this.#lastTold.set(player, content);
  }

  /** Adds news to the logs of those whom they concern: to each in the order in which they came, whatever becomes of the others. */
  async #append(news: readonly PlayerNews[]): Promise<void> {
    const sent = Map.groupBy(
      news.flatMap(({ player, ...each }) => inboxesOf(player).map((inbox) => ({ inbox, ...each }))),
      ({ inbox }) => inbox,
    );
    await settled(
      [...sent].map(([inbox, each]) => this.#callsOf(inbox).append(each.map(({ key, event }) => ({ key, event })))),
    );
  }

  #callsOf(inbox: string): PlayerCalls {
    return callsOf(this.#parts.env.PLAYERS, inbox);
  }
}

/** Waits for all of it, and fails only then if any has. */
async function settled(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((each) => each.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
