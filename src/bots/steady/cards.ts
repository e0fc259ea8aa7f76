/** Cards as numbers, as the engine has them: `suit * 13 + height`, suit 0-3 (S H D C), height 0 (the 2) to 12 (the ace). */

import { makeCard, parseCard } from "../../engine/index.ts";

export const HEARTS = 1,
  DIAMONDS = 2;
export const JACK = 9,
  QUEEN = 10,
  KING = 11,
  ACE = 12;
export const KING_OF_HEARTS = HEARTS * 13 + KING;
/** A whole suit as a mask, bit = height. */
export const SUIT_MASK = 0x1fff;

export const suitOf = (card: number): number => (card / 13) | 0;
export const heightOf = (card: number): number => card % 13;
export const bitOf = (card: number): number => 1 << (card % 13);
/** The heights below, and above, `height`, as masks. */
export const below = (height: number): number => (1 << height) - 1;
export const above = (height: number): number => SUIT_MASK & ~((2 << height) - 1);

/** The number of a card that a view names. */
export const cardNumber = (text: string): number => parseCard(text)!;
/** The id of playing a card. */
export const playId = (card: number): string => `p:${makeCard(card)}`;

export function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The lowest height of a mask that is not empty. */
export const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask);

/** Four suit masks of cards that a view names. */
export function masksOf(cards: readonly string[]): number[] {
  const masks = [0, 0, 0, 0];
  for (const text of cards) {
    const card = cardNumber(text);
    masks[suitOf(card)] |= bitOf(card);
  }
  return masks;
}
