import { describe, expect, test } from "vitest";
import {
  apply,
  awaitedSeats,
  type Dealing,
  drawFrom,
  legalActions,
  type Match,
  openSearch,
  playOut,
  playOutDeal,
  type Rules,
  randomDealing,
  saveMatch,
  searchFrom,
  startMatch,
} from "../../src/engine/index.ts";
import { sameRules, watchOracle } from "../support/agreement.ts";
import { randomDealing as packsFrom, playMatches, rulesOf, type Watcher } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import { randomRules } from "../support/random-rules.ts";
import { wordsFrom } from "../support/sampling.ts";

/** The checked door, every action drawn from the list of legal ones; `watch` sees each step. Stops with the running deal, or with the match. */
function playChecked(from: Match, dealing: Dealing, words: () => number, deals: "one" | "all", watch?: Watcher): Match {
  let match = from;
  while (match.result === null && (deals === "all" || match.deals.length === from.deals.length)) {
    const seat = awaitedSeats(match)[0];
    const legal = legalActions(match, seat);
    const action = legal[drawFrom(words, legal.length)];
    const applied = apply(match, seat, action, dealing);
    if (!applied.ok) throw new Error(applied.error);
    watch?.({ before: match, seat, action, after: applied.match, events: applied.events });
    match = applied.match;
  }
  return match;
}

const sameMatch = (one: Match, other: Match): void => expect(saveMatch(one)).toEqual(saveMatch(other));

describe("a play-out", () => {
  test("goes as the checked door does that draws from the legal list with the same words, and the oracle finds it right, under random option sets", () => {
    let deals = 0;
    for (let i = 0; i < 100; i++) {
      const random = randomFrom(`playout ${i}`);
      const request = randomRules(random);
      const rules = rulesOf(request);
      const dealing = packsFrom(random);
      const watch = watchOracle(sameRules(rules, request), dealing, random, 0.05);
      const started = startMatch(rules, dealing);
      watch({ before: null, seat: null, action: null, after: started.match, events: started.events });
      const seed = random.word();
      const checked = playChecked(started.match, dealing, wordsFrom(seed), "all", watch);
      const match = openSearch(rules, dealing);
      playOut(match, dealing, wordsFrom(seed));
      sameMatch(match, checked);
      deals += match.deals.length;
    }
    expect(deals).toBeGreaterThan(450);
  });

  test("of one deal, from any position on, leaves the match where the checked door has it when the deal is booked", () => {
    let positions = 0;
    playMatches("one deal", 40, randomRules, (_rules, dealing, _request, random) => [
      ({ after }) => {
        if (after.result !== null || random.chance(0.9)) return;
        const seed = random.word();
        const match = searchFrom(after);
        playOutDeal(match, dealing, wordsFrom(seed));
        sameMatch(match, playChecked(after, dealing, wordsFrom(seed), "one"));
        expect(match.deals.length).toBe(after.deals.length + 1);
        positions++;
      },
    ]);
    expect(positions).toBeGreaterThan(700);
  });

  test("of a finished match does nothing", () => {
    const rules = rulesOf({ kingdoms: 1 });
    const match = openSearch(rules, randomDealing(wordsFrom(3)));
    playOut(match, randomDealing(wordsFrom(4)), wordsFrom(5));
    const before = JSON.stringify(saveMatch(match));
    playOut(match, randomDealing(wordsFrom(6)), wordsFrom(7));
    playOutDeal(match, randomDealing(wordsFrom(8)), wordsFrom(9));
    expect(JSON.stringify(saveMatch(match))).toBe(before);
  });
});

describe("packs for simulations", () => {
  const DEALS = 20_000;
  const handsOf = (rules: Rules) => openSearch(rules, randomDealing(wordsFrom(11))).deal.hands;

  test("hold 13 cards a seat, each of the 52 once, and bring every card to every seat alike", () => {
    const words = wordsFrom(20261130);
    const dealing = randomDealing(words);
    const counts = new Float64Array(208);
    for (let deal = 1; deal <= DEALS; deal++) {
      const hands = dealing.pack(deal);
      for (let suit = 0; suit < 4; suit++) {
        const [a, b, c, d] = [0, 4, 8, 12].map((at) => hands[at + suit]);
        if ((a | b | c | d) !== 0x1fff || a + b + c + d !== 0x1fff) expect.fail("a card twice, or none");
      }
      for (let seat = 0; seat < 4; seat++) {
        let held = 0;
        for (let card = 0; card < 52; card++) {
          if ((hands[seat * 4 + Math.floor(card / 13)] & (1 << (card % 13))) === 0) continue;
          counts[seat * 52 + card]++;
          held++;
        }
        if (held !== 13) expect.fail(`seat ${seat} is dealt ${held} cards`);
      }
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - DEALS / 4) ** 2 / (DEALS / 4), 0);
    // 52 x 3 degrees of freedom, and a spread that three seats' worth of cards shares: far above 300 is no accident.
    expect(chiSquare).toBeLessThan(230);
    expect(chiSquare).toBeGreaterThan(90);
  });

  test("are the same from the same words", () => {
    const rules = rulesOf({});
    expect(handsOf(rules)).toEqual(handsOf(rules));
  });
});
