/** Chances, from what a seat knows. Products only, no `Math.pow`: the same to the last bit on every machine. */

import { BIT_OF, countBits, SUIT_OF } from "../../engine/index.ts";
import type { Holdings } from "./holdings.ts";

function power(base: number, exponent: number): number {
  let result = 1;
  for (let i = 0; i < exponent; i++) result *= base;
  return result;
}

/** The chance that `seat` holds `card`. */
export function chanceOf(k: Holdings, seat: number, card: number): number {
  const at = seat * 4 + SUIT_OF[card],
    bit = BIT_OF[card];
  return (k.must[at] & bit) !== 0 ? 1 : (k.may[at] & bit) !== 0 ? k.chance[at] : 0;
}

/** The chance that `seat` holds no card of `mask` in `suit`. */
export function chanceOfNone(k: Holdings, seat: number, suit: number, mask: number): number {
  const at = seat * 4 + suit;
  return (k.must[at] & mask) !== 0 ? 0 : power(1 - k.chance[at], countBits(k.may[at] & mask));
}

/** How many cards of `suit` a seat holds on average. */
export function expectedCards(k: Holdings, seat: number, suit: number): number {
  const at = seat * 4 + suit,
    sure = countBits(k.must[at]);
  return sure + (countBits(k.may[at]) - sure) * k.chance[at];
}

/** 1 for sets (bit = seat) with an even number of members, -1 for the others. */
const SIGN = Array.from({ length: 16 }, (_, set) => (countBits(set) % 2 === 0 ? 1 : -1));

/** The chance that no seat of `set` holds a card of `mask`, where each card out is still out with the chance `stays`. */
function noneIn(k: Holdings, set: number, suit: number, mask: number, stays: number): number {
  let sure = 0,
    share = 0;
  for (let seat = 0; seat < 4; seat++) {
    if ((set & (1 << seat)) === 0) continue;
    sure |= k.must[seat * 4 + suit];
    share += k.chance[seat * 4 + suit];
  }
  return (
    power(1 - stays, countBits(sure & mask)) * power(Math.max(0, 1 - share * stays), countBits(k.open[suit] & mask))
  );
}

const noneOver = new Float64Array(16);

/**
 * The chance that no seat of `set` (bit = seat) must beat a card of `suit`, that is: holds some of the cards above it
 * (`over`) and none of those below (`under`). Counted over all seats together, by inclusion and exclusion, as a card out
 * is in one hand only: nobody can hope that the last higher card is nowhere.
 */
export function chanceToWin(k: Holdings, set: number, suit: number, over: number, under: number, stays = 1): number {
  if ((over & k.out[suit]) === 0) return 1;
  noneOver[0] = 1;
  for (let seats = set; seats > 0; seats = (seats - 1) & set) noneOver[seats] = noneIn(k, seats, suit, over, stays);
  let chance = 1;
  for (let beaters = set; beaters > 0; beaters = (beaters - 1) & set) {
    let some = 0;
    for (let without = beaters; ; without = (without - 1) & beaters) {
      some += SIGN[without] * noneOver[without];
      if (without === 0) break;
    }
    chance += SIGN[beaters] * noneIn(k, beaters, suit, under, stays) * some;
  }
  return Math.min(1, Math.max(0, chance));
}
