import { describe, expect, test } from "vitest";
import { checkSampling } from "../support/checks.ts";
import { randomRules } from "../support/random-rules.ts";

describe("a match sampled from a seat's view", () => {
  test("looks to the seat as its own does, at every position of matches under random option sets", () => {
    expect(checkSampling(100, randomRules).deals).toBeGreaterThan(500);
  });
});
