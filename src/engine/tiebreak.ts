/** Who won: totals, teams, places, and the three ways to settle a tie for first place (docs/rules.md section 5). */

import { X } from "./contracts.ts";
import type { Match, MatchResult, Tiebreak } from "./match.ts";

/** By seat: its own figures, or in partnership those of its team added. */
const sides = (match: Match, points: readonly number[]): number[] =>
  match.table.partners ? points.map((own, seat) => own + points[(seat + 2) & 3]) : points.slice();

const bestOf = (seats: readonly number[], figures: readonly number[]): number[] => {
  const best = Math.max(...seats.map((seat) => figures[seat]));
  return seats.filter((seat) => figures[seat] === best);
};

const isTied = (match: Match, seats: readonly number[]): boolean => seats.length > (match.table.partners ? 2 : 1);

/** Those of these seats that have not forfeited, a team counting as its weaker half; all of them where none would be left. */
function standing(match: Match, seats: readonly number[]): readonly number[] {
  const {
    forfeited,
    table: { partners },
  } = match;
  if (forfeited.length === 0) return seats;
  const left = seats.filter((seat) => !forfeited.includes(seat) && !(partners && forfeited.includes((seat + 2) & 3)));
  return left.length === 0 ? seats : left;
}

/** The tie that the match's last deal leaves behind, or `null` where there is none or the rules share the win. */
export function decideTie(match: Match): Tiebreak | null {
  const { rules } = match.table;
  const tied = bestOf(standing(match, [0, 1, 2, 3]), sides(match, match.totals));
  if (!isTied(match, tied) || rules.tiebreak === "shared" || rules.practice !== null) return null;
  if (rules.tiebreak === "king_of_hearts_deal") return { tied, deals: 0, firsts: null };
  const firsts = [0, 0, 0, 0];
  for (const deal of match.deals) if ((deal.contracts & X) !== 0) firsts[deal.places[0]]++;
  const counted = sides(match, firsts);
  return { tied: bestOf(tied, counted), deals: 0, firsts: counted };
}

/** The tie after one more tie-break deal: only those best in it stay. */
export const narrowTie = (match: Match, tie: Tiebreak, points: readonly number[]): Tiebreak => ({
  tied: bestOf(standing(match, tie.tied), sides(match, points)),
  deals: tie.deals + 1,
  firsts: tie.firsts,
});

/** The king of a playoff deal: the tied seat earliest in kingdom order. */
export function playoffKing(match: Match, tied: readonly number[]): number {
  const order = match.kings.slice();
  for (let seat = (order[order.length - 1] + 1) & 3; order.length < 4; seat = (seat + 1) & 3)
    if (!order.includes(seat)) order.push(seat);
  return order.find((seat) => tied.includes(seat))!;
}

/**
 * The result of a match whose last deal is played. Places follow the totals, equal totals sharing one (in partnership
 * team totals, places 1 and 2); a tie-break narrows the winners, never the places. Whoever has forfeited shares the last
 * place, whatever the total, and in partnership the whole team does.
 */
export function resultOf(match: Match): MatchResult {
  const totals = sides(match, match.totals);
  const step = match.table.partners ? 0.5 : 1;
  const eligible = standing(match, [0, 1, 2, 3]);
  const places = totals.map(
    (total, seat) =>
      1 +
      step *
        totals.filter((other, rival) =>
          eligible.includes(rival) !== eligible.includes(seat)
            ? eligible.includes(rival)
            : eligible.includes(seat) && other > total,
        ).length,
  );
  const winners = match.tiebreak?.tied ?? bestOf(eligible, totals);
  return { winners: winners.slice(), places, totals: match.totals.slice(), tiebreak: match.tiebreak };
}
