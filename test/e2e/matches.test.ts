import { expect, test } from "vitest";
import { checkMatches } from "../soak/server.ts";

test("whole matches by four tokens choosing at random: views, records, proofs and D1 agree, and every record replays", async () => {
  const { matches, deals } = await checkMatches(2);
  expect(matches).toBe(2);
  expect(deals).toBeGreaterThanOrEqual(28);
});
