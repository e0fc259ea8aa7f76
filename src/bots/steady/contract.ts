/** Which contract to name: the one for which the hand is best against an average hand. */

import {
  areHeartsHeld,
  BIT_OF,
  CONTRACTS,
  type Contract,
  cardNumber,
  cardsOfDoubling,
  type Rules,
  SUIT_OF,
} from "../../engine/index.ts";
import type { BotView } from "../bot.ts";
import { dangerOf } from "./danger.ts";
import { doublingGain, isWorthDoubling } from "./doubling.ts";
import { type Holdings, holdingsOf } from "./holdings.ts";
import { worthOfPlace } from "./layout.ts";
import { stakesOf } from "./stakes.ts";
import { positionOf } from "./trick.ts";

type TrickContract = Exclude<Contract, "trix">;

/**
 * From what threatens a hand (`dangerOf`) to points above or below an average hand's, fitted to some thousands of deals:
 * `mean` is the danger of an average hand as a share of all points in the deal, `slope` what a point of danger costs,
 * more so where cards may be doubled; `doublings` what an average hand promises by doubling, in values of the card.
 */
const ESTIMATES: Record<TrickContract, { mean: number; slope: number; slopeWithDoubling: number; doublings: number }> =
  {
    king_of_hearts: { mean: 0.2, slope: 1.2, slopeWithDoubling: 3, doublings: 0.18 },
    queens: { mean: 0.264, slope: 1.13, slopeWithDoubling: 1.78, doublings: 0.5 },
    diamonds: { mean: 0.226, slope: 1.26, slopeWithDoubling: 1.26, doublings: 0 },
    tricks: { mean: 0.193, slope: 1.7, slopeWithDoubling: 1.7, doublings: 0 },
  };

/** What a card of each height, the 2 first, is worth in trix beside an average one, of 50 points a place. */
const LAYOUT_VALUES = [-29, -12, -5, 0, 2, 4, 5, 6, 7, 5, 5, 4, 3];

/**
 * In combination, how far above average a hand must be for a contract not to be kept for a later one. A good deal: what
 * combining gains is lost again by having less to choose from.
 */
const PATIENCE: Record<Contract, number> = { king_of_hearts: 60, queens: 20, diamonds: 25, tricks: 25, trix: 30 };

/** Points that this hand is likely to make in a deal of one contract beyond an average hand's. */
export function advantageOf(k: Holdings, rules: Rules, contract: Contract): number {
  return contract === "trix" ? layoutAdvantage(k, rules) : trickAdvantage(k, rules, contract);
}

function layoutAdvantage(k: Holdings, rules: Rules): number {
  let value = 0;
  for (const mask of k.hand)
    for (let height = 0; height < 13; height++) if ((mask & (1 << height)) !== 0) value += LAYOUT_VALUES[height];
  return (value * worthOfPlace(rules)) / 50;
}

function trickAdvantage(k: Holdings, rules: Rules, contract: TrickContract): number {
  const stakes = stakesOf(rules, [contract]);
  const held = areHeartsHeld(stakes.terms, false);
  const position = positionOf(k, stakes, held, k.me);
  let danger = 0;
  k.hand.forEach((mask, suit) => {
    const { tricks, own } = dangerOf(position, suit, mask, 0);
    danger += tricks + own;
  });
  const { mean, slope, slopeWithDoubling, doublings } = ESTIMATES[contract];
  const { penalty, trickPenalty, doublable } = stakes.terms;
  const total = penalty.reduce((sum, points) => sum + points, 0) + 13 * trickPenalty;
  if (doublable === 0) return slope * (mean * total - danger);
  const cards = cardsOfDoubling(doublable).map(cardNumber);
  const own = cards.filter(
    (card) => (k.hand[SUIT_OF[card]] & BIT_OF[card]) !== 0 && isWorthDoubling(rules, k.hand, card, held),
  );
  const promised = own.reduce((sum, card) => sum + doublingGain(rules, k.hand, card, held), 0);
  return slopeWithDoubling * (mean * total - danger) + ((promised - doublings) * total) / cards.length;
}

/** The choice that promises most beyond an average hand. */
export function chooseContract(view: BotView): string {
  // Before the cards are dealt there is nothing to choose by.
  if (view.you.hand.length === 0) return view.you.legalActions[0].id;
  const k = holdingsOf(view);
  const advantages = new Map(CONTRACTS.map((contract) => [contract, advantageOf(k, view.rules, contract)]));
  let best = view.you.legalActions[0].id,
    most = -Infinity;
  for (const action of view.you.legalActions) {
    if (action.type !== "choose_contract") continue;
    let value = 0;
    for (const contract of action.contracts) {
      value += advantages.get(contract)! - (view.rules.mode === "combination" ? PATIENCE[contract] : 0);
    }
    if (value > most) {
      most = value;
      best = action.id;
    }
  }
  return best;
}
