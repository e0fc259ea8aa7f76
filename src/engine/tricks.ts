/** Playing to tricks, to the end of the deal (docs/rules.md sections 1, 3 and 5). */

import { BIT_OF, HEARTS, makeCard, type Seat, SUIT_OF } from "./cards.ts";
import type { EventSink } from "./events.ts";
import { ledSuit } from "./legal.ts";
import { type Deal, type Match, playCard, playOf } from "./match.ts";
import { chargeCard, takeTrick } from "./scoring.ts";

/** Plays a card to the running trick. Returns whether the deal is over: all cards played, an early end, or a revoke. */
export function playToTrick(match: Match, deal: Deal, seat: number, card: number, log: EventSink): boolean {
  const led = ledSuit(deal);
  const revokes = match.table.penalizesRevokes && led >= 0 && SUIT_OF[card] !== led && deal.hands[seat * 4 + led] !== 0;
  if (!revokes) return addToTrick(match, deal, seat, card, led, log);
  putDown(deal, seat, card, log);
  log?.push({ type: "revoked", seat: seat as Seat, card: makeCard(card) });
  chargeRevoker(match, deal, seat);
  return true;
}

/** Takes a card from its hand to the table. Returns how many have been played in the deal. */
function putDown(deal: Deal, seat: number, card: number, log: EventSink): number {
  deal.hands[seat * 4 + SUIT_OF[card]] ^= BIT_OF[card];
  log?.push({ type: "card_played", seat: seat as Seat, card: makeCard(card) });
  return deal.plays.push(playOf(seat, card));
}

/** The same for a card that is no revoke, to a trick of the suit `led`, -1 for its lead. */
export function addToTrick(match: Match, deal: Deal, seat: number, card: number, led: number, log: EventSink): boolean {
  const played = putDown(deal, seat, card, log);
  if (led >= 0 && led !== HEARTS && SUIT_OF[card] === HEARTS) deal.heartsBroken = true;
  if ((played & 3) !== 0) {
    deal.turn = (seat + 1) & 3;
    return false;
  }
  deal.turn = deal.leader = takeTrick(match, deal, log);
  return played === 52 || (match.table.terms[deal.contracts].endsEarly && deal.cardsOut === 0);
}

/**
 * A revoke ends the deal: its player takes all that counts and is still out, as if that seat had led to it, and under
 * `revokeCost: full` pays the plain value of the rest as well (docs/rules.md section 5).
 */
function chargeRevoker(match: Match, deal: Deal, seat: number): void {
  // The trick of the revoke is never finished, even by its fourth card.
  const finished = (deal.plays.length - 1) >> 2;
  const terms = match.table.terms[deal.contracts];
  const full = match.table.rules.revokeCost === "full";
  let taken = 0n;
  for (let i = 0; i < finished * 4; i++) taken |= 1n << BigInt(playCard(deal.plays[i]));
  for (let card = 0; card < 52; card++) {
    if (terms.counting[card] === 0) continue;
    if ((taken & (1n << BigInt(card))) === 0n) chargeCard(match, deal, card, seat, seat);
    else if (full) deal.points[seat] -= terms.penalty[card];
  }
  deal.points[seat] -= (full ? 13 : 13 - finished) * terms.trickPenalty;
}
