/** Points: who takes a trick and what it costs, doubled cards included (docs/rules.md sections 1 and 2). */

import { makeCard, type Seat } from "./cards.ts";
import { DOUBLING_BIT } from "./doubling.ts";
import type { EventSink } from "./events.ts";
import { type Deal, type Match, playCard } from "./match.ts";
import { sharesAt } from "./table.ts";
import { beats } from "./turns.ts";

/** Charges `taker` for one card of a trick led by `leader`. */
export function chargeCard(match: Match, deal: Deal, card: number, taker: number, leader: number): void {
  deal.points[taker] -= match.table.terms[deal.contracts].penalty[card];
  const doubler = doublerOf(deal, DOUBLING_BIT[card]);
  if (doubler >= 0) chargeDoubled(match, deal, card, taker, leader, doubler);
}

/** What a doubled card moves beyond its plain value, which is charged already. */
function chargeDoubled(match: Match, deal: Deal, card: number, taker: number, leader: number, doubler: number): void {
  const shares = match.table.doubledShares[sharesAt(taker, doubler, leader)];
  for (let seat = 0; seat < 4; seat++) deal.points[seat] += shares[seat] * match.table.doubledValue[card];
}

/** Scores the trick that the last four plays make, and returns its taker. */
export function takeTrick(match: Match, deal: Deal, log: EventSink): number {
  const { plays, leader, doubled, points } = deal;
  const from = plays.length - 4;
  const { penalty, counting, trickPenalty } = match.table.terms[deal.contracts];
  // Written out, as every simulation spends much of its time here.
  const first = playCard(plays[from]),
    second = playCard(plays[from + 1]),
    third = playCard(plays[from + 2]),
    fourth = playCard(plays[from + 3]);
  let best = first,
    taker = leader;
  if (beats(second, best)) {
    best = second;
    taker = leader + 1;
  }
  if (beats(third, best)) {
    best = third;
    taker = leader + 2;
  }
  if (beats(fourth, best)) taker = leader + 3;
  taker &= 3;
  deal.tricks[taker]++;
  points[taker] -= trickPenalty + penalty[first] + penalty[second] + penalty[third] + penalty[fourth];
  deal.cardsOut -= counting[first] + counting[second] + counting[third] + counting[fourth];
  const doublable = DOUBLING_BIT[first] | DOUBLING_BIT[second] | DOUBLING_BIT[third] | DOUBLING_BIT[fourth];
  if ((doublable & (doubled[0] | doubled[1] | doubled[2] | doubled[3])) !== 0) {
    for (const card of [first, second, third, fourth]) {
      const doubler = doublerOf(deal, DOUBLING_BIT[card]);
      if (doubler >= 0) chargeDoubled(match, deal, card, taker, leader, doubler);
    }
  }
  log?.push({
    type: "trick_taken",
    leader: leader as Seat,
    winner: taker as Seat,
    cards: plays.slice(from).map((play) => makeCard(playCard(play))),
    points: points.slice(),
  });
  return taker;
}

/** The seat that doubled the card of a doubling bit, or -1. */
const doublerOf = (deal: Deal, bit: number): number => {
  for (let seat = 0; seat < 4; seat++) if ((deal.doubled[seat] & bit) !== 0) return seat;
  return -1;
};
