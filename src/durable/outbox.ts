/**
 * The outbox of a log: it tells one target all that was added, in order, as often as it takes. The log itself is the queue;
 * what is kept beside it is how far the target has been told. Times in milliseconds since 1970.
 */

import { backoff, isAhead, within } from "./timing.ts";

/** The first pause after a failure, and the longest, in milliseconds; each one doubles. */
const FIRST_PAUSE_MS = 1000,
  LONGEST_PAUSE_MS = 5 * 60 * 1000;
/** How long one delivery may take, in milliseconds, so that nothing else that is due waits for it. */
const SEND_MS = 2000;

/** How far a target has been told: `seq` of the last entry it knows. `nextTry` is 0 where nothing holds the next one back. */
export interface Progress {
  seq: number;
  attempts: number;
  nextTry: number;
  lastError: string | null;
}

export const NOTHING_SENT: Progress = { seq: 0, attempts: 0, nextTry: 0, lastError: null };

/** Where progress is kept. */
export interface ProgressStore {
  read(): Progress;
  write(progress: Progress): void;
}

/** Whom an outbox tells. */
export interface Target {
  /** `seq` of the newest entry it has to hear of, and of the newest there is. */
  newest(): { due: number; version: number };
  /** Tells it what came after `reached`. It must bear to hear the same twice. Rejects where it was not told. */
  send(reached: number): Promise<void>;
  /** How long after an entry the alarm looks whether it was told, in milliseconds. */
  checkAfterMs: number;
  /** Not before this is it told, where it may wait. */
  notBefore?(): number;
  /** Learns of each failure. */
  failed(attempts: number, error: string): void;
}

export class Outbox {
  readonly #store: ProgressStore;
  readonly #target: Target;
  #progress: Progress | null = null;
  #running: Promise<void> | null = null;

  constructor(store: ProgressStore, target: Target) {
    this.#store = store;
    this.#target = target;
  }

  get #reached(): Progress {
    this.#progress ??= this.#store.read();
    return this.#progress;
  }

  /** Tells the target until it knows all that is due, or fails once; one run at a time. `null` where it need not or may not be told now. Rejects only where its progress cannot be kept. */
  run(): Promise<void> | null {
    if (this.#running !== null) return this.#running;
    if (!this.#isDue(Date.now())) return null;
    this.#running = this.#drain().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** When the alarm must see to it, at `now`; `null` while the target knows everything. */
  dueAt(now: number): number | null {
    const { checkAfterMs, notBefore } = this.#target;
    const { seq, attempts, nextTry: wanted } = this.#reached;
    const nextTry = isAhead(wanted, now, LONGEST_PAUSE_MS) ? 0 : wanted;
    if (this.#target.newest().due <= seq) return null;
    if (notBefore !== undefined) return Math.max(nextTry, notBefore());
    // What has failed is tried when its pause is over; what is told at once is looked at a little later.
    return attempts > 0 ? nextTry : now + checkAfterMs;
  }

  #isDue(now: number): boolean {
    const { nextTry, seq } = this.#reached;
    const waits = now < nextTry && !isAhead(nextTry, now, LONGEST_PAUSE_MS);
    return this.#target.newest().due > seq && !waits && now >= (this.#target.notBefore?.() ?? 0);
  }

  /** What is reached moves only to the version read before the wait; a failure stalls, and skips nothing. */
  async #drain(): Promise<void> {
    while (this.#isDue(Date.now())) {
      const { version } = this.#target.newest();
      const reached = this.#reached;
      try {
        await within(SEND_MS, this.#target.send(reached.seq));
        this.#move({ seq: version, attempts: 0, nextTry: 0, lastError: null });
      } catch (error) {
        const attempts = reached.attempts + 1;
        const lastError = error instanceof Error ? error.message : String(error);
        const nextTry = Date.now() + Math.round(backoff(attempts, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
        this.#move({ seq: reached.seq, attempts, nextTry, lastError: lastError.slice(0, 500) });
        this.#target.failed(attempts, lastError);
      }
    }
  }

  #move(progress: Progress): void {
    this.#store.write(progress);
    this.#progress = progress;
  }
}
