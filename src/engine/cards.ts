/** The vocabulary of cards: suits, ranks, seats, and the two forms a card takes (text outside, a number inside). */

/** Suits in the order in which hands are shown. */
export const SUITS = ["S", "H", "D", "C"] as const;
/** Ranks from high to low, as hands are shown. */
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] as const;

export type Suit = (typeof SUITS)[number];
export type Rank = (typeof RANKS)[number];
/** A card as it is written everywhere outside the engine: rank, then suit (`KH`, `TD`). */
export type Card = `${Rank}${Suit}`;
/** 0-3; the next seat, `(seat + 1) % 4`, sits to the right. */
export type Seat = 0 | 1 | 2 | 3;
export const SEATS: readonly Seat[] = [0, 1, 2, 3];

/** A card with the seat that holds, doubled or played it. */
export interface SeatCard {
  seat: Seat;
  card: Card;
}

/**
 * Inside the engine a card is `suit * 13 + height`: suit 0-3 in the order of SUITS, height 0 (the 2) to 12 (the ace).
 * A hand is four 13-bit masks, one a suit, bit = height; the hands of a table are 16 numbers at `seat * 4 + suit`.
 */
export type CardIndex = number;
export type Hands = number[];

/** Four hands without a card. */
export const emptyHands = (): Hands => new Array<number>(16).fill(0);

export const HEARTS = 1,
  DIAMONDS = 2;
export const JACK = 9,
  QUEEN = 10,
  KING = 11,
  ACE = 12;

export const cardIndex = (suit: number, height: number): CardIndex => suit * 13 + height;
export const KING_OF_HEARTS = cardIndex(HEARTS, KING);
export const SEVEN_OF_HEARTS = cardIndex(HEARTS, 5);

/** Suit (0-3) and one-bit mask of each card, so that hot loops neither divide nor shift. */
export const SUIT_OF = Uint8Array.from({ length: 52 }, (_, card) => Math.floor(card / 13));
export const BIT_OF = Uint16Array.from({ length: 52 }, (_, card) => 1 << (card % 13));

/** 0 for a two to 12 for an ace. */
export const heightOf = (card: CardIndex): number => card - SUIT_OF[card] * 13;

const NAMES: readonly Card[] = Array.from(
  { length: 52 },
  (_, card) => `${RANKS[12 - (card % 13)]}${SUITS[Math.floor(card / 13)]}` as Card,
);
const BY_NAME = new Map<string, CardIndex>(NAMES.map((name, card) => [name, card]));

/** All 52 cards in shown order: S H D C, each from the ace down. The order that an unshuffled pack has. */
export const PACK: readonly CardIndex[] = SUITS.flatMap((_, suit) => RANKS.map((_, i) => cardIndex(suit, 12 - i)));

/** The text of a card. */
export const makeCard = (card: CardIndex): Card => NAMES[card];

/** The card that a canonical text names (`KH`), or `undefined`. */
export const parseCard = (text: string): CardIndex | undefined => BY_NAME.get(text);

/** The number of a card whose text is known to be good. */
export const cardNumber = (card: Card): CardIndex => BY_NAME.get(card)!;

/** The suit of a card's text. */
export const suitOf = (card: Card): Suit => card[1] as Suit;

/** The cards of four suit masks (found at `masks[from]` to `masks[from + 3]`), sorted S H D C, high to low. */
export function cardsOf(masks: ArrayLike<number>, from = 0): CardIndex[] {
  const cards: CardIndex[] = [];
  for (let suit = 0; suit < 4; suit++) {
    for (let mask = masks[from + suit]; mask !== 0; ) {
      const height = 31 - Math.clz32(mask);
      cards.push(suit * 13 + height);
      mask ^= 1 << height;
    }
  }
  return cards;
}

/** One seat's hand as texts, sorted S H D C, high to low. */
export const makeHand = (hands: Hands, seat: number): Card[] => cardsOf(hands, seat * 4).map(makeCard);

/** The four suit masks of cards given as texts, those of one hand or any others. */
export function parseHand(cards: readonly Card[]): number[] {
  const masks = [0, 0, 0, 0];
  for (const text of cards) {
    const card = cardNumber(text);
    masks[SUIT_OF[card]] |= BIT_OF[card];
  }
  return masks;
}

/** The four hands as texts, in seat order. */
export const makeHands = (hands: Hands): Card[][] => SEATS.map((seat) => makeHand(hands, seat));

/** The masks of four hands given as texts. Throws a `RangeError` where the 52 cards are not there once each, 13 a seat. */
export function parseHands(texts: readonly (readonly string[])[]): Hands {
  const hands = emptyHands();
  const seen = new Set<CardIndex>();
  texts.forEach((hand, seat) => {
    for (const text of hand) {
      const card = parseCard(text);
      if (card === undefined || seen.has(card)) throw new RangeError(`not a complete pack: ${text}`);
      seen.add(card);
      hands[seat * 4 + SUIT_OF[card]] |= BIT_OF[card];
    }
  });
  if (texts.length !== 4 || texts.some((hand) => hand.length !== 13))
    throw new RangeError("not four hands of 13 cards");
  return hands;
}

/** Whether `seat` holds `card`. */
export const holds = (hands: Hands, seat: number, card: CardIndex): boolean =>
  (hands[seat * 4 + SUIT_OF[card]] & BIT_OF[card]) !== 0;

/** The seat that holds `card`, or -1. */
export function holderOf(hands: Hands, card: CardIndex): number {
  for (let seat = 0; seat < 4; seat++) if (holds(hands, seat, card)) return seat;
  return -1;
}

/** How many bits are set in a mask of up to 13 bits. */
export function countBits(mask: number): number {
  let bits = mask - ((mask >> 1) & 0x5555);
  bits = (bits & 0x3333) + ((bits >> 2) & 0x3333);
  bits = (bits + (bits >> 4)) & 0x0f0f;
  return (bits + (bits >> 8)) & 0x1f;
}

/** How many cards a seat holds. */
export const handSize = (hands: Hands, seat: number): number =>
  countBits(hands[seat * 4]) +
  countBits(hands[seat * 4 + 1]) +
  countBits(hands[seat * 4 + 2]) +
  countBits(hands[seat * 4 + 3]);
