/** The rows of the layout (docs/rules.md section 1): a row is the lowest and the highest height played, -1 before its jack. */

import { JACK } from "./cards.ts";

/** The heights that fit a row next, as a mask: the jack while it is unopened, else the two neighbours. */
export const rowMask = (low: number, high: number): number =>
  low < 0 ? 1 << JACK : ((1 << low) >> 1) | ((1 << (high + 1)) & 0x1fff);

/** Puts a card on the row of its suit. */
export function growRow(low: number[], high: number[], suit: number, height: number): void {
  if (height >= JACK) high[suit] = height;
  if (height <= JACK) low[suit] = height;
}
