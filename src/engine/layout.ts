/** The layout of trix: rows that grow from their jacks, passes, going out (docs/rules.md section 1). */

import { BIT_OF, makeCard, SEATS, type Seat, SUIT_OF } from "./cards.ts";
import type { EventSink } from "./events.ts";
import { canPlayOnLayout } from "./legal.ts";
import { type Deal, type Match, PASS, playOf } from "./match.ts";
import { growRow } from "./rows.ts";
import { turnOnLayout } from "./turns.ts";

/** Puts a card on the layout. Returns whether the deal is over. */
export function playOnLayout(match: Match, deal: Deal, seat: number, card: number, log: EventSink): boolean {
  putDown(deal, seat, card, log);
  return finishTurn(match, deal, log);
}

/** Passes. Returns whether the deal is over, which a pass never brings about. */
export function passOnLayout(match: Match, deal: Deal, seat: number, log: EventSink): boolean {
  recordPass(deal, seat, log);
  return finishTurn(match, deal, log);
}

/** Takes a card from its hand to its row; who has none left is out. */
export function putDown(deal: Deal, seat: number, card: number, log: EventSink): void {
  const suit = SUIT_OF[card];
  deal.hands[seat * 4 + suit] ^= BIT_OF[card];
  growRow(deal.low, deal.high, suit, card - suit * 13);
  deal.plays.push(playOf(seat, card));
  log?.push({ type: "card_played", seat: seat as Seat, card: makeCard(card) });
  if (isOut(deal, seat)) goOut(deal, seat, log);
}

/** Records a pass. */
export function recordPass(deal: Deal, seat: number, log: EventSink): void {
  deal.plays.push(playOf(seat, PASS));
  log?.push({ type: "passed", seat: seat as Seat });
}

const isOut = (deal: Deal, seat: number): boolean => {
  const at = seat * 4,
    hands = deal.hands;
  return (hands[at] | hands[at + 1] | hands[at + 2] | hands[at + 3]) === 0;
};

/** The seats that are out, bit = seat. */
function seatsOut({ places }: Deal): number {
  let out = 0;
  for (let i = 0; i < places.length; i++) out |= 1 << places[i];
  return out;
}

function goOut(deal: Deal, seat: number, log: EventSink): void {
  const place = deal.places.push(seat);
  log?.push({ type: "seat_out", seat: seat as Seat, place });
}

/** Ends a turn, and those of the seats after it for which the server passes. Returns whether the deal is over. */
function finishTurn(match: Match, deal: Deal, log: EventSink): boolean {
  while (!endTurn(match, deal, log)) {
    if (!match.table.passesAlone || canPlayOnLayout(deal, deal.turn)) return false;
    recordPass(deal, deal.turn, log);
  }
  return true;
}

/** What follows a play or a pass: the show of twos after the fourth, the end of the deal or the turn of the next seat. Returns whether the deal is over. */
export function endTurn(match: Match, deal: Deal, log: EventSink): boolean {
  if (deal.plays.length === 4 && match.table.rules.exposeTwos === "after_first_round") exposeTwos(match, deal, log);
  if (deal.places.length < 3) {
    deal.turn = turnOnLayout(deal.turn, seatsOut(deal));
    return false;
  }
  for (let last = 0; last < 4; last++) if (!isOut(deal, last)) goOut(deal, last, log);
  for (let place = 0; place < 4; place++) deal.points[deal.places[place]] += match.table.rules.layoutPoints[place];
  return true;
}

/** Lets the layout's first seat pass where it can do nothing else. */
export function startLayout(match: Match, deal: Deal, log: EventSink): void {
  while (match.table.passesAlone && !canPlayOnLayout(deal, deal.turn)) {
    recordPass(deal, deal.turn, log);
    deal.turn = (deal.turn + 1) & 3;
  }
}

/** Shows the twos, unless one team was dealt all four. No two can have been played within four turns. */
function exposeTwos(match: Match, deal: Deal, log: EventSink): void {
  const holders = [0, 1, 2, 3].map((suit) => SEATS.find((seat) => (deal.hands[seat * 4 + suit] & 1) !== 0)!);
  deal.twosExposed = !match.table.partners || holders.some((seat) => (seat & 1) !== (holders[0] & 1));
  const cards = deal.twosExposed ? holders.map((seat, suit) => ({ seat, card: makeCard(suit * 13) })) : [];
  log?.push({ type: "twos_exposed", cards });
}
