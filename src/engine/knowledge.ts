/**
 * What follows from public play, for a reader without rules code: voids shown, cards that a seat cannot
 * hold, cards known to lie with a seat, cards still out, points still to come. Reads a public deal view and the rules, so
 * it can tell nothing that the table has not seen.
 */

import {
  type Card,
  cardNumber,
  cardsOf,
  heightOf,
  makeCard,
  PACK,
  RANKS,
  SEATS,
  type Seat,
  type SeatCard,
  SUIT_OF,
  SUITS,
  type Suit,
  suitOf,
} from "./cards.ts";
import type { DealView } from "./deal-view.ts";
import { growRow, rowMask } from "./rows.ts";
import type { Rules } from "./rules.ts";
import { areHeartsHeld, type DealTerms, termsOf } from "./table.ts";

export interface SeatKnowledge {
  seat: Seat;
  /** Suits of which the seat has shown that it holds no card. */
  voids: Suit[];
  /** Cards still out that the seat cannot hold, those of its voids included. */
  cannotHold: Card[];
  /** Cards still out that are known to lie here. */
  holds: Card[];
}

export interface Knowledge {
  seats: SeatKnowledge[];
  /** Cards not played yet, by suit, high to low. Whoever holds a hand can take that away from them. */
  out: Record<Suit, Card[]>;
  /** Undoubled points that the rest of the deal will give out in all; in trix those of the places still open. 0 before the contract. */
  pointsToCome: number;
}

/** The knowledge that a deal's public side holds. */
export function knowledgeOf(rules: Rules, deal: DealView): Knowledge {
  const played = new Set(deal.plays.flatMap((play) => ("card" in play ? [play.card] : [])));
  const out = PACK.map(makeCard).filter((card) => !played.has(card));
  const holders = new Map<Card, Seat>();
  for (const { seat, card } of [...deal.exposed, ...deal.doubled]) if (!played.has(card)) holders.set(card, seat);
  const terms = termsOf(rules, deal.contracts);
  const excluded = isLayout(deal) ? excludedByPasses(deal) : excludedByTricks(deal, terms);
  return {
    seats: SEATS.map((seat) => {
      const empty = deal.handSizes[seat] === 0 && !isUndealt(deal);
      const cannotHold = out.filter(
        (card) => empty || excluded[seat].has(card) || (holders.get(card) ?? seat) !== seat,
      );
      const voids = SUITS.filter((suit) =>
        RANKS.every((rank) => played.has(`${rank}${suit}`) || cannotHold.includes(`${rank}${suit}`)),
      );
      return { seat, voids, cannotHold, holds: out.filter((card) => holders.get(card) === seat) };
    }),
    out: Object.fromEntries(SUITS.map((suit) => [suit, out.filter((card) => card[1] === suit)])) as Record<
      Suit,
      Card[]
    >,
    pointsToCome: pointsToCome(rules, deal, terms),
  };
}

/** Whether the cards are still to be dealt, as where the contract comes before them. */
export const isUndealt = (deal: DealView): boolean =>
  deal.phase === "contract" && deal.handSizes.every((size) => size === 0);

const isLayout = (deal: DealView): boolean => deal.contracts.includes("trix");

const allOf = (suit: Suit): Card[] => RANKS.map((rank) => `${rank}${suit}` as Card);

/**
 * What each trick tells: who did not follow is void; who led a heart under the ban, kept what a void seat must throw, or
 * did not play the king of hearts under the ace tells more.
 */
function excludedByTricks(deal: DealView, terms: DealTerms): Set<Card>[] {
  const excluded = SEATS.map(() => new Set<Card>());
  const finished = 4 * deal.taken.reduce((sum, { tricks }) => sum + tricks, 0);
  const revoked = deal.phase === "done" && deal.plays.length > finished;
  const plays = deal.plays as SeatCard[];
  const forced = terms.mustDiscard === null ? [] : cardsOf(terms.mustDiscard).map(makeCard);
  let broken = false;
  plays.forEach(({ seat, card }, i) => {
    const suit = suitOf(card);
    const led = suitOf(plays[i - (i % 4)].card);
    const exclude = (cards: Card[]) => {
      for (const each of cards) excluded[seat].add(each);
    };
    if (i % 4 === 0) {
      if (suit === "H" && areHeartsHeld(terms, broken))
        for (const other of ["S", "D", "C"] as const) exclude(allOf(other));
      return;
    }
    const underAce = led === "H" && plays.slice(i - (i % 4), i).some((each) => each.card === "AH");
    if (terms.kingUnderAce && underAce && card !== "KH") exclude(["KH"]);
    // A card that a revoke ended the deal with shows no void: it was played in spite of the led suit.
    if (suit === led || (revoked && i === plays.length - 1)) return;
    exclude(allOf(led));
    if (!forced.includes(card)) exclude(forced);
    if (suit === "H") broken = true;
  });
  return excluded;
}

/** A pass tells that none of the cards that would have fitted is there. */
function excludedByPasses(deal: DealView): Set<Card>[] {
  const excluded = SEATS.map(() => new Set<Card>());
  const low = [-1, -1, -1, -1],
    high = [-1, -1, -1, -1];
  for (const play of deal.plays) {
    if ("card" in play) {
      const card = cardNumber(play.card);
      growRow(low, high, SUIT_OF[card], heightOf(card));
      continue;
    }
    const fitting = low.map((lowest, suit) => rowMask(lowest, high[suit]));
    for (const card of cardsOf(fitting)) excluded[play.seat].add(makeCard(card));
  }
  return excluded;
}

function pointsToCome(rules: Rules, deal: DealView, terms: DealTerms): number {
  if (isLayout(deal)) {
    return rules.layoutPoints.slice(deal.places.length).reduce((sum, points) => sum + points, 0);
  }
  // What a revoke left untaken has been charged to its player.
  if (deal.phase === "done") return 0;
  const taken = new Set(deal.taken.flatMap((seat) => seat.cards));
  const cards = PACK.filter((card) => !taken.has(makeCard(card))).reduce((sum, card) => sum + terms.penalty[card], 0);
  const tricks = 13 - deal.taken.reduce((sum, seat) => sum + seat.tricks, 0);
  return -(cards + tricks * terms.trickPenalty) || 0;
}
