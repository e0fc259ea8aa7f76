/** What an option set means, worked out once, so that options cost nothing while cards are played. */

import { BIT_OF, type CardIndex, cardIndex, DIAMONDS, HEARTS, KING_OF_HEARTS, QUEEN } from "./cards.ts";
import { D, K, Q, T, TRICK_CONTRACTS, X } from "./contracts.ts";
import type { Rules } from "./rules.ts";

/** The five cards that can be doubled, in the order of action ids (S H D C, high to low); bit i of a doubling mask is card i. */
export const DOUBLABLE: readonly CardIndex[] = [
  cardIndex(0, QUEEN),
  KING_OF_HEARTS,
  cardIndex(1, QUEEN),
  cardIndex(2, QUEEN),
  cardIndex(3, QUEEN),
];
const KING_BIT = 2;
const ALL_DOUBLABLE = 31;
/** The doubling bit of each card, 0 for the 47 others. */
export const DOUBLING_BIT = Uint8Array.from({ length: 52 }, (_, card) =>
  DOUBLABLE.includes(card) ? 1 << DOUBLABLE.indexOf(card) : 0,
);

export const HEARTS_FREE = 0,
  HEARTS_ONLY = 1,
  HEARTS_UNTIL_BROKEN = 2;

/** What holds in a deal of one set of contracts. */
export interface DealTerms {
  /** Points that taking each of the 52 cards costs, undoubled. */
  penalty: Int16Array;
  /** 1 for each card that counts by its contract, even at 0 points. */
  counting: Uint8Array;
  countingCards: number;
  /** Points that each trick costs. */
  trickPenalty: number;
  /** HEARTS_FREE, HEARTS_ONLY or HEARTS_UNTIL_BROKEN. */
  heartBan: number;
  mustDiscardKing: boolean;
  endsEarly: boolean;
  /** The cards that may be doubled, as a doubling mask; 0 where no doubling takes place. */
  doublable: number;
  redealBefore: boolean;
  redealAfter: boolean;
}

/** A compiled option set: `terms[mask]` for each set of contracts, 0 being "not named yet". */
export interface RulesTable {
  rules: Rules;
  terms: readonly DealTerms[];
  partners: boolean;
  penalizesRevokes: boolean;
  passesAlone: boolean;
}

function termsOf(rules: Rules, contracts: number): DealTerms {
  const penalty = new Int16Array(52);
  const counting = new Uint8Array(52);
  for (let card = 0; card < 52; card++) {
    const suit = Math.floor(card / 13);
    const charges: [boolean, number][] = [
      [(contracts & K) !== 0 && card === KING_OF_HEARTS, rules.points.kingOfHearts],
      [(contracts & Q) !== 0 && card % 13 === QUEEN, rules.points.queen],
      [(contracts & D) !== 0 && suit === DIAMONDS, rules.points.diamond],
    ];
    for (const [applies, points] of charges) {
      if (!applies) continue;
      counting[card] = 1;
      penalty[card] += points;
    }
  }
  const kingCounts = (contracts & K) !== 0;
  const single = contracts === K;
  const ban = { only_hearts: HEARTS_ONLY, until_broken: HEARTS_UNTIL_BROKEN, free: HEARTS_FREE }[rules.heartLead];
  const heartClaims = rules.redeal.bareHearts || rules.redeal.longHearts;
  const before = rules.redeal.timing === "before_contract";
  return {
    penalty,
    counting,
    countingCards: counting.reduce((sum, one) => sum + one, 0),
    trickPenalty: (contracts & T) !== 0 ? rules.points.trick : 0,
    heartBan: single || (kingCounts && rules.heartLeadInCombined) ? ban : HEARTS_FREE,
    mustDiscardKing: kingCounts && rules.voidDiscard === "must_discard_king",
    endsEarly: rules.earlyEnd && (contracts & T) === 0 && (contracts & TRICK_CONTRACTS) !== 0,
    doublable: rules.doubling.enabled
      ? (kingCounts ? KING_BIT : 0) | ((contracts & Q) !== 0 ? ALL_DOUBLABLE & ~KING_BIT : 0)
      : 0,
    redealBefore: before && (rules.redeal.twos !== "off" || heartClaims),
    redealAfter: !before && ((rules.redeal.twos !== "off" && (contracts & X) !== 0) || (heartClaims && kingCounts)),
  };
}

const compiled = new WeakMap<Rules, RulesTable>();

/** The compiled form of an option set; about 0.1 ms once for each rules object, which nobody may change afterwards. */
export function compileRules(rules: Rules): RulesTable {
  let table = compiled.get(rules);
  if (table === undefined) {
    table = {
      rules,
      terms: Array.from({ length: 32 }, (_, contracts) => termsOf(rules, contracts)),
      partners: rules.partnership === "opposite",
      penalizesRevokes: rules.revoke === "penalize",
      passesAlone: rules.layoutPass === "auto",
    };
    compiled.set(rules, table);
  }
  return table;
}

/** Whether a hand (four masks) entitles its seat to claim a redeal of a deal with these contracts (0: none named yet). */
export function mayClaimRedeal(rules: Rules, hand: ArrayLike<number>, contracts: number): boolean {
  const { twos, bareHearts, longHearts, timing } = rules.redeal;
  const after = timing === "after_contract";
  if (twos !== "off" && (!after || (contracts & X) !== 0)) {
    let two = 0,
      three = 0;
    for (let suit = 0; suit < 4; suit++) {
      if ((hand[suit] & BIT_OF[0]) !== 0) two++;
      else if ((hand[suit] & BIT_OF[1]) !== 0) three++;
    }
    if (two === 4 || (two === 3 && three === 1 && twos === "four_or_three_plus_three")) return true;
  }
  if (after && (contracts & K) === 0) return false;
  const hearts = hand[HEARTS];
  const king = BIT_OF[KING_OF_HEARTS],
    ace = king << 1;
  if (bareHearts && hearts !== 0 && (hearts & ~(king | ace)) === 0) return true;
  if (!longHearts || (hearts & king) === 0) return false;
  let count = 0;
  for (let rest = hearts; rest !== 0; rest &= rest - 1) count++;
  return count >= 5;
}
