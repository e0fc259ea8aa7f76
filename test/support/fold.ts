/** A client's own bookkeeping: what a view becomes by the events that follow it, worked out from docs/api.md section 3 alone. */

import assert from "node:assert/strict";
import type { Card, DealView, Rank, Seat, SeatCard, Suit } from "../../src/engine/index.ts";
import type { GameEventView, GameView, Occupant, Sitter } from "../../src/game/types.ts";
import { inPackOrder, SEATS } from "./play.ts";

/** An event with all the fields that some type of event has. */
interface AnyEvent extends GameEventView {
  seats: Occupant[];
  occupant: Occupant;
  number: number;
  kingdom: number | null;
  tiebreak: boolean;
  king: Seat;
  dealer: Seat;
  sevenOfHearts: Seat | null;
  contracts: string[];
  hand: Card[] | null;
  hands: Card[][] | null;
  card: Card;
  cards: SeatCard[] | Card[];
  doubled: SeatCard[];
  leader: Seat;
  winner: Seat;
  points: number[];
  game: string;
  result: GameView["result"];
  totals: number[];
  place: number;
  seat: Seat;
  successor: Sitter | null;
}

/** What of a view a client can know from events: all but whose turn it is, what may be done, and the phase that goes with it. */
export function foldable(view: GameView) {
  const deal =
    view.deal === null
      ? null
      : {
          ...view.deal,
          awaiting: undefined,
          phase: undefined,
          trick: view.deal.trick?.plays.length ? view.deal.trick : null,
        };
  const layout = deal?.layout && Object.values(deal.layout).some((row) => row !== null) ? deal.layout : null;
  return {
    status: view.status,
    version: view.version,
    seats: view.seats,
    scores: view.scores,
    layoutPoints: view.rules.layoutPoints,
    deals: view.deals,
    result: view.result,
    deal: deal === null ? null : { ...deal, layout },
    hand: view.you?.hand ?? null,
    next: view.next,
  };
}

type Folded = ReturnType<typeof foldable>;
type FoldedDeal = NonNullable<Folded["deal"]>;

const LOW_TO_HIGH = [..."23456789TJQKA"] as Rank[];

/** The state after `events`, which must follow on `view` without a gap. */
export function fold(view: GameView, events: readonly GameEventView[]): Folded {
  const state: Folded = structuredClone(foldable(view));
  const seat = view.you?.seat ?? null;
  for (const event of events as AnyEvent[]) {
    assert.equal(event.seq, state.version + 1, "the events have a gap");
    state.version = event.seq;
    foldLobby(state, event);
    if (event.type === "deal_started") {
      // Where the king names the contract before the cards, `hands_dealt` brings them.
      const isLater =
        view.rules.contractTiming === "before_cards" && event.sevenOfHearts === null && event.contracts.length === 0;
      state.deal = newDeal(event, isLater ? 0 : 13);
      state.hand = seat === null ? null : (event.hand ?? []);
    } else if (state.deal !== null) {
      foldDeal(state, state.deal, event, seat, view.rules.doubling.order === "sequential");
    }
  }
  return state;
}

function foldLobby(state: Folded, event: AnyEvent): void {
  switch (event.type) {
    case "game_created":
      state.seats = event.seats.map((occupant, i) => ({ seat: i as Seat, ...occupant }));
      break;
    case "seat_taken":
    case "seat_changed":
      state.seats[event.seat] = { seat: event.seat, ...event.occupant };
      break;
    case "seat_left":
      state.seats[event.seat] = { seat: event.seat, kind: "open" };
      break;
    case "successor_changed": {
      const { successor: _, ...seat } = state.seats[event.seat] as Extract<GameView["seats"][number], { kind: "open" }>;
      state.seats[event.seat] = event.successor === null ? seat : { ...seat, successor: event.successor };
      break;
    }
    case "game_started":
      state.status = "playing";
      break;
    case "game_aborted":
      state.status = "aborted";
      break;
    case "next_game_made":
      state.next = event.game;
      break;
    case "game_finished":
      [state.status, state.result] = ["finished", event.result];
      break;
  }
}

const newDeal = (event: AnyEvent, handSize: number): FoldedDeal => ({
  number: event.number,
  king: event.king,
  dealer: event.dealer,
  contracts: event.contracts as DealView["contracts"],
  tiebreak: event.tiebreak,
  redeals: 0,
  handSizes: SEATS.map(() => handSize),
  doubled: [],
  exposed: shown(event),
  answered: [],
  heartsBroken: false,
  plays: [],
  trick: null,
  lastTrick: null,
  taken: [0, 1, 2, 3].map(() => ({ tricks: 0, cards: [], points: 0 })),
  layout: null,
  places: [],
  points: [0, 0, 0, 0],
  awaiting: undefined,
  phase: undefined,
});

/** Cards that lie open from the deal on. */
function shown(event: AnyEvent): SeatCard[] {
  if (event.hands !== null)
    return event.hands.flatMap((hand, seat) => hand.map((card) => ({ seat: seat as Seat, card })));
  return event.sevenOfHearts === null || event.sevenOfHearts === undefined
    ? []
    : [{ seat: event.sevenOfHearts, card: "7H" }];
}

function foldDeal(state: Folded, deal: FoldedDeal, event: AnyEvent, seat: Seat | null, openly: boolean): void {
  switch (event.type) {
    case "redeal_asked":
    case "doubling_asked":
      deal.answered = [];
      break;
    case "redeal_answered":
      deal.answered = [...deal.answered, event.seat].sort();
      if (deal.answered.length === 4) deal.answered = [];
      break;
    case "hands_dealt":
      deal.handSizes = SEATS.map(() => 13);
      deal.exposed = event.hands === null ? [] : shown(event);
      state.hand = event.hand;
      break;
    case "redealt":
      deal.redeals++;
      deal.exposed = event.hands === null ? [] : shown(event);
      state.hand = event.hand;
      break;
    case "contract_chosen":
      deal.contracts = event.contracts as DealView["contracts"];
      break;
    case "doubling_answered":
      deal.answered = [...deal.answered, event.seat].sort();
      // In sequential doubling the cards lie open at once; else a seat reads its own, and they are not yet doubled.
      if (openly)
        deal.doubled = inSeatOrder([
          ...deal.doubled,
          ...(event.cards as Card[]).map((card) => ({ seat: event.seat, card })),
        ]);
      break;
    case "doubling_closed":
      [deal.doubled, deal.answered] = [event.doubled, []];
      break;
    case "card_played":
      playCard(state, deal, event, seat);
      break;
    case "passed":
      deal.plays.push({ seat: event.seat, pass: true });
      break;
    case "trick_taken": {
      const plays = deal.trick!.plays;
      assert.deepEqual(
        event.cards,
        plays.map(({ card }) => card),
        "a trick holds other cards than were played to it",
      );
      deal.lastTrick = { ...deal.trick!, leader: event.leader, winner: event.winner };
      deal.trick = null;
      deal.taken[event.winner].tricks++;
      deal.taken[event.winner].cards.push(...(event.cards as Card[]));
      setPoints(deal, event.points);
      break;
    }
    case "twos_exposed":
      deal.exposed = inSeatOrder([...deal.exposed, ...(event.cards as SeatCard[])]);
      break;
    case "seat_out":
      deal.places.push(event.seat);
      setPoints(deal, deal.points.with(event.seat, deal.points[event.seat] + state.layoutPoints[event.place - 1]));
      break;
    case "deal_scored":
      setPoints(deal, event.points);
      if (!deal.tiebreak) state.scores = state.scores.map((score, i) => score + event.points[i]);
      break;
  }
}

function playCard(state: Folded, deal: FoldedDeal, { seat, card }: AnyEvent, own: Seat | null): void {
  deal.plays.push({ seat, card });
  deal.handSizes[seat]--;
  deal.exposed = deal.exposed.filter((each) => each.card !== card);
  if (own === seat) state.hand = state.hand!.filter((each) => each !== card);
  if (deal.contracts.includes("trix")) {
    const suit = card[1] as Suit,
      rank = card[0] as Rank;
    deal.layout ??= { S: null, H: null, D: null, C: null };
    const ranks = [
      ...new Set([rank, ...(deal.layout[suit] === null ? [] : [deal.layout[suit].low, deal.layout[suit].high])]),
    ];
    const heights = ranks.map((each) => LOW_TO_HIGH.indexOf(each));
    deal.layout[suit] = { low: LOW_TO_HIGH[Math.min(...heights)], high: LOW_TO_HIGH[Math.max(...heights)] };
  } else {
    deal.trick ??= { number: (deal.lastTrick?.number ?? 0) + 1, leader: seat, plays: [] };
    deal.trick.plays.push({ seat, card });
    if (card[1] === "H" && deal.trick.plays[0].card[1] !== "H") deal.heartsBroken = true;
  }
}

function setPoints(deal: FoldedDeal, points: number[]): void {
  deal.points = points;
  deal.taken.forEach((taken, seat) => {
    taken.points = points[seat];
  });
}

const inSeatOrder = (cards: SeatCard[]): SeatCard[] =>
  [0, 1, 2, 3].flatMap((seat) =>
    inPackOrder(cards.filter((each) => each.seat === seat).map(({ card }) => card)).map((card) => ({
      seat: seat as Seat,
      card,
    })),
  );
