/** The running deal as everybody sees it, built by copying (docs/api.md section 4). */

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
import {
  asksAll,
  awaitedSeats,
  type Deal,
  type Match,
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

const seatCard = (play: PlayCode): SeatCard => ({ seat: playSeat(play), card: makeCard(playCard(play)) });

const playView = (play: PlayCode): PlayView =>
  playCard(play) === PASS ? { seat: playSeat(play), pass: true } : seatCard(play);

/** The points of the deal by what everybody has seen: tricks taken, doubled cards in them included, and the places of those who are out. */
export function pointsSoFar({ deal, table }: Match): number[] {
  const points = deal.points.slice();
  // A layout is charged as a whole at its end, yet whoever is out has their points for certain.
  if (deal.phase === "layout")
    for (const [i, seat] of deal.places.entries()) points[seat] += table.rules.layoutPoints[i];
  return points;
}

/** The public side of the running deal with its points so far. Reads hands for their sizes and for cards that the rules have shown, nothing else. */
export function dealView(match: Match, points: readonly number[]): DealView {
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
      points: points[seat],
    })),
    layout: layout ? layoutView(deal) : null,
    places: deal.places.slice() as Seat[],
    points: points.slice(),
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
