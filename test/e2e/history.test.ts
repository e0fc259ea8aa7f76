import { expect, test } from "vitest";
import { checkOutage } from "../soak/server.ts";

test("while D1 fails play goes on, in a fresh process too, and once it is back history is complete and in order", async () => {
  const { deals, outageSeconds } = await checkOutage(1, 0);
  expect(deals).toBeGreaterThanOrEqual(5);
  expect(outageSeconds).toBeGreaterThan(1);
});
