/** Points: who takes a trick and what it costs, doubled cards included (rules.md sections 1 and 2). */

import { KING_OF_HEARTS, makeCard, type Seat, SUIT_OF } from "./cards.ts";
import type { Log } from "./events.ts";
import type { Deal, Match } from "./match.ts";
import { DOUBLING_BIT } from "./table.ts";

/** Charges `taker` for one card of a trick led by `leader`. */
export function chargeCard(match: Match, deal: Deal, card: number, taker: number, leader: number): void {
  deal.points[taker] -= match.table.terms[deal.contracts].penalty[card];
  const doubler = doublerOf(deal, DOUBLING_BIT[card]);
  if (doubler >= 0) chargeDoubled(match, deal, card, taker, leader, doubler);
}

/** What a doubled card moves beyond its plain value, which is charged already. */
function chargeDoubled(match: Match, deal: Deal, card: number, taker: number, leader: number, doubler: number): void {
  const {
    points: { kingOfHearts, queen },
    doubling,
  } = match.table.rules;
  const value = card === KING_OF_HEARTS ? kingOfHearts : queen;
  const points = deal.points;
  const partner = match.table.partners ? (doubler + 2) & 3 : -1;
  if (taker === doubler) {
    switch (doubling.selfCapture) {
      case "single":
        return;
      case "double":
        points[taker] -= value;
        return;
      case "quadruple":
        points[taker] -= 3 * value;
        return;
      case "leader_gains":
        points[taker] -= value;
        if (leader !== partner) points[leader] += value;
        return;
    }
  }
  if (taker === partner && doubling.partnerCapture !== "as_opponent") {
    if (doubling.partnerCapture === "no_bonus") points[taker] -= value;
    return;
  }
  points[taker] -= value;
  points[doubler] += value;
}

/** Scores the trick that the last four plays make, and returns its taker: the highest card of the led suit. */
export function takeTrick(match: Match, deal: Deal, log: Log): number {
  const plays = deal.plays,
    from = plays.length - 4;
  const terms = match.table.terms[deal.contracts];
  const first = plays[from] & 63;
  const led = SUIT_OF[first];
  let best = first,
    at = 0;
  for (let i = 1; i < 4; i++) {
    const card = plays[from + i] & 63;
    if (SUIT_OF[card] === led && card > best) (best = card), (at = i);
  }
  const winner = (deal.leader + at) & 3;
  deal.tricks[winner]++;
  let cost = terms.trickPenalty,
    counting = 0,
    doublable = 0;
  for (let i = 0; i < 4; i++) {
    const card = plays[from + i] & 63;
    cost += terms.penalty[card];
    counting += terms.counting[card];
    doublable |= DOUBLING_BIT[card];
  }
  deal.points[winner] -= cost;
  deal.cardsOut -= counting;
  const [a, b, c, d] = deal.doubled;
  const doubled = (a | b | c | d) & doublable;
  if (doubled !== 0) {
    for (let i = 0; i < 4; i++) {
      const card = plays[from + i] & 63,
        bit = DOUBLING_BIT[card];
      if ((doubled & bit) !== 0) chargeDoubled(match, deal, card, winner, deal.leader, doublerOf(deal, bit));
    }
  }
  log?.push({
    type: "trick_taken",
    leader: deal.leader as Seat,
    winner: winner as Seat,
    cards: plays.slice(from).map((play) => makeCard(play & 63)),
    points: deal.points.slice(),
  });
  return winner;
}

/** The seat that doubled the card of a doubling bit, or -1. */
const doublerOf = (deal: Deal, bit: number): number => {
  for (let seat = 0; seat < 4; seat++) if ((deal.doubled[seat] & bit) !== 0) return seat;
  return -1;
};
