import { expect, test } from "vitest";
import { checkRaces } from "../soak/server.ts";

test("of many requests about one decision exactly one counts, in every phase; four doublings at once are all kept", async () => {
  const { copies, different, doublings } = await checkRaces(12);
  expect(copies).toBeGreaterThan(8);
  expect(different).toBeGreaterThan(4);
  expect(doublings).toBeGreaterThan(1);
});
