/** What happens in a match, as the engine tells it in full, and what each audience may read of it (docs/api.md section 3). */

import type { Card, Seat, SeatCard } from "./cards.ts";
import type { Contract } from "./contracts.ts";
import type { MatchResult } from "./match.ts";

/** The full truth, hidden fields included: for the server's own log alone. */
export type MatchEvent =
  | {
      type: "deal_started";
      number: number;
      kingdom: number | null;
      tiebreak: boolean;
      king: Seat;
      dealer: Seat;
      /** The seat dealt the 7♥, where that settled the king. */
      sevenOfHearts: Seat | null;
      /** Named already in practice and in king_of_hearts tie-breaks; else empty. */
      contracts: Contract[];
      pack: number;
      openHands: boolean;
      /** `null` where the contract comes before the cards. */
      hands: Card[][] | null;
    }
  | { type: "hands_dealt"; openHands: boolean; hands: Card[][] }
  | { type: "redeal_asked" }
  | { type: "redeal_answered"; seat: Seat; claim: boolean }
  | {
      type: "redealt";
      claimant: Seat;
      thrownIn: Card[][];
      thrownPack: number;
      pack: number;
      openHands: boolean;
      hands: Card[][];
    }
  | { type: "contract_chosen"; seat: Seat; king: Seat; contracts: Contract[] }
  | { type: "doubling_asked" }
  | { type: "doubling_answered"; seat: Seat; cards: Card[]; open: boolean }
  | { type: "doubling_closed"; doubled: SeatCard[] }
  | { type: "card_played"; seat: Seat; card: Card }
  | { type: "trick_taken"; leader: Seat; winner: Seat; cards: Card[]; points: number[] }
  | { type: "passed"; seat: Seat }
  | { type: "twos_exposed"; cards: SeatCard[] }
  | { type: "seat_out"; seat: Seat; place: number }
  | { type: "revoked"; seat: Seat; card: Card }
  | { type: "deal_scored"; points: number[]; hands: Card[][]; pack: number }
  | { type: "kingdom_ended"; kingdom: number; totals: number[] }
  | { type: "tiebreak_started"; number: number; tied: Seat[]; firsts: number[] | null }
  | { type: "game_finished"; result: MatchResult };

/** Where the core tells what happened; `null` where nobody listens. */
export type EventSink = MatchEvent[] | null;

/** The same event as one audience reads it: the same type, fewer fields. */
export type PublicMatchEvent =
  | {
      type: "deal_started";
      number: number;
      kingdom: number | null;
      tiebreak: boolean;
      king: Seat;
      dealer: Seat;
      sevenOfHearts: Seat | null;
      contracts: Contract[];
      hands: Card[][] | null;
      hand: Card[] | null;
    }
  | { type: "hands_dealt"; hands: Card[][] | null; hand: Card[] | null }
  | { type: "redeal_asked" }
  | { type: "redeal_answered"; seat: Seat; claim: boolean | null }
  | {
      type: "redealt";
      claimant: Seat;
      thrownIn: Card[][];
      thrownPack: number;
      hands: Card[][] | null;
      hand: Card[] | null;
    }
  | { type: "doubling_asked" }
  | { type: "doubling_answered"; seat: Seat; cards: Card[] | null }
  | Exclude<
      MatchEvent,
      {
        type:
          | "deal_started"
          | "hands_dealt"
          | "redeal_asked"
          | "redeal_answered"
          | "redealt"
          | "doubling_asked"
          | "doubling_answered";
      }
    >;

/** Who reads: one seat, or everybody. */
export type Audience = Seat | "public";

/**
 * The event as `audience` may read it, built by copying what it may know. A published event never changes: what becomes
 * public later comes in a later event.
 */
export function eventFor(event: MatchEvent, audience: Audience): PublicMatchEvent {
  switch (event.type) {
    case "deal_started":
      return {
        type: event.type,
        number: event.number,
        kingdom: event.kingdom,
        tiebreak: event.tiebreak,
        king: event.king,
        dealer: event.dealer,
        sevenOfHearts: event.sevenOfHearts,
        contracts: event.contracts,
        ...handsFor(event, audience),
      };
    case "hands_dealt":
      return { type: event.type, ...handsFor(event, audience) };
    case "redeal_asked":
    case "doubling_asked":
      return { type: event.type };
    case "redeal_answered":
      return { type: event.type, seat: event.seat, claim: audience === event.seat ? event.claim : null };
    case "redealt":
      return {
        type: event.type,
        claimant: event.claimant,
        thrownIn: event.thrownIn,
        thrownPack: event.thrownPack,
        ...handsFor(event, audience),
      };
    case "doubling_answered":
      return { type: event.type, seat: event.seat, cards: event.open || audience === event.seat ? event.cards : null };
    case "contract_chosen":
      return { type: event.type, seat: event.seat, king: event.king, contracts: event.contracts };
    case "doubling_closed":
      return { type: event.type, doubled: event.doubled };
    case "card_played":
    case "revoked":
      return { type: event.type, seat: event.seat, card: event.card };
    case "trick_taken":
      return { type: event.type, leader: event.leader, winner: event.winner, cards: event.cards, points: event.points };
    case "passed":
      return { type: event.type, seat: event.seat };
    case "twos_exposed":
      return { type: event.type, cards: event.cards };
    case "seat_out":
      return { type: event.type, seat: event.seat, place: event.place };
    case "deal_scored":
      return { type: event.type, points: event.points, hands: event.hands, pack: event.pack };
    case "kingdom_ended":
      return { type: event.type, kingdom: event.kingdom, totals: event.totals };
    case "tiebreak_started":
      return { type: event.type, number: event.number, tied: event.tied, firsts: event.firsts };
    case "game_finished":
      return { type: event.type, result: event.result };
  }
}

const handsFor = (event: { openHands: boolean; hands: Card[][] | null }, audience: Audience) => ({
  hands: event.openHands ? event.hands : null,
  hand: audience === "public" || event.hands === null ? null : event.hands[audience],
});
