/** Cards as plain strings, seats as numbers, and a deal as `trix-record/1` holds it. */

export type OraclePlay = { seat: number; card: string } | { seat: number; pass: true };

/** A deal of the record; `plays` may be a prefix, `contracts` is empty until named. */
export type OracleDeal = {
  number: number;
  /** `null` in a tie-break deal. */
  kingdom: number | null;
  king: number;
  dealer: number | null;
  hands: string[][];
  contracts: string[];
  doubled: { seat: number; card: string }[];
  plays: OraclePlay[];
};

export const SEATS = [0, 1, 2, 3];
export const SUITS = ["S", "H", "D", "C"];
/** High to low. */
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
/** All 52 cards in the order of a sorted hand. */
export const PACK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

export const suitOf = (card: string) => card.charAt(1);
export const rankOf = (card: string) => card.charAt(0);
export const isQueen = (card: string) => rankOf(card) === "Q";
export const inPackOrder = (cards: string[]) => PACK.filter((card) => cards.includes(card));
export const rightOf = (seat: number) => (seat + 1) % 4;

/** Indexing that fails loudly instead of giving `undefined`. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`nothing at index ${index}`);
  return item;
}

/** All four seats in turn order, beginning with `first`. */
export const turnOrder = (first: number) => [0, 1, 2, 3].map((steps) => (first + steps) % 4);

/** The cards the seat has played among the first `count` plays. */
export function cardsPlayedBy(deal: OracleDeal, seat: number, count = deal.plays.length): string[] {
  const cards: string[] = [];
  for (const play of deal.plays.slice(0, count)) {
    if (play.seat === seat && "card" in play) cards.push(play.card);
  }
  return cards;
}

/** The hand the seat still holds after the first `count` plays. */
export function handAfter(deal: OracleDeal, seat: number, count = deal.plays.length): string[] {
  const gone = cardsPlayedBy(deal, seat, count);
  return at(deal.hands, seat).filter((card) => !gone.includes(card));
}

/** Who holds the card as dealt. */
export function holderOf(hands: string[][], card: string): number {
  const seat = hands.findIndex((hand) => hand.includes(card));
  if (seat < 0) throw new Error(`nobody was dealt ${card}`);
  return seat;
}
