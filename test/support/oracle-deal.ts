import type { OracleDeal } from "./oracle-cards.ts";
import { at, inPackOrder, isQueen, PACK, SUITS, suitOf, turnOrder } from "./oracle-cards.ts";
import { refusal } from "./oracle-play.ts";
import type { OracleRules } from "./oracle-rules.ts";
import { CONTRACTS, TRICK_CONTRACTS } from "./oracle-rules.ts";

export type RedealTiming = "before_contract" | "after_contract";
export type TiebreakKind = "king_of_hearts_deal" | "trix_firsts_then_playoff";

/** The contract lists the king may name, given what the kingdom has used; empty where nobody names one. */
export function contractChoices(rules: OracleRules, usedInKingdom: string[]): string[][] {
  const unused = CONTRACTS.filter((contract) => !usedInKingdom.includes(contract));
  const unusedTricks = unused.filter((contract) => contract !== "trix");
  const trix = unused.includes("trix") ? [["trix"]] : [];
  switch (rules.mode) {
    case "practice":
      return [];
    case "classic":
      return unused.map((contract) => [contract]);
    case "complex":
      return unusedTricks.length > 0 ? [TRICK_CONTRACTS, ...trix] : trix;
    case "combination":
      return [...nonEmptySubsets(unusedTricks), ...trix];
  }
}

function nonEmptySubsets(contracts: string[]): string[][] {
  let subsets: string[][] = [[]];
  for (const contract of contracts) subsets = [...subsets, ...subsets.map((subset) => [...subset, contract])];
  return subsets.filter((subset) => subset.length > 0);
}

/** The cards of the hand that may be doubled under these contracts, in pack order. */
export function doublable(rules: OracleRules, contracts: string[], hand: string[]): string[] {
  if (!rules.doubling.enabled) return [];
  return inPackOrder(hand).filter(
    (card) => (card === "KH" && kingMayBeDoubled(rules, contracts)) || (isQueen(card) && queensMay(rules, contracts)),
  );
}

const kingMayBeDoubled = (rules: OracleRules, contracts: string[]): boolean =>
  contracts.includes("king_of_hearts") && rules.doubling.cards !== "queens";

const queensMay = (rules: OracleRules, contracts: string[]): boolean =>
  contracts.includes("queens") && rules.doubling.cards !== "king_of_hearts";

/** Whether the contract of a deal is known when its cards are dealt. `bySeven`: its own 7♥ finds the king. */
export function contractComesFirst(rules: OracleRules, tiebreak: TiebreakKind | null, bySeven: boolean): boolean {
  if (rules.mode === "practice" || tiebreak === "king_of_hearts_deal") return true;
  return rules.contractTiming === "before_cards" && !bySeven;
}

/**
 * Which claims a redeal phase takes in a deal of these contracts. Where the contract comes first, what would be claimed
 * before it is claimed after it, with the rest.
 */
function claimsTaken(
  { redeal }: OracleRules,
  phase: RedealTiming,
  contracts: string[],
  comesFirst: boolean,
): { twos: boolean; hearts: boolean } {
  const taken = (timing: RedealTiming, concerned: boolean) => {
    if (timing === "after_contract") return phase === "after_contract" && concerned;
    return phase === (comesFirst ? "after_contract" : "before_contract");
  };
  const twosTiming = redeal.twosTiming === "as_timing" ? redeal.timing : redeal.twosTiming;
  return {
    twos: redeal.twos !== "off" && taken(twosTiming, contracts.includes("trix")),
    hearts: (redeal.bareHearts || redeal.longHearts) && taken(redeal.timing, contracts.includes("king_of_hearts")),
  };
}

/**
 * Which phases before the play occur. `contracts` are those of the deal, empty while unnamed (then the phases that
 * follow the contract are reported absent); `tiebreak` is the kind of tie-break deal, if it is one; `comesFirst` whether
 * the contract is known before the cards.
 */
export function phases(
  rules: OracleRules,
  contracts: string[],
  redealsSoFar: number,
  tiebreak: TiebreakKind | null = null,
  comesFirst = false,
): { redealBefore: boolean; contract: boolean; redealAfter: boolean; doubling: boolean } {
  const asks = (phase: RedealTiming) => {
    const { twos, hearts } = claimsTaken(rules, phase, contracts, comesFirst);
    return redealsSoFar < 5 && (twos || hearts);
  };
  return {
    redealBefore: asks("before_contract"),
    contract: rules.mode === "practice" ? false : tiebreak !== "king_of_hearts_deal",
    redealAfter: contracts.length > 0 && asks("after_contract"),
    doubling: rules.doubling.enabled && (kingMayBeDoubled(rules, contracts) || queensMay(rules, contracts)),
  };
}

/** Whether the hand qualifies for a redeal claimed in this phase. */
export function mayClaimRedeal(
  rules: OracleRules,
  hand: string[],
  phase: RedealTiming,
  contracts: string[],
  comesFirst = false,
): boolean {
  const asked = claimsTaken(rules, phase, contracts, comesFirst);
  const hearts = hand.filter((card) => suitOf(card) === "H");
  const missingTwos = SUITS.filter((suit) => !hand.includes(`2${suit}`));
  const fourTwos = missingTwos.length === 0;
  const threeTwosAndThree = missingTwos.length === 1 && hand.includes(`3${at(missingTwos, 0)}`);
  const bareHearts = hearts.length > 0 && hearts.every((card) => card === "KH" || card === "AH");
  const longHearts = hearts.length >= 5 && hearts.includes("KH");

  if (asked.twos && fourTwos) return true;
  if (asked.twos && rules.redeal.twos === "four_or_three_plus_three" && threeTwosAndThree) return true;
  if (asked.hearts && rules.redeal.bareHearts && bareHearts) return true;
  return asked.hearts && rules.redeal.longHearts && longHearts;
}

/** The one claimant shown: the first in turn order from the king; `null` without a claim. */
export function claimant(_rules: OracleRules, king: number, claims: boolean[]): number | null {
  return turnOrder(king).find((seat) => at(claims, seat)) ?? null;
}

/** The first illegal thing in a deal and its plays, or `null`; an unfinished deal is not illegal. */
export function validateHistory(rules: OracleRules, deal: OracleDeal): string | null {
  const cards = deal.hands.flat();
  if (deal.hands.length !== 4 || deal.hands.some((hand) => hand.length !== 13)) return "hands: not four of 13 cards";
  if (new Set(cards).size !== 52 || !PACK.every((card) => cards.includes(card))) return "hands: not the pack";
  if (rules.dealer === "king" && deal.dealer !== null && deal.dealer !== deal.king) return "dealer: not the king";
  if (rules.dealer === "rotates" && deal.dealer === null) return "dealer: missing";

  if (deal.contracts.length === 0) {
    return deal.doubled.length + deal.plays.length > 0 ? "contracts: not named before doubling or play" : null;
  }
  if (!mayBeDealt(rules, deal)) return `contracts: ${deal.contracts.join(" ")} not allowed`;

  for (const [index, { seat, card }] of deal.doubled.entries()) {
    const hand = deal.hands[seat] ?? [];
    if (!hand.includes(card)) return `double ${index}: card_not_in_hand`;
    if (!doublable(rules, deal.contracts, hand).includes(card)) {
      return `double ${index}: not_doublable`;
    }
    if (deal.doubled.slice(0, index).some((earlier) => earlier.card === card)) return `double ${index}: repeated`;
  }

  for (const [index, play] of deal.plays.entries()) {
    const reason = refusal(rules, { ...deal, plays: deal.plays.slice(0, index) }, play);
    if (reason !== null) return `play ${index}: ${reason}`;
  }
  return null;
}

/** Whether a deal of this kind can have these contracts, whatever its kingdom has used. */
function mayBeDealt(rules: OracleRules, deal: OracleDeal): boolean {
  const named = deal.contracts.join(" ");
  if (deal.kingdom === null) {
    const possible = rules.tiebreak === "trix_firsts_then_playoff" ? CONTRACTS : ["king_of_hearts"];
    return rules.mode !== "practice" && rules.tiebreak !== "shared" && possible.includes(named);
  }
  if (rules.practice !== null) {
    const { contracts } = rules.practice;
    return named === at(contracts, (deal.number - 1) % contracts.length);
  }
  return contractChoices(rules, []).some((choice) => choice.join(" ") === named);
}
