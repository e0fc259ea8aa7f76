import { describe, expect, test } from "vitest";
import { dealOut, makeCard, makeHands, shuffle, uniform } from "../../src/engine/index.ts";
import { PACK } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import { CHI_SQUARE_LIMIT, MEAN_LIMIT, spreadOf } from "../support/shuffling.ts";

const DEALS = 20_000;
const ordered = () => Array.from({ length: 52 }, (_, card) => card);

/** Words one after another, and an error where more are drawn. */
const wordsOf =
  (...list: number[]) =>
  () => {
    const word = list.shift();
    if (word === undefined) throw new Error("no word is left");
    return word;
  };

describe("shuffling", () => {
  test("brings every card to every position alike: chi-square of position x card and mean positions over 20,000 deals", () => {
    const random = randomFrom("fair");
    const { chiSquare, worstMean } = spreadOf(() => shuffle(random.word), DEALS);
    expect(chiSquare).toBeLessThan(CHI_SQUARE_LIMIT);
    expect(chiSquare).toBeGreaterThan(2250);
    expect(Math.abs(worstMean - 25.5)).toBeLessThan(MEAN_LIMIT);
  });

  test("the same statistics catch a sort by random comparison", () => {
    const random = randomFrom("sort");
    const { chiSquare, worstMean } = spreadOf(() => ordered().sort(() => random.word() / 2 ** 32 - 0.5), DEALS);
    expect(chiSquare).toBeGreaterThan(20_000);
    expect(Math.abs(worstMean - 25.5)).toBeGreaterThan(MEAN_LIMIT);
  });

  test("the same statistics catch a swap with any index, which has 52^52 ways instead of 52!", () => {
    const random = randomFrom("any");
    const { chiSquare } = spreadOf(() => {
      const cards = ordered();
      for (let i = 0; i < 52; i++) {
        const j = random.below(52);
        [cards[i], cards[j]] = [cards[j], cards[i]];
      }
      return cards;
    }, DEALS);
    expect(chiSquare).toBeGreaterThan(2 * CHI_SQUARE_LIMIT);
  });

  test("the same statistics catch a byte taken modulo the bound", () => {
    const random = randomFrom("byte");
    const { chiSquare } = spreadOf(() => {
      const cards = ordered();
      for (let i = 51; i > 0; i--) {
        const j = (random.word() & 255) % (i + 1);
        [cards[i], cards[j]] = [cards[j], cards[i]];
      }
      return cards;
    }, DEALS);
    expect(chiSquare).toBeGreaterThan(CHI_SQUARE_LIMIT);
  });

  test("rejects words at or above the largest multiple of the bound, and no other", () => {
    for (let bound = 1; bound <= 52; bound++) {
      const limit = 2 ** 32 - (2 ** 32 % bound);
      expect(uniform(wordsOf(limit - 1), bound)).toBe(bound - 1);
      if (limit === 2 ** 32) continue;
      expect(uniform(wordsOf(limit, 2 ** 32 - 1, limit, 7), bound)).toBe(7 % bound);
    }
    expect(uniform(wordsOf(2 ** 32 - 1), 32)).toBe(31);
    expect(uniform(wordsOf(0), 1)).toBe(0);
  });

  test("draws from i = 51 down to 1 and swaps with an index up to i: fixed vectors", () => {
    expect(
      shuffle(() => 0)
        .map(makeCard)
        .join(" "),
    ).toBe([...PACK.slice(1), PACK[0]].join(" "));
    // Each word names the index itself: nothing moves.
    expect(shuffle(wordsOf(...Array.from({ length: 51 }, (_, k) => 51 - k))).map(makeCard)).toEqual(PACK);
    let word = 1;
    const lehmer = () => (word = (word * 48271) % 2147483647);
    expect(makeHands(dealOut(shuffle(lehmer))).map((hand) => hand.join(" "))).toEqual([
      "QS 6S 2S JH TH 8H 5H 8D 6D 2D 7C 4C 3C",
      "8S 7S 3S KH 6H 2H AD QD 5D QC JC 6C 5C",
      "AS JS TS 4S AH 4H 3H JD TD 7D KC TC 9C",
      "KS 9S 5S QH 9H 7H KD 9D 4D 3D AC 8C 2C",
    ]);
  });

  test("gives 13 cards a seat in seat order, each of the 52 once, over 100,000 deals", () => {
    expect(makeHands(dealOut(shuffle(wordsOf(...Array.from({ length: 51 }, (_, k) => 51 - k)))))).toEqual([
      PACK.slice(0, 13),
      PACK.slice(13, 26),
      PACK.slice(26, 39),
      PACK.slice(39),
    ]);
    const random = randomFrom("unique");
    for (let deal = 0; deal < 100_000; deal++) {
      const hands = dealOut(shuffle(random.word));
      for (let suit = 0; suit < 4; suit++) {
        const [a, b, c, d] = [hands[suit], hands[4 + suit], hands[8 + suit], hands[12 + suit]];
        if ((a | b | c | d) !== 0x1fff || a + b + c + d !== 0x1fff) expect.fail(`deal ${deal}: a card twice, or none`);
      }
    }
  });
});
