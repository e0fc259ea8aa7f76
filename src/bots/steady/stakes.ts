/** What is at stake in a deal of tricks: what each card and each trick costs whom, doubling included (rules.md sections 1 and 2). */

import type { Contract, Rules } from "../../engine/index.ts";
import type { BotView } from "../bot.ts";
import { cardNumber, DIAMONDS, KING_OF_HEARTS, QUEEN } from "./cards.ts";

export interface Stakes {
  rules: Rules;
  /** Points that taking each of the 52 cards costs, undoubled. */
  penalty: number[];
  /** Points that each trick costs. */
  trick: number;
  /** The seat that doubled each card, or -1. */
  doubler: number[];
  partners: boolean;
}

/** The stakes of a deal with these contracts, nothing doubled yet. */
export function stakesOf(rules: Rules, contracts: readonly Contract[]): Stakes {
  const { points } = rules;
  const penalty = new Array<number>(52).fill(0);
  if (contracts.includes("king_of_hearts")) penalty[KING_OF_HEARTS] += points.kingOfHearts;
  if (contracts.includes("queens")) for (let suit = 0; suit < 4; suit++) penalty[suit * 13 + QUEEN] += points.queen;
  if (contracts.includes("diamonds"))
    for (let height = 0; height < 13; height++) penalty[DIAMONDS * 13 + height] += points.diamond;
  return {
    rules,
    penalty,
    trick: contracts.includes("tricks") ? points.trick : 0,
    doubler: new Array<number>(52).fill(-1),
    partners: rules.partnership === "opposite",
  };
}

/** The stakes of the running deal. */
export function stakesIn(view: BotView): Stakes {
  const stakes = stakesOf(view.rules, view.deal.contracts);
  for (const { seat, card } of view.deal.doubled) stakes.doubler[cardNumber(card)] = seat;
  return stakes;
}

const partnerOf = (stakes: Stakes, seat: number): number => (stakes.partners ? (seat + 2) & 3 : -1);

/** Whether `seat` scores for the side of `me`. */
export const sideOf = (stakes: Stakes, me: number, seat: number): boolean =>
  seat === me || seat === partnerOf(stakes, me);

/** Points that the side of `me` loses (below 0: wins) when `taker` takes `card` in a trick led by `leader`. */
export function lossOf(stakes: Stakes, me: number, card: number, taker: number, leader: number): number {
  const ours = (seat: number) => (sideOf(stakes, me, seat) ? 1 : 0);
  const plain = ours(taker) * stakes.penalty[card];
  const doubler = stakes.doubler[card];
  if (doubler < 0) return plain;
  const { points, doubling } = stakes.rules;
  const value = card === KING_OF_HEARTS ? points.kingOfHearts : points.queen;
  if (taker === doubler) {
    switch (doubling.selfCapture) {
      case "single":
        return plain;
      case "double":
        return plain + ours(taker) * value;
      case "quadruple":
        return plain + ours(taker) * 3 * value;
      case "leader_gains":
        return plain + (ours(taker) - (leader === partnerOf(stakes, doubler) ? 0 : ours(leader))) * value;
    }
  }
  if (taker === partnerOf(stakes, doubler) && doubling.partnerCapture !== "as_opponent") {
    return plain + (doubling.partnerCapture === "no_bonus" ? ours(taker) * value : 0);
  }
  return plain + (ours(taker) - ours(doubler)) * value;
}

/** Whether the rules keep hearts from being led: the ban of `king_of_hearts` is on, and they are not yet broken. */
export function areHeartsHeld(rules: Rules, contracts: readonly Contract[], broken: boolean): boolean {
  if (!contracts.includes("king_of_hearts") || rules.heartLead === "free") return false;
  if (contracts.length > 1 && !rules.heartLeadInCombined) return false;
  return rules.heartLead === "only_hearts" || !broken;
}
