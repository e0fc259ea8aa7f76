import type { OracleDeal } from "./oracle-cards.ts";
import { at, holderOf, SEATS, turnOrder } from "./oracle-cards.ts";
import type { TiebreakKind } from "./oracle-deal.ts";
import { dealState } from "./oracle-play.ts";
import type { OracleRules } from "./oracle-rules.ts";
import { CONTRACTS } from "./oracle-rules.ts";
import { partnerOf, scoreDeal } from "./oracle-score.ts";

export type OracleTiebreak = {
  kind: TiebreakKind;
  king: number;
  /** `null`: the king names any one of the five. */
  contracts: string[] | null;
  /** Seats still tied, both of a tied team. */
  tied: number[];
};

export type OracleResult = { totals: number[]; places: number[]; winners: number[] };

const matchDeals = (deals: OracleDeal[]) => deals.filter((deal) => deal.kingdom !== null);
const tiebreakDeals = (deals: OracleDeal[]) => deals.filter((deal) => deal.kingdom === null);

/** The match's kingdoms in the order they were ruled, each with its deals. */
function kingdoms(deals: OracleDeal[]): OracleDeal[][] {
  const numbers = [...new Set(matchDeals(deals).map((deal) => deal.kingdom))];
  return numbers.map((number) => deals.filter((deal) => deal.kingdom === number));
}

function kingdomOver(rules: OracleRules, deals: OracleDeal[]): boolean {
  if (rules.mode === "practice") return deals.length === 1;
  const used = deals.flatMap((deal) => deal.contracts);
  return CONTRACTS.every((contract) => used.includes(contract));
}

/** Whether every deal of the match, tie-break deals apart, is among these finished deals. */
export function matchOver(rules: OracleRules, finished: OracleDeal[]): boolean {
  const wanted = rules.practice === null ? rules.kingdoms : rules.practice.deals;
  return kingdoms(finished).filter((deals) => kingdomOver(rules, deals)).length >= wanted;
}

/** The contracts used so far in the kingdom that the next match deal belongs to. */
export function usedInKingdom(rules: OracleRules, finished: OracleDeal[]): string[] {
  const current = kingdoms(finished).at(-1) ?? [];
  return kingdomOver(rules, current) ? [] : current.flatMap((deal) => deal.contracts);
}

/**
 * The king of the deal that follows the finished ones. `announced` is the seat dealt 7♥ where 7♥ settles the king,
 * which under `seven_of_hearts` need not be the king. `firstHands` are the first cards dealt, before any redeal, `null`
 * where the contract comes before them; `drawn` is the seat that is drawn where the first king is.
 */
export function kingOfDeal(
  rules: OracleRules,
  finished: OracleDeal[],
  firstHands: string[][] | null,
  drawn = 0,
): { king: number; settledBySeven: boolean; announced: number | null } {
  const plain = (king: number) => ({ king, settledBySeven: false, announced: null });
  if (matchOver(rules, finished)) {
    const tiebreak = tiebreakNeeded(rules, finished);
    if (tiebreak === null) throw new Error("the match is over");
    return plain(tiebreak.king);
  }

  const played = kingdoms(finished);
  const current = played.at(-1);
  if (current !== undefined && !kingdomOver(rules, current)) return plain(at(current, 0).king);

  if (current === undefined && rules.firstKing === "drawn") return plain(drawn);
  if (current === undefined && rules.firstKing === "seat0") return plain(0);
  if (current !== undefined && (rules.mode === "practice" || rules.kingdomRotation !== "seven_of_hearts")) {
    const first = at(at(played, 0), 0).king;
    const across = rules.mode !== "practice" && rules.kingdomRotation === "across";
    const steps = across ? at([0, 1, 3, 2], played.length) : played.length;
    return plain((first + steps) % 4);
  }

  if (firstHands === null) throw new Error("7♥ is still to be dealt");
  const holder = holderOf(firstHands, "7H");
  const ruled = finished.map((deal) => deal.king);
  const king = turnOrder(holder).find((seat) => !ruled.includes(seat));
  if (king === undefined) throw new Error("every seat has ruled");
  return { king, settledBySeven: true, announced: holder };
}

/** The dealer of the deal with this index among all match and tie-break deals; `null` if no dealer rotates. */
export function dealerOf(rules: OracleRules, firstDealer: number, dealIndexAcrossMatch: number): number | null {
  return rules.dealer === "rotates" ? (firstDealer + dealIndexAcrossMatch) % 4 : null;
}

/** Those who compete: seats, or teams of two. */
function sides(rules: OracleRules): number[][] {
  return rules.partnership === "opposite"
    ? [
        [0, 2],
        [1, 3],
      ]
    : SEATS.map((seat) => [seat]);
}

function totalsOf(rules: OracleRules, deals: OracleDeal[]): number[] {
  return SEATS.map((seat) => sum(deals.map((deal) => at(scoreDeal(rules, deal), seat))));
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const sideSum = (side: number[], bySeat: number[]) => sum(side.map((seat) => at(bySeat, seat)));

/** The sides with the highest sum. */
function bestOf(among: number[][], bySeat: number[]): number[][] {
  const highest = Math.max(...among.map((side) => sideSum(side, bySeat)));
  return among.filter((side) => sideSum(side, bySeat) === highest);
}

/** The sides that share first place after the match and the tie-break deals so far. */
function firstPlace(rules: OracleRules, deals: OracleDeal[]): number[][] {
  const match = matchDeals(deals);
  let tied = bestOf(sides(rules), totalsOf(rules, match));
  if (rules.mode === "practice" || rules.tiebreak === "shared") return tied;
  if (rules.tiebreak === "trix_firsts_then_playoff") {
    const winners = match
      .filter((deal) => deal.contracts.includes("trix"))
      .map((deal) => at(dealState(rules, deal).places, 0));
    tied = bestOf(
      tied,
      SEATS.map((seat) => winners.filter((winner) => winner === seat).length),
    );
  }
  for (const deal of tiebreakDeals(deals)) tied = bestOf(tied, scoreDeal(rules, deal));
  return tied;
}

/** The order of the playoff's kings: seats as they ruled, then the others to the right of the last king. */
export function kingdomOrder(finished: OracleDeal[]): number[] {
  const kings = matchDeals(finished).map((deal) => deal.king);
  return [...new Set([...kings, ...turnOrder(at(kings, kings.length - 1))])];
}

/** The tie-break deal that must follow these finished deals, or `null`. */
export function tiebreakNeeded(rules: OracleRules, deals: OracleDeal[]): OracleTiebreak | null {
  if (rules.mode === "practice" || rules.tiebreak === "shared" || !matchOver(rules, deals)) return null;
  const tied = firstPlace(rules, deals);
  if (tied.length === 1 || tiebreakDeals(deals).length >= rules.tiebreakDeals) return null;

  const seats = tied.flat().sort();
  const order = kingdomOrder(deals);
  if (rules.tiebreak === "king_of_hearts_deal") {
    return { kind: rules.tiebreak, king: at(order, 0), contracts: ["king_of_hearts"], tied: seats };
  }
  const king = order.find((seat) => seats.includes(seat));
  if (king === undefined) throw new Error("nobody is tied");
  return { kind: rules.tiebreak, king, contracts: null, tied: seats };
}

/**
 * Totals by seat from the match's deals alone, places by seat (a partner counts with its team's sum, equal sums share),
 * and the winners, narrowed by the tie-break.
 */
export function finalResult(rules: OracleRules, deals: OracleDeal[]): OracleResult {
  const totals = totalsOf(rules, matchDeals(deals));
  const ranked = SEATS.map((seat) => {
    const partner = partnerOf(rules, seat);
    return at(totals, seat) + (partner === null ? 0 : at(totals, partner));
  });
  return {
    totals,
    // Teams are ranked as teams: first and second, not first and third.
    places: ranked.map(
      (own) => 1 + ranked.filter((other) => other > own).length / (rules.partnership === "opposite" ? 2 : 1),
    ),
    winners: firstPlace(rules, deals).flat().sort(),
  };
}
