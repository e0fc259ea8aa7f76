import { expect, test } from "vitest";
import { playMany } from "../support/absences.ts";

test("matches of weeks with absences, vacations, pauses and returns come to their end, and every deadline is what the terms say", () => {
  const tally = playMany(40, "clock");
  // Each kind of trouble must have been met, or the rest shows nothing.
  for (const [what, times] of Object.entries(tally)) expect(times, what).toBeGreaterThan(0);
});
