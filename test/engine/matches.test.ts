import { describe, expect, test } from "vitest";
import { startMatch } from "../../src/engine/index.ts";
import { checkDoors, checkInvariants, checkProbe, checkRecords, checkSaving } from "../support/checks.ts";
import { playMatches, randomDealing, rulesOf } from "../support/play.ts";
import { probeStrangers } from "../support/probe.ts";
import { type Random, randomFrom } from "../support/random.ts";
import { type RulesAsked, randomRules } from "../support/random-rules.ts";

describe("random matches", () => {
  test("under presets trix and trex hold 52 cards with one owner each, 13 - k in a hand, and somebody can always act", () => {
    const { deals, bound, free } = checkInvariants(
      60,
      (_, i) => ({ preset: i % 2 === 0 ? "trix" : "trex" }),
      "presets",
    );
    expect(deals).toBeGreaterThanOrEqual(1200);
    expect({ bound, free }).toEqual({ bound: 240, free: 0 });
  });

  test("under random option sets hold the same, and kingdoms sum to 0 exactly where the rules promise it", () => {
    // Of most option sets nothing is promised; every third one moves no points but by who takes what.
    const rulesFor = (random: Random, i: number): RulesAsked => {
      const request = randomRules(random);
      if (i % 3 !== 0) return request;
      const { points: _, layoutPoints: _table, doubling, ...rest } = request;
      return {
        ...rest,
        doubling: { ...(doubling as object | undefined), credit: "doubler", partnerCapture: "single" },
      };
    };
    const { bound, free, freeAndOff } = checkInvariants(150, rulesFor, "random");
    expect(bound).toBeGreaterThan(48);
    expect(free).toBeGreaterThan(60);
    expect(freeAndOff).toBeGreaterThan(free / 2);
  });

  test("the legal list is exactly what is taken: all 52 cards, the pass, every contract set, every doubling, both redeal answers, all seats", () => {
    expect(checkProbe(30).actions).toBeGreaterThan(6000);
  });

  test("the legal list is exactly what is taken in matches of four kingdoms under presets trix and trex", () => {
    expect(checkProbe(2, (_, i) => ({ preset: i % 2 === 0 ? "trix" : "trex" })).actions).toBeGreaterThan(2000);
  });

  test("a seat that does not exist is offered nothing and may do nothing, in any phase", () => {
    playMatches("strangers", 4, randomRules, (_rules, dealing) => [({ after }) => probeStrangers(after, dealing)]);
  });

  test("the checked door and the search door give the same match after every action, and a search leaves its origin alone", () => {
    expect(checkDoors(40).deals).toBeGreaterThan(200);
  });

  test("saved and restored after every action, empty lists kept, a match is deeply equal and goes on the same way", () => {
    expect(checkSaving(16).deals).toBeGreaterThan(150);
  });

  test("a record replays to the very state and events of its match, a spoilt one is refused with deal and trick and never throws", () => {
    const { spoilt, swapped, swappedTaken } = checkRecords(50);
    expect(spoilt).toBeGreaterThan(1000);
    expect(swapped - swappedTaken).toBeGreaterThan(80);
    expect(swappedTaken).toBeGreaterThan(10);
  });

  test("a freshly built match already has everything a view derives: nothing taken, no trick, nobody out", () => {
    for (let i = 0; i < 50; i++) {
      const random = randomFrom(`fresh ${i}`);
      const { match } = startMatch(rulesOf(randomRules(random)), randomDealing(random));
      expect(match).toMatchObject({ totals: [0, 0, 0, 0], deals: [], result: null, packs: 1 });
      expect(match.deal).toMatchObject({
        number: 1,
        tricks: [0, 0, 0, 0],
        points: [0, 0, 0, 0],
        places: [],
        heartsBroken: false,
        redeals: 0,
      });
      expect(match.deal.plays.every((play) => (play & 63) === 63)).toBe(true);
    }
  });
});
