/** What an option set means, worked out once, so that options cost nothing while cards are played. */

import { BIT_OF, type CardIndex, DIAMONDS, heightOf, KING_OF_HEARTS, QUEEN, SUIT_OF } from "./cards.ts";
import { type Contract, type ContractMask, D, K, parseContracts, Q, T, TRICK_CONTRACTS, X } from "./contracts.ts";
import { DOUBLABLE, DOUBLING_BIT, doubledShares, doubledValue } from "./doubling.ts";
import type { Rules } from "./rules.ts";

const HEARTS_FREE = 0,
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
  /** Read by `areHeartsHeld`: HEARTS_FREE, HEARTS_ONLY or HEARTS_UNTIL_BROKEN. */
  heartBan: number;
  /** What `voidDiscard` makes a void seat throw one of if it holds any, as a mask a suit; `null` where it may throw what it likes. */
  mustDiscard: readonly number[] | null;
  /** Whether the king of hearts falls under the ace in a trick of hearts (`kingUnderAce`). */
  kingUnderAce: boolean;
  endsEarly: boolean;
  /** The cards that may be doubled, as a doubling mask; 0 where no doubling takes place. */
  doublable: number;
  /** The claims to a redeal that come before the contract, whatever it will be, as a mask of `TWOS` and `BY_HEARTS`. */
  claimsBefore: number;
  /** Those that come after this very contract. */
  claimsAfter: number;
}

/** A claim with twos, and one with hearts. */
export const TWOS = 1,
  BY_HEARTS = 2;

/** Which cards each contract charges for; what a card costs stands in the rules' `points` by that name. */
const CHARGES: readonly {
  contract: ContractMask;
  points: keyof Rules["points"];
  charges: (card: CardIndex) => boolean;
}[] = [
  { contract: K, points: "kingOfHearts", charges: (card) => card === KING_OF_HEARTS },
  { contract: Q, points: "queen", charges: (card) => heightOf(card) === QUEEN },
  { contract: D, points: "diamond", charges: (card) => SUIT_OF[card] === DIAMONDS },
];

/** Whether a card counts in a deal of these contracts, be it at 0 points. */
export const counts = (contracts: ContractMask, card: CardIndex): boolean =>
  CHARGES.some((each) => (contracts & each.contract) !== 0 && each.charges(card));

/** Whether the rules keep hearts from being led now, but by a seat that holds nothing else. */
export const areHeartsHeld = ({ heartBan }: DealTerms, broken: boolean): boolean =>
  heartBan === HEARTS_ONLY || (heartBan === HEARTS_UNTIL_BROKEN && !broken);

/** A compiled option set: `terms[mask]` for each set of contracts, 0 being "not named yet". */
export interface RulesTable {
  rules: Rules;
  terms: readonly DealTerms[];
  partners: boolean;
  penalizesRevokes: boolean;
  passesAlone: boolean;
  /** What a doubled card moves, by seat in values of the card, at `sharesAt`. */
  doubledShares: readonly (readonly number[])[];
  /** The value of each card that can be doubled, 0 for the others. */
  doubledValue: Int16Array;
}

/** Where `doubledShares` of a compiled set has what three seats make of a doubled card. */
export const sharesAt = (taker: number, doubler: number, leader: number): number => taker * 16 + doubler * 4 + leader;

/** The contracts whose cards may be doubled, by `doubling.cards`. */
const DOUBLES: Record<Rules["doubling"]["cards"], ContractMask> = { all: K | Q, king_of_hearts: K, queens: Q };

/** The cards of which a void seat must throw one, in a deal in which these count; `null` where there are none. */
function mustDiscard({ voidDiscard }: Rules, counting: Uint8Array): number[] | null {
  if (voidDiscard === "free") return null;
  const masks = [0, 0, 0, 0];
  for (let card = 0; card < 52; card++) {
    if (counting[card] === 1 && (voidDiscard === "must_discard_penalties" || card === KING_OF_HEARTS))
      masks[SUIT_OF[card]] |= BIT_OF[card];
  }
  return masks.some((mask) => mask !== 0) ? masks : null;
}

/** Which claims to a redeal come before the contract, and which after this one (docs/rules.md section 3). */
function claims({ redeal }: Rules, contracts: ContractMask): Pick<DealTerms, "claimsBefore" | "claimsAfter"> {
  const { timing, twosTiming } = redeal;
  const twos = redeal.twos === "off" ? 0 : TWOS;
  const hearts = redeal.bareHearts || redeal.longHearts ? BY_HEARTS : 0;
  const twosBefore = (twosTiming === "as_timing" ? timing : twosTiming) === "before_contract";
  const heartsBefore = timing === "before_contract";
  return {
    claimsBefore: (twosBefore ? twos : 0) | (heartsBefore ? hearts : 0),
    claimsAfter:
      (!twosBefore && (contracts & X) !== 0 ? twos : 0) | (!heartsBefore && (contracts & K) !== 0 ? hearts : 0),
  };
}

function compileTerms(rules: Rules, contracts: ContractMask): DealTerms {
  const penalty = new Int16Array(52);
  const counting = new Uint8Array(52);
  const doubles = DOUBLES[rules.doubling.cards];
  let doublable = 0;
  for (let card = 0; card < 52; card++) {
    for (const { contract, points, charges } of CHARGES) {
      if ((contracts & contract) === 0 || !charges(card)) continue;
      counting[card] = 1;
      penalty[card] += rules.points[points];
      // A queen of diamonds that counts as a diamond alone cannot be doubled.
      if ((contract & doubles) !== 0) doublable |= DOUBLING_BIT[card];
    }
  }
  const kingCounts = (contracts & K) !== 0;
  const single = contracts === K;
  const ban = { only_hearts: HEARTS_ONLY, until_broken: HEARTS_UNTIL_BROKEN, free: HEARTS_FREE }[rules.heartLead];
  return {
    penalty,
    counting,
    countingCards: counting.reduce((sum, one) => sum + one, 0),
    trickPenalty: (contracts & T) !== 0 ? rules.points.trick : 0,
    heartBan: single || (kingCounts && rules.heartLeadInCombined) ? ban : HEARTS_FREE,
    mustDiscard: mustDiscard(rules, counting),
    kingUnderAce: kingCounts && rules.kingUnderAce,
    endsEarly: rules.earlyEnd && (contracts & T) === 0 && (contracts & TRICK_CONTRACTS) !== 0,
    doublable: rules.doubling.enabled ? doublable : 0,
    ...claims(rules, contracts),
  };
}

const compiled = new WeakMap<Rules, RulesTable>();

/** The compiled form of an option set; about 0.1 ms once for each rules object, which nobody may change afterwards. */
export function compileRules(rules: Rules): RulesTable {
  let table = compiled.get(rules);
  if (table === undefined) {
    table = {
      rules,
      terms: Array.from({ length: 32 }, (_, contracts) => compileTerms(rules, contracts)),
      partners: rules.partnership === "opposite",
      penalizesRevokes: rules.revoke === "penalize",
      passesAlone: rules.layoutPass === "auto",
      doubledShares: Array.from({ length: 64 }, (_, at) => doubledShares(rules, at >> 4, (at >> 2) & 3, at & 3)),
      doubledValue: Int16Array.from({ length: 52 }, (_, card) =>
        DOUBLABLE.includes(card) ? doubledValue(rules, card) : 0,
      ),
    };
    compiled.set(rules, table);
  }
  return table;
}

/** What holds in a deal of these contracts, none where they are not named yet. Throws a `RangeError` for no such set. */
export function termsOf(rules: Rules, contracts: readonly Contract[]): DealTerms {
  const mask = parseContracts(contracts);
  if (mask === undefined) throw new RangeError(`no set of contracts: ${contracts.join(", ")}`);
  return compileRules(rules).terms[mask];
}
