/** The layout of trix: rows that grow from their jacks, passes, going out (rules.md section 1). */

import { BIT_OF, makeCard, SEATS, type Seat, SUIT_OF } from "./cards.ts";
import type { Log } from "./events.ts";
import { canPlayOnLayout } from "./legal.ts";
import { type Deal, type Match, PASS, playOf } from "./match.ts";
import { growRow } from "./rows.ts";
import { turnOnLayout } from "./turns.ts";

/** Records a pass. */
function recordPass(deal: Deal, seat: number, log: Log): void {
  deal.plays.push(playOf(seat, PASS));
  log?.push({ type: "passed", seat: seat as Seat });
}

/** Puts a card on the layout. Returns whether the deal is over. */
export function playOnLayout(match: Match, deal: Deal, seat: number, card: number, log: Log): boolean {
  const suit = SUIT_OF[card],
    height = card - suit * 13;
  deal.hands[seat * 4 + suit] ^= BIT_OF[card];
  growRow(deal.low, deal.high, suit, height);
  deal.plays.push(playOf(seat, card));
  log?.push({ type: "card_played", seat: seat as Seat, card: makeCard(card) });
  if (isOut(deal, seat)) goOut(deal, seat, log);
  return finishTurn(match, deal, seat, log);
}

/** Passes. Returns whether the deal is over, which a pass never brings about. */
export function passOnLayout(match: Match, deal: Deal, seat: number, log: Log): boolean {
  recordPass(deal, seat, log);
  return finishTurn(match, deal, seat, log);
}

const isOut = (deal: Deal, seat: number): boolean => {
  const at = seat * 4,
    hands = deal.hands;
  return (hands[at] | hands[at + 1] | hands[at + 2] | hands[at + 3]) === 0;
};

function goOut(deal: Deal, seat: number, log: Log): void {
  const place = deal.places.push(seat);
  log?.push({ type: "seat_out", seat: seat as Seat, place });
}

/** What follows a play or a pass: the show of twos after the fourth turn, the end of the deal, the next seat that can act. */
function finishTurn(match: Match, deal: Deal, seat: number, log: Log): boolean {
  for (;;) {
    if (deal.plays.length === 4 && match.table.rules.exposeTwos === "after_first_round") exposeTwos(match, deal, log);
    if (deal.places.length === 3) {
      for (let last = 0; last < 4; last++) if (!isOut(deal, last)) goOut(deal, last, log);
      for (let place = 0; place < 4; place++) deal.points[deal.places[place]] += match.table.rules.layoutPoints[place];
      return true;
    }
    seat = turnOnLayout(seat, (next) => isOut(deal, next));
    deal.turn = seat;
    if (!match.table.passesAlone || canPlayOnLayout(deal, seat)) return false;
    recordPass(deal, seat, log);
  }
}

/** Lets the layout's first seat pass where it can do nothing else. */
export function startLayout(match: Match, deal: Deal, log: Log): void {
  while (match.table.passesAlone && !canPlayOnLayout(deal, deal.turn)) {
    recordPass(deal, deal.turn, log);
    deal.turn = (deal.turn + 1) & 3;
  }
}

/** Shows the twos, unless one team was dealt all four. No two can have been played within four turns. */
function exposeTwos(match: Match, deal: Deal, log: Log): void {
  const holders = [0, 1, 2, 3].map((suit) => SEATS.find((seat) => (deal.hands[seat * 4 + suit] & 1) !== 0)!);
  deal.twosExposed = !match.table.partners || holders.some((seat) => (seat & 1) !== (holders[0] & 1));
  const cards = deal.twosExposed ? holders.map((seat, suit) => ({ seat, card: makeCard(suit * 13) })) : [];
  log?.push({ type: "twos_exposed", cards });
}
