/** What is at stake in a deal of tricks: what each card and each trick costs whom, doubling included (docs/rules.md sections 1 and 2). */

import {
  type Contract,
  cardNumber,
  type DealTerms,
  doubledShares,
  doubledValue,
  type Rules,
  termsOf,
} from "../../engine/index.ts";
import type { BotView } from "../bot.ts";

export interface Stakes {
  rules: Rules;
  terms: DealTerms;
  /** The seat that doubled each card, or -1. */
  doubler: number[];
  partners: boolean;
}

/** The stakes of a deal with these contracts, nothing doubled yet. */
export const stakesOf = (rules: Rules, contracts: readonly Contract[]): Stakes => ({
  rules,
  terms: termsOf(rules, contracts),
  doubler: new Array<number>(52).fill(-1),
  partners: rules.partnership === "opposite",
});

/** The stakes of the running deal. */
export function stakesIn(view: BotView): Stakes {
  const stakes = stakesOf(view.rules, view.deal.contracts);
  for (const { seat, card } of view.deal.doubled) stakes.doubler[cardNumber(card)] = seat;
  return stakes;
}

/** Whether `seat` scores for the side of `me`. */
export const sideOf = (stakes: Stakes, me: number, seat: number): boolean =>
  seat === me || (stakes.partners && seat === ((me + 2) & 3));

/** Points that the side of `me` loses (below 0: wins) when `taker` takes `card` in a trick led by `leader`. */
export function lossOf(stakes: Stakes, me: number, card: number, taker: number, leader: number): number {
  const plain = sideOf(stakes, me, taker) ? stakes.terms.penalty[card] : 0;
  const doubler = stakes.doubler[card];
  if (doubler < 0) return plain;
  const gained = doubledShares(stakes.rules, taker, doubler, leader)
    .filter((_, seat) => sideOf(stakes, me, seat))
    .reduce((sum, share) => sum + share, 0);
  return plain - gained * doubledValue(stakes.rules, card);
}
