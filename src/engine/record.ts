/** The JSON record of a match (`trix-record/1`, docs/api.md section 4), made from what an audience may read of its events. */

import { type Card, SEATS, type Seat, type SeatCard } from "./cards.ts";
import type { Contract } from "./contracts.ts";
import type { Audience, PublicMatchEvent } from "./events.ts";
import type { MatchResult } from "./match.ts";
import type { Rules } from "./rules.ts";

/** More deals than a match can have, plays than a deal, and redeals than a deal: nothing longer is worth reading. At least one play in four is a card. */
export const MOST_DEALS = 110,
  MOST_PLAYS = 210,
  MOST_REDEALS = 5;
/** The longest id, commitment and name, in characters. */
export const LINE_LENGTH = 100;

/** Who made a move: the seat's player (unmarked in records), a house bot, or the server after a time-out. */
export type Mover = "player" | "bot" | "clock";

/** A play, or a pass in the layout; `by` stands only where the seat's player did not make it. */
export type RecordedPlay = (SeatCard | { seat: Seat; pass: true }) & { by?: "bot" | "clock" };

export interface RecordedDeal {
  /** From 1; tie-break deals count from 1 again. */
  number: number;
  /** From 1; `null` in a tie-break. */
  kingdom: number | null;
  king: Seat;
  dealer: Seat;
  /** The four hands played, as they were dealt; a hand is `null` only in one seat's replay. */
  hands: (Card[] | null)[];
  /** Packs thrown in, oldest first, each with its claimant. */
  redeals: { seat: Seat; hands: (Card[] | null)[] }[];
  contracts: Contract[];
  doubled: SeatCard[];
  plays: RecordedPlay[];
  /** Empty while the deal is in play, which only a seat's replay shows. */
  points: number[];
  tiebreak?: true;
  revoke?: SeatCard;
}

export interface MatchRecord {
  format: "trix-record/1";
  id: string;
  /** The day the match began, `YYYY-MM-DD`. */
  date: string;
  rules: Rules;
  seats: { name: string; kind: "player" | "bot" }[];
  commitment: string;
  /** The seat drawn to deal first; `null` where the king deals. */
  firstDealer: Seat | null;
  deals: RecordedDeal[];
  /** Seats that gave the match up, oldest first, each with the number of the deal, tie-breaks counted with the others, in which it did. */
  forfeits?: { seat: Seat; deal: number }[];
  scores: number[];
  result: MatchResult | null;
  status: "waiting" | "playing" | "finished" | "aborted";
}

/** A match event as an audience reads it, with the mover of the action that caused it, where it is an action. */
export type MovedEvent = PublicMatchEvent & { by?: Mover };

/** The hands that an event shows its audience: all, one's own, or none, as where the contract comes before the cards. */
function shownHands(event: { hands: Card[][] | null; hand: Card[] | null }, audience: Audience): (Card[] | null)[] {
  return event.hands ?? SEATS.map((seat) => (seat === audience ? event.hand : null));
}

/** Adds one event to the list of deals it belongs to. */
function recordEvent(deals: RecordedDeal[], event: MovedEvent, audience: Audience): void {
  const deal = deals.at(-1)!;
  const by = event.by === "bot" || event.by === "clock" ? { by: event.by } : {};
  switch (event.type) {
    case "deal_started":
      deals.push({
        number: event.number,
        kingdom: event.kingdom,
        king: event.king,
        dealer: event.dealer,
        hands: shownHands(event, audience),
        redeals: [],
        contracts: event.contracts,
        doubled: [],
        plays: [],
        points: [],
        ...(event.tiebreak ? { tiebreak: true } : {}),
      });
      return;
    case "hands_dealt":
      deal.hands = shownHands(event, audience);
      return;
    case "redealt":
      deal.redeals.push({ seat: event.claimant, hands: event.thrownIn });
      deal.hands = shownHands(event, audience);
      return;
    case "contract_chosen":
      deal.contracts = event.contracts;
      return;
    case "doubling_answered":
      deal.doubled = [...deal.doubled, ...(event.cards ?? []).map((card) => ({ seat: event.seat, card }))].sort(
        (a, b) => a.seat - b.seat,
      );
      return;
    case "doubling_closed":
      deal.doubled = event.doubled;
      return;
    case "card_played":
      deal.plays.push({ seat: event.seat, card: event.card, ...by });
      return;
    case "passed":
      deal.plays.push({ seat: event.seat, pass: true, ...by });
      return;
    case "revoked":
      deal.revoke = { seat: event.seat, card: event.card };
      return;
    case "deal_scored":
      deal.hands = event.hands;
      deal.points = event.points;
      return;
  }
}

/**
 * The deals that these events tell `audience` of, oldest first. The last one may still be in play: it then has no points,
 * and hands that the audience does not know are `null`.
 */
export function dealsSeen(events: Iterable<MovedEvent>, audience: Audience): RecordedDeal[] {
  const deals: RecordedDeal[] = [];
  for (const event of events) recordEvent(deals, event, audience);
  return deals;
}

/** Whether a recorded deal was played to its end. */
export const isFinished = (deal: RecordedDeal): boolean => deal.points.length === 4;

/** The finished deals of a match, from its events as anybody may read them: all that a whole record holds. */
export const recordDeals = (events: Iterable<MovedEvent>): RecordedDeal[] =>
  dealsSeen(events, "public").filter(isFinished);

/** Match totals after these deals; tie-break deals add nothing. */
export const recordScores = (deals: readonly RecordedDeal[]): number[] =>
  SEATS.map((seat) =>
    deals.reduce((sum, deal) => sum + (deal.tiebreak || !isFinished(deal) ? 0 : deal.points[seat]), 0),
  );

/** The label of a deal, as in a text: `3`, `T1` for a tie-break. */
export const labelOf = ({ number, tiebreak }: Pick<RecordedDeal, "number" | "tiebreak">): string =>
  tiebreak ? `T${number}` : `${number}`;

/** Whether a text is a day of the calendar, as `2026-11-30`. */
export function isDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** What is wrong with an id or a commitment, or `null`: they are a line of text, of at most LINE_LENGTH characters. */
export function lineFault(text: string): { code: "out_of_range" | "wrong_format"; message: string } | null {
  if (text.length > LINE_LENGTH)
    return { code: "out_of_range", message: `Must have at most ${LINE_LENGTH} characters.` };
  return /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text)
    ? { code: "wrong_format", message: "Must be a single line of text." }
    : null;
}
