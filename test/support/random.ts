/** A deterministic source of randomness for tests: the same seed gives the same run on every machine. */

export interface Random {
  /** The next 32-bit word, 0 to 2^32 - 1. */
  word(): number;
  /** An integer from 0 to `bound - 1`. The tiny bias of a remainder does not matter here. */
  below(bound: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<Item>(list: readonly Item[]): Item;
  /** A shuffled copy. */
  shuffled<Item>(list: readonly Item[]): Item[];
}

/** A generator (mulberry32, seeded by a hash of the text) that runs on its own. */
export function randomFrom(seed: string | number): Random {
  let state = 2166136261;
  for (const letter of String(seed)) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  const word = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number) => word() % bound;
  return {
    word,
    below,
    chance: (probability) => word() < probability * 2 ** 32,
    pick: (list) => list[below(list.length)],
    shuffled(list) {
      const cards = list.slice();
      for (let i = cards.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [cards[i], cards[j]] = [cards[j], cards[i]];
      }
      return cards;
    },
  };
}
