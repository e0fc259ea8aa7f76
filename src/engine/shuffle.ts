/** From random words to a pack: an unbiased Fisher-Yates shuffle (docs/records.md section 1). The words come from outside. */

import { BIT_OF, type CardIndex, emptyHands, type Hands, PACK, SUIT_OF } from "./cards.ts";

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

/**
 * A number from 0 to `bound - 1` (`bound` up to 52) for simulations: one word at most, none where there is no choice. A
 * number is at most one in 2^26 likelier than another, for which `uniform` would need a remainder.
 */
export const drawFrom = (words: Words, bound: number): number => (bound === 1 ? 0 : (words() * bound * 2 ** -32) | 0);

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
  const hands = emptyHands();
  for (let i = 0; i < 52; i++) hands[Math.floor(i / 13) * 4 + SUIT_OF[cards[i]]] |= BIT_OF[cards[i]];
  return hands;
}

const SORTED = Uint8Array.from({ length: 52 }, (_, card) => card);
const pack = new Uint8Array(52);

/**
 * Random hands for simulations, in a fraction of the time that the shuffle of real deals takes: twenty words, two cards
 * each, any card at most one in a thousand likelier to be drawn than another.
 */
export function randomHands(words: Words): Hands {
  const hands = emptyHands();
  pack.set(SORTED);
  let word = 0;
  for (let left = 52; left > 13; left--) {
    word = (left & 1) === 0 ? words() : word << 16;
    const at = ((word >>> 16) * left) >>> 16;
    const card = pack[at];
    pack[at] = pack[left - 1];
    // The first 13 cards drawn go to seat 2, the next to seat 1.
    const seat = left > 39 ? 2 : left > 26 ? 1 : 0;
    hands[seat * 4 + SUIT_OF[card]] |= BIT_OF[card];
  }
  // What is left goes to the last seat.
  for (let suit = 0; suit < 4; suit++) hands[12 + suit] = 0x1fff & ~(hands[suit] | hands[4 + suit] | hands[8 + suit]);
  return hands;
}
