import { expect, test } from "vitest";
import { checkMatches } from "../soak/server.ts";

/** Of all phases and both kinds of deals; the demo's test plays a match of full length. */
const SHORT = [
  { rules: { preset: "levant_app", mode: "complex", partnership: "opposite" } },
  { rules: { preset: "trex", kingdoms: 1, layoutPass: "explicit" } },
];

test("whole matches by four tokens choosing at random: views, records, proofs and D1 agree, and every record replays", async () => {
  const { matches, deals } = await checkMatches(SHORT.length, SHORT);
  expect(matches).toBe(SHORT.length);
  expect(deals).toBeGreaterThanOrEqual(13);
});
