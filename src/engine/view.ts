/** What one audience sees of a match, built by copying what it may know (docs/api.md section 4). */

import { type Action, actionOf, makeAction } from "./actions.ts";
import {
  type Card,
  handSize,
  holds,
  makeCard,
  makeHand,
  RANKS,
  type Rank,
  SEATS,
  SEVEN_OF_HEARTS,
  type Seat,
  type SeatCard,
  type Suit,
} from "./cards.ts";
import { type Contract, makeContracts } from "./contracts.ts";
import { doubledCards } from "./doubling.ts";
import type { Audience } from "./events.ts";
import { legalCodes } from "./legal.ts";
import {
  asksAll,
  awaitedSeats,
  type Deal,
  type DealSummary,
  isAwaited,
  kingdomNumber,
  type Match,
  type MatchResult,
  PASS,
  type Phase,
  type PlayCode,
  playCard,
  playSeat,
} from "./match.ts";
import { takerOf } from "./turns.ts";

export type PlayView = SeatCard | { seat: Seat; pass: true };
export interface TrickView {
  number: number;
  leader: Seat;
  plays: SeatCard[];
}
export type LayoutView = Record<Suit, { low: Rank; high: Rank } | null>;
export type DecisionKind = "redeal" | "contract" | "double" | "play";
export type LegalAction = { id: string } & Action;

export interface DealView {
  number: number;
  king: Seat;
  dealer: Seat;
  contracts: Contract[];
  phase: Phase;
  awaiting: Seat[];
  tiebreak: boolean;
  redeals: number;
  handSizes: number[];
  doubled: SeatCard[];
  /** Cards shown by the rules and still held, with their holder. */
  exposed: SeatCard[];
  /** Seats that have answered the running redeal or doubling. */
  answered: Seat[];
  heartsBroken: boolean;
  plays: PlayView[];
  trick: TrickView | null;
  lastTrick: (TrickView & { winner: Seat }) | null;
  taken: { tricks: number; cards: Card[]; points: number }[];
  layout: LayoutView | null;
  places: Seat[];
  points: number[];
}

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
  scores: number[];
  teams: { seats: Seat[]; score: number }[] | null;
  deals: DealSummaryView[];
  result: MatchResult | null;
  /** `null` for the public. */
  you: SeatView | null;
}

/** The match as `audience` sees it. */
export function viewFor(match: Match, audience: Audience): MatchView {
  const { deal, totals } = match;
  return {
    kingdom: deal.tiebreak
      ? null
      : { number: kingdomNumber(match)!, king: match.kings.at(-1) as Seat, used: makeContracts(match.used) },
    deal: dealView(match),
    scores: totals.slice(),
    teams: match.table.partners
      ? [
          { seats: [0, 2], score: totals[0] + totals[2] },
          { seats: [1, 3], score: totals[1] + totals[3] },
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

const seatCard = (play: PlayCode): SeatCard => ({ seat: playSeat(play), card: makeCard(playCard(play)) });

const playView = (play: PlayCode): PlayView =>
  playCard(play) === PASS ? { seat: playSeat(play), pass: true } : seatCard(play);

/** The public side of the running deal. Reads hands for their sizes and for cards that the rules have shown, nothing else. */
function dealView(match: Match): DealView {
  const { deal } = match;
  const layout = deal.phase === "layout" || (deal.phase === "done" && deal.places.length > 0);
  const tricks = layout ? [] : finishedTricks(deal);
  const running = layout ? 0 : deal.plays.length & 3;
  const last = tricks.at(-1) ?? null;
  return {
    number: deal.number,
    king: deal.king as Seat,
    dealer: deal.dealer as Seat,
    contracts: makeContracts(deal.contracts),
    phase: deal.phase,
    awaiting: awaitedSeats(match),
    tiebreak: deal.tiebreak,
    redeals: deal.redeals,
    handSizes: SEATS.map((seat) => handSize(deal.hands, seat)),
    doubled: doubledCards(deal.doubled),
    exposed: exposedCards(match),
    answered: asksAll(match) || deal.phase === "doubling" ? SEATS.filter((seat) => deal.answers[seat] >= 0) : [],
    heartsBroken: deal.heartsBroken,
    plays: deal.plays.map(playView),
    trick:
      deal.phase !== "tricks"
        ? null
        : {
            number: tricks.length + 1,
            leader: deal.leader as Seat,
            plays: deal.plays.slice(deal.plays.length - running).map(seatCard),
          },
    lastTrick: last,
    taken: SEATS.map((seat) => ({
      tricks: deal.tricks[seat],
      cards: tricks.filter((trick) => trick.winner === seat).flatMap((trick) => trick.plays.map((play) => play.card)),
      points: deal.points[seat],
    })),
    layout: layout ? layoutView(deal) : null,
    places: deal.places.slice() as Seat[],
    points: deal.points.slice(),
  };
}

/** The finished tricks of a deal, recomputed from its plays. A revoke ends the deal within its trick, which nobody takes. */
function finishedTricks(deal: Deal): (TrickView & { winner: Seat })[] {
  const finished = deal.tricks.reduce((sum, count) => sum + count, 0);
  return Array.from({ length: finished }, (_, i) => {
    const plays = deal.plays.slice(i * 4, i * 4 + 4);
    return {
      number: i + 1,
      leader: playSeat(plays[0]),
      plays: plays.map(seatCard),
      winner: playSeat(plays[takerOf(plays.map(playCard))]),
    };
  });
}

const rank = (height: number): Rank => RANKS[12 - height];

function layoutView(deal: Deal): LayoutView {
  const row = (suit: number) =>
    deal.low[suit] < 0 ? null : { low: rank(deal.low[suit]), high: rank(deal.high[suit]) };
  return { S: row(0), H: row(1), D: row(2), C: row(3) };
}

/** Cards that the rules have laid open and that are still held: the announced 7♥, the twos, or all under `openHands`. */
function exposedCards(match: Match): SeatCard[] {
  const { deal } = match;
  if (match.table.rules.openHands)
    return SEATS.flatMap((seat) => makeHand(deal.hands, seat).map((card) => ({ seat, card })));
  const shown: SeatCard[] = [];
  for (const seat of SEATS) {
    if (deal.announced === seat && holds(deal.hands, seat, SEVEN_OF_HEARTS)) shown.push({ seat, card: "7H" });
    if (!deal.twosExposed) continue;
    for (let suit = 0; suit < 4; suit++)
      if (holds(deal.hands, seat, suit * 13)) shown.push({ seat, card: makeCard(suit * 13) });
  }
  return shown;
}
