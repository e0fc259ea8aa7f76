/** Whose turn it is while cards are played, and who takes a trick (docs/rules.md section 1): said here for play, views, records and bots. */

import { type CardIndex, SUIT_OF } from "./cards.ts";
import { type ContractMask, X } from "./contracts.ts";
import { type PlayCode, playCard, playSeat } from "./match.ts";
import type { Rules } from "./rules.ts";

/** The seat that leads to the first trick, or starts the layout. */
export const firstSeat = (rules: Rules, contracts: ContractMask, king: number, dealer: number): number =>
  ((contracts & X) !== 0 ? rules.layoutStart : rules.firstLead) === "king" ? king : (dealer + 1) & 3;

/** Whether `card` beats the one that holds the trick until then: no card of another suit ever does. */
export const beats = (card: CardIndex, best: CardIndex): boolean => card > best && SUIT_OF[card] === SUIT_OF[best];

/** Which card of a trick takes it as it lies, counted from 0, the lead. The cards stand in turn; there is at least one. */
export function takerOf(cards: readonly CardIndex[]): number {
  let taker = 0;
  for (let i = 1; i < cards.length; i++) if (beats(cards[i], cards[taker])) taker = i;
  return taker;
}

/** Whose turn it is in a deal of tricks after these plays, when `first` led to the first trick. */
export function turnInTricks(plays: readonly PlayCode[], first: number): number {
  if (plays.length === 0) return first;
  if (plays.length % 4 !== 0) return (playSeat(plays[plays.length - 1]) + 1) & 3;
  const trick = plays.slice(-4);
  return playSeat(trick[takerOf(trick.map(playCard))]);
}

/** Whose turn it is on the layout after `seat`: the next one to the right that is not `out` (bit = seat), or its own. */
export function turnOnLayout(seat: number, out: number): number {
  let next = (seat + 1) & 3;
  while (next !== seat && ((out >> next) & 1) !== 0) next = (next + 1) & 3;
  return next;
}
