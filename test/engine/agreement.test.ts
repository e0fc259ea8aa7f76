import { describe, expect, test } from "vitest";
import { checkDoubling, checkOracle, checkPairs } from "../support/checks.ts";

describe("the engine and the oracle, written apart from each other, agree on phases, turns, legal lists, refusals, scores, kings, dealers, redeals, exposed twos, ties and results, all recomputed from the raw history", () => {
  test("over 700 deals of 100 random option sets and random play", () => {
    expect(checkOracle(100, 0.4).deals).toBeGreaterThanOrEqual(700);
  });

  test("under option sets in which every two values of two options meet", () => {
    expect(checkPairs().deals).toBeGreaterThan(80);
  });

  test("under every seventh set of all of doubling x partnership x single, complex and combined contracts", () => {
    expect(checkDoubling(0.2, 7).matches).toBe(412);
  });
});
