/**
 * What follows from public play, for a reader who wants no rules code of his own: voids shown, cards that a seat cannot
 * hold, cards known to lie with a seat, cards still out, points still to come. Reads a public deal view and the rules, so
 * it can tell nothing that the table has not seen.
 */

import { type Card, cardIndex, makeCard, PACK, RANKS, SEATS, type Seat, SUITS, type Suit } from "./cards.ts";
import { parseContracts, X } from "./contracts.ts";
import type { SeatCard } from "./events.ts";
import type { Rules } from "./rules.ts";
import { compileRules, type DealTerms, HEARTS_FREE, HEARTS_ONLY } from "./table.ts";
import type { DealView, LayoutView } from "./view.ts";

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
  /** Cards not played yet, by suit, high to low. Whoever holds a hand can take his own away from them. */
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
  const terms = compileRules(rules).terms[parseContracts(deal.contracts) ?? 0];
  const excluded = isLayout(deal) ? excludedByPasses(deal) : excludedByTricks(deal, terms);
  return {
    seats: SEATS.map((seat) => {
      const empty = deal.handSizes[seat] === 0;
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

const isLayout = (deal: DealView): boolean => deal.contracts.includes("trix");

const suitOf = (suit: Suit): Card[] => RANKS.map((rank) => `${rank}${suit}` as Card);

/** What each trick tells: who did not follow is void; who led a heart under the ban, or kept the king of hearts when void, tells more. */
function excludedByTricks(deal: DealView, terms: DealTerms): Set<Card>[] {
  const excluded = SEATS.map(() => new Set<Card>());
  // A card that a revoke ended the deal with shows no void: it was played in spite of the led suit.
  const finished = 4 * deal.taken.reduce((sum, { tricks }) => sum + tricks, 0);
  const revoked = deal.phase === "done" && deal.plays.length > finished;
  const plays = (revoked ? deal.plays.slice(0, -1) : deal.plays) as SeatCard[];
  let broken = false;
  plays.forEach(({ seat, card }, i) => {
    const led = plays[i - (i % 4)].card[1] as Suit;
    const exclude = (cards: Card[]) => cards.forEach((each) => excluded[seat].add(each));
    if (i % 4 === 0) {
      const banned = terms.heartBan !== HEARTS_FREE && (terms.heartBan === HEARTS_ONLY || !broken);
      if (card[1] === "H" && banned) for (const suit of ["S", "D", "C"] as const) exclude(suitOf(suit));
      return;
    }
    if (card[1] === led) return;
    exclude(suitOf(led));
    if (terms.mustDiscardKing && card !== "KH") exclude(["KH"]);
    if (card[1] === "H") broken = true;
  });
  return excluded;
}

/** A pass tells that none of the cards that would have fitted is there. */
function excludedByPasses(deal: DealView): Set<Card>[] {
  const excluded = SEATS.map(() => new Set<Card>());
  const rows: LayoutView = { S: null, H: null, D: null, C: null };
  const height = (rank: string) => 12 - RANKS.indexOf(rank as (typeof RANKS)[number]);
  for (const play of deal.plays) {
    if ("card" in play) {
      const suit = play.card[1] as Suit,
        rank = play.card[0] as (typeof RANKS)[number];
      const row = rows[suit];
      rows[suit] =
        row === null
          ? { low: rank, high: rank }
          : height(rank) > height(row.high)
            ? { ...row, high: rank }
            : { ...row, low: rank };
      continue;
    }
    SUITS.forEach((suit, i) => {
      const row = rows[suit];
      const fits = row === null ? [9] : [height(row.low) - 1, height(row.high) + 1].filter((at) => at >= 0 && at <= 12);
      for (const at of fits) excluded[play.seat].add(makeCard(cardIndex(i, at)));
    });
  }
  return excluded;
}

function pointsToCome(rules: Rules, deal: DealView, terms: DealTerms): number {
  if (((parseContracts(deal.contracts) ?? 0) & X) !== 0) {
    return rules.layoutPoints.slice(deal.places.length).reduce((sum, points) => sum + points, 0);
  }
  // What a revoke left untaken has been charged to its player.
  if (deal.phase === "done") return 0;
  const taken = new Set(deal.taken.flatMap((seat) => seat.cards));
  const cards = PACK.filter((card) => !taken.has(makeCard(card))).reduce((sum, card) => sum + terms.penalty[card], 0);
  const tricks = 13 - deal.taken.reduce((sum, seat) => sum + seat.tricks, 0);
  return -(cards + tricks * terms.trickPenalty) || 0;
}
