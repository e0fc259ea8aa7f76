/** From random words to a pack: an unbiased Fisher-Yates shuffle (records.md section 1). The words come from outside. */

import { BIT_OF, type CardIndex, type Hands, PACK, SUIT_OF } from "./cards.ts";

/** The next 32-bit word of a stream, 0 to 2^32 - 1. */
export type Words = () => number;

/** For each bound up to 52 the first word that is rejected: the largest multiple of the bound within 2^32. */
const LIMITS = Array.from({ length: 53 }, (_, bound) => 2 ** 32 - (bound === 0 ? 0 : 2 ** 32 % bound));

/** A number from 0 to `bound - 1` (`bound` from 1 to 52), each as likely: words in the last, incomplete run of `bound` are rejected. */
export function uniform(words: Words, bound: number): number {
  const limit = LIMITS[bound];
  for (;;) {
    const word = words();
    // `>>> 0` tells the compiler that both are 32-bit integers: no floating-point remainder.
    if (word < limit) return (word >>> 0) % (bound >>> 0);
  }
}

/** The 52 cards in the order in which the words shuffle them, from the pack in shown order (S H D C, each from the ace down). */
export function shuffle(words: Words): CardIndex[] {
  const cards = PACK.slice();
  for (let i = 51; i >= 1; i--) {
    const j = uniform(words, i + 1);
    const card = cards[i];
    cards[i] = cards[j];
    cards[j] = card;
  }
  return cards;
}

/** The hands that a shuffled pack gives: its first 13 cards to seat 0, the next 13 to seat 1, and so on. */
export function dealOut(cards: readonly CardIndex[]): Hands {
  const hands: Hands = new Array<number>(16).fill(0);
  for (let i = 0; i < 52; i++) hands[Math.floor(i / 13) * 4 + SUIT_OF[cards[i]]] |= BIT_OF[cards[i]];
  return hands;
}
