/** How strong the house bots are. That their moves are the same as before is what `test/bots/pinned.test.ts` looks at. */

import { describe, expect, test } from "vitest";
import { type Bot, findBot } from "../../src/bots/index.ts";
import { dealsOf, duplicate, measure, playBots, show } from "../bots/arena.ts";
import { rulesOf } from "../support/play.ts";

const steady = findBot("steady")!,
  random = findBot("random")!;
const four = (bot: Bot) => [bot, bot, bot, bot];

describe("the strength of steady, in duplicate blocks of the same deals", () => {
  // The last figure is a floor, set after and well below what steady was measured to make in November 2026 (about 670, 600, 680,
  // 650 and 560): it shows a change that weakens the bot. Proof that steady beats random is the distance of five standard errors.
  test.each([
    ["whole matches", { preset: "trix" }, 8, 400],
    ["complex matches", { mode: "complex" }, 10, 400],
    ["matches of the Trex books", { preset: "trex" }, 8, 400],
    ["king of hearts", { mode: "practice", practice: { contracts: ["king_of_hearts"], deals: 20 } }, 6, 300],
    ["layout", { mode: "practice", practice: { contracts: ["trix"], deals: 20 } }, 6, 400],
  ])("beats three random bots by far in %s", (what, request, blocks, margin) => {
    const rules = rulesOf(request);
    const measured = duplicate(rules, steady, random, blocks, `strength ${what}`);
    // What one of four equal bots makes, where a match does not come out at 0.
    const equal = measure(
      Array.from({ length: blocks }, (_, i) =>
        playBots(rules, dealsOf(`strength ${what} ${i}`), four(random), "equal").match.totals.reduce(
          (sum, total) => sum + total / 4,
          0,
        ),
      ),
    );
    console.log(
      `steady against three random bots, ${what}: ${show(measured)}, an equal share being ${equal.mean.toFixed(0)}`,
    );
    expect(measured.mean - equal.mean).toBeGreaterThan(margin);
    expect(measured.mean - equal.mean).toBeGreaterThan(5 * measured.error);
  });

  test("partners beat random partners by far", () => {
    const rules = rulesOf({ partnership: "opposite" });
    const figures = Array.from({ length: 8 }, (_, i) => {
      const { totals: straight } = playBots(
        rules,
        dealsOf(`partners ${i}`),
        [steady, random, steady, random],
        "partners",
      ).match;
      const { totals: turned } = playBots(
        rules,
        dealsOf(`partners ${i}`),
        [random, steady, random, steady],
        "partners",
      ).match;
      return (straight[0] + straight[2] + turned[1] + turned[3]) / 2;
    });
    const measured = measure(figures);
    console.log(`two steady partners against two random ones: ${show(measured)} a team`);
    expect(measured.mean).toBeGreaterThan(1000);
    expect(measured.mean).toBeGreaterThan(5 * measured.error);
  });

  test("four of them come out at 0: no seat is better than another beyond chance", () => {
    const rules = rulesOf({ preset: "trix" });
    const totals = Array.from(
      { length: 40 },
      (_, i) => playBots(rules, dealsOf(`equal ${i}`), four(steady), "equal").match.totals,
    );
    for (const own of totals) expect(own.reduce((sum, total) => sum + total, 0)).toBe(0);
    for (let seat = 0; seat < 4; seat++) {
      const { mean, error } = measure(totals.map((own) => own[seat]));
      console.log(`four steady bots, seat ${seat}: ${mean.toFixed(1)} ± ${error.toFixed(1)} points a match`);
      expect(Math.abs(mean)).toBeLessThan(3 * error);
    }
  });

  test("a king makes more of the kingdom by choosing contracts than in any fixed order", () => {
    const rules = rulesOf({ preset: "trix" });
    const fixed: Bot = {
      ...steady,
      choose: (view, words) =>
        view.deal.phase === "contract" ? view.you.legalActions[0].id : steady.choose(view, words),
    };
    const ofKings = (bot: Bot) =>
      measure(
        Array.from({ length: 20 }, (_, i) => {
          const { deals } = playBots(rules, dealsOf(`kings ${i}`), four(bot), "kings").match;
          return deals.filter((deal) => !deal.tiebreak).reduce((sum, deal) => sum + deal.points[deal.king], 0) / 4;
        }),
      );
    const chosen = ofKings(steady),
      inOrder = ofKings(fixed);
    console.log(
      `points of a king in the own kingdom: ${chosen.mean.toFixed(0)} ± ${chosen.error.toFixed(0)} by choice, ${inOrder.mean.toFixed(0)} in fixed order`,
    );
    expect(chosen.mean - inOrder.mean).toBeGreaterThan(50);
  });
});
