import { expect, test } from "vitest";
import { checkCrashes } from "../soak/server.ts";

test("killed for real in the middle of a match, the server has lost nothing that it acknowledged, done nothing twice, and goes on", async () => {
  const { kills, matches, actions } = await checkCrashes(2);
  expect(kills).toBe(2);
  expect(matches).toBeGreaterThan(0);
  expect(actions).toBeGreaterThan(50);
});
