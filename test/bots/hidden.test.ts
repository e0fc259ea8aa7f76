import { describe, expect, test } from "vitest";
import { BOTS, findBot } from "../../src/bots/index.ts";
import { type Match, type Seat, sampleFrom } from "../../src/engine/index.ts";
import { resample } from "../support/knowledge.ts";
import { PACK, randomDealing, rulesOf } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import { randomRules } from "../support/random-rules.ts";
import { botView, dealsOf, playBots } from "./arena.ts";

const steady = findBot("steady")!,
  random = findBot("random")!;

/** Marks over PACK for the cards that a seat knows where they are: its own, those played, doubled or shown. */
function knownTo(match: Match, seat: Seat): Uint8Array {
  const { deal, you } = botView(match, seat);
  const cards = [
    ...you.hand,
    ...deal.plays.flatMap((play) => ("card" in play ? [play.card] : [])),
    ...deal.doubled.map(({ card }) => card),
    ...deal.exposed.map(({ card }) => card),
  ];
  const marks = new Uint8Array(52);
  for (const card of cards) marks[PACK.indexOf(card)] = 1;
  return marks;
}

describe("a bot knows no hidden card", () => {
  test("however the cards that its seat cannot know may lie, it sees the same view and does the same", () => {
    const draw = randomFrom("hidden from bots");
    let decisions = 0,
      different = 0;
    for (let i = 0; i < 25; i++) {
      const rules = rulesOf({ ...randomRules(draw), ...(i % 2 === 0 ? { preset: "trix", openHands: false } : {}) });
      playBots(rules, randomDealing(draw), [steady, random, steady, random], `hidden ${i}`, (match, seat) => {
        if (draw.chance(0.6)) return;
        const view = botView(match, seat);
        const other = draw.chance(0.5)
          ? resample(match, seat, knownTo(match, seat), draw)
          : sampleFrom(view, rules, draw.word);
        const otherView = botView(other, seat);
        expect(JSON.stringify(otherView)).toBe(JSON.stringify(view));
        if (JSON.stringify(other.deal.hands) !== JSON.stringify(match.deal.hands)) different++;
        for (const bot of BOTS) {
          const stream = `stream ${decisions}`;
          expect(bot.choose(otherView, randomFrom(stream).word)).toBe(bot.choose(view, randomFrom(stream).word));
        }
        decisions++;
      });
    }
    expect(decisions).toBeGreaterThan(3000);
    expect(different).toBeGreaterThan(decisions / 2);
  });

  test("a thousand deals in one process, by the same bot objects, leave nothing behind: the first ones come out again", () => {
    const rules = rulesOf({
      mode: "practice",
      practice: { contracts: ["king_of_hearts", "queens", "diamonds", "tricks", "trix"], deals: 100 },
    });
    const play = (i: number) =>
      playBots(rules, dealsOf(`thousand ${i}`), [steady, steady, steady, random], `thousand ${i}`);
    const first = play(0).match.totals;
    let deals = 0;
    for (let i = 1; i <= 10; i++) {
      const { match, failures } = play(i);
      deals += match.deals.length;
      expect(failures).toBe(0);
    }
    expect(deals).toBe(1000);
    expect(play(0).match.totals).toEqual(first);
  });
});
