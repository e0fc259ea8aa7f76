/** What one audience sees of a match, built by copying what it may know (docs/api.md section 4). */

import { type Action, actionOf, makeAction } from "./actions.ts";
import { type Card, makeHand, type Seat } from "./cards.ts";
import { type Contract, makeContracts } from "./contracts.ts";
import { type DealView, dealView, pointsSoFar } from "./deal-view.ts";
import type { Audience } from "./events.ts";
import { legalCodes } from "./legal.ts";
import { type DealSummary, isAwaited, kingdomNumber, type Match, type MatchResult, type Phase } from "./match.ts";

export type DecisionKind = "redeal" | "contract" | "double" | "play";
export type LegalAction = { id: string } & Action;

export interface DealSummaryView {
  number: number;
  kingdom: number | null;
  tiebreak: boolean;
  king: Seat;
  contracts: Contract[];
  points: number[];
  places: Seat[];
}

export interface SeatView {
  seat: Seat;
  hand: Card[];
  /** What this seat is asked for now, or `null`. */
  asked: DecisionKind | null;
  legalActions: LegalAction[];
}

/** The part of a game view that the rules know; the game object adds ids, seats and decisions. */
export interface MatchView {
  kingdom: { number: number; king: Seat; used: Contract[] } | null;
  deal: DealView;
  /** Totals of the finished deals. */
  scores: number[];
  /** The same with the points of the running deal so far, but for tie-break deals, which count toward no total. */
  totals: number[];
  teams: { seats: Seat[]; score: number; total: number }[] | null;
  deals: DealSummaryView[];
  result: MatchResult | null;
  /** `null` for the public. */
  you: SeatView | null;
}

/** The match as `audience` sees it. */
export function viewFor(match: Match, audience: Audience): MatchView {
  const { deal, totals: scores } = match;
  const points = pointsSoFar(match);
  const totals =
    deal.phase === "done" || deal.tiebreak ? scores.slice() : scores.map((score, seat) => score + points[seat]);
  return {
    kingdom: deal.tiebreak
      ? null
      : { number: kingdomNumber(match)!, king: match.kings.at(-1) as Seat, used: makeContracts(match.used) },
    deal: dealView(match, points),
    scores: scores.slice(),
    totals,
    teams: match.table.partners
      ? [
          { seats: [0, 2], score: scores[0] + scores[2], total: totals[0] + totals[2] },
          { seats: [1, 3], score: scores[1] + scores[3], total: totals[1] + totals[3] },
        ]
      : null,
    deals: match.deals.map(summaryView),
    result: match.result,
    you: audience === "public" ? null : seatView(match, audience),
  };
}

/** What a seat knows beyond the public: its own hand and what it may do. */
function seatView(match: Match, seat: Seat): SeatView {
  const codes: number[] = [];
  codes.length = legalCodes(match, seat, codes);
  return {
    seat,
    hand: makeHand(match.deal.hands, seat),
    asked: isAwaited(match, seat) ? decisionKind(match.deal.phase) : null,
    legalActions: codes.map((code) => {
      const action = actionOf(code);
      return { id: makeAction(action), ...action };
    }),
  };
}

function decisionKind(phase: Phase): DecisionKind | null {
  switch (phase) {
    case "redeal":
      return "redeal";
    case "contract":
      return "contract";
    case "doubling":
      return "double";
    case "tricks":
    case "layout":
      return "play";
    case "done":
      return null;
  }
}

/** A finished deal as views and lists show it. */
export const summaryView = (summary: DealSummary): DealSummaryView => ({
  number: summary.number,
  kingdom: summary.kingdom,
  tiebreak: summary.tiebreak,
  king: summary.king as Seat,
  contracts: makeContracts(summary.contracts),
  points: summary.points.slice(),
  places: summary.places.slice() as Seat[],
});
