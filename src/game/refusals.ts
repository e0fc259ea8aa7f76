/** Refused actions are metered in the game, where alone it is known which actions are refused; legal ones never are. */

import { REFUSAL_LIMIT, REFUSAL_WINDOW_MS } from "../wire/refusals.ts";

/** Whether a window is over that began at `since`. One that begins in the future was opened by a clock that was wrong. */
const isOver = (since: number, now: number): boolean => now - since >= REFUSAL_WINDOW_MS || since > now;

/** Counts by player, in memory alone: an object that was put to sleep has nobody to slow down. */
export class RefusalMeter {
  readonly #windows = new Map<string, { since: number; count: number }>();

  /** Counts one refused action of `player` at `now` (milliseconds). Whether there have been too many. */
  isOver(player: string, now: number): boolean {
    let window = this.#windows.get(player);
    if (window === undefined || isOver(window.since, now)) {
      for (const [who, { since }] of this.#windows) if (isOver(since, now)) this.#windows.delete(who);
      window = { since: now, count: 0 };
      this.#windows.set(player, window);
    }
    return ++window.count > REFUSAL_LIMIT;
  }
}
