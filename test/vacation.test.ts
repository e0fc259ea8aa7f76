/** Days of vacation: when one is drawn, what it covers, and how many there are. */

import { describe, expect, test } from "vitest";
import { DAY_MS, DAYS_A_YEAR, daysLeft, NO_VACATION, spend, type Vacation } from "../src/player/vacation.ts";

const at = (text: string): number => Date.parse(`${text}Z`);

/** Draws for each deadline in turn; what was given, and what is left over. */
function drawn(
  deadlines: readonly string[],
  from: Vacation = NO_VACATION,
): { until: (number | null)[]; vacation: Vacation } {
  let vacation = from;
  const until = deadlines.map((deadline) => {
    const given = spend(vacation, at(deadline));
    vacation = given.vacation;
    return given.until;
  });
  return { until, vacation };
}

test.each<{ what: string; deadlines: string[]; until: string[]; used: number; year: number }>([
  {
    what: "one clock that runs out takes a day, from its deadline on",
    deadlines: ["2026-03-01T10:00"],
    until: ["2026-03-02T10:00"],
    used: 1,
    year: 2026,
  },
  {
    what: "asked again for the same deadline, nothing more",
    deadlines: ["2026-03-01T10:00", "2026-03-01T10:00"],
    until: ["2026-03-02T10:00", "2026-03-02T10:00"],
    used: 1,
    year: 2026,
  },
  {
    what: "all deadlines of its 24 hours are covered, those of other games too",
    deadlines: ["2026-03-01T10:00", "2026-03-01T10:01", "2026-03-02T09:59"],
    until: ["2026-03-02T10:00", "2026-03-02T10:00", "2026-03-02T10:00"],
    used: 1,
    year: 2026,
  },
  {
    what: "a deadline at its end takes the next",
    deadlines: ["2026-03-01T10:00", "2026-03-02T10:00"],
    until: ["2026-03-02T10:00", "2026-03-03T10:00"],
    used: 2,
    year: 2026,
  },
  {
    what: "a deadline that is told late is covered by the day that holds",
    deadlines: ["2026-03-01T10:00", "2026-02-27T08:00"],
    until: ["2026-03-02T10:00", "2026-03-02T10:00"],
    used: 1,
    year: 2026,
  },
  {
    what: "days need not follow each other",
    deadlines: ["2026-03-01T10:00", "2026-08-01T10:00"],
    until: ["2026-03-02T10:00", "2026-08-02T10:00"],
    used: 2,
    year: 2026,
  },
  {
    what: "a day that reaches into the next year belongs to the old one",
    deadlines: ["2026-12-31T20:00", "2027-01-01T19:59"],
    until: ["2027-01-01T20:00", "2027-01-01T20:00"],
    used: 1,
    year: 2026,
  },
  {
    what: "the new year begins anew",
    deadlines: ["2026-12-30T20:00", "2026-12-31T20:00", "2027-01-01T20:00"],
    until: ["2026-12-31T20:00", "2027-01-01T20:00", "2027-01-02T20:00"],
    used: 1,
    year: 2027,
  },
  {
    what: "a deadline of the old year that is told late takes nothing of it back",
    deadlines: ["2027-01-01T00:10", "2026-12-31T23:50", "2027-01-02T00:10"],
    until: ["2027-01-02T00:10", "2027-01-02T00:10", "2027-01-03T00:10"],
    used: 2,
    year: 2027,
  },
])("$what", ({ deadlines, until, used, year }) => {
  const given = drawn(deadlines);
  expect(given.until).toEqual(until.map(at));
  expect(given.vacation).toEqual({ year, used, until: Math.max(...until.map(at)) });
});

describe("a year's days", () => {
  const start = at("2026-01-01T00:00");
  const all = spend({ year: 2026, used: DAYS_A_YEAR - 1, until: start }, start + 40 * DAY_MS);

  test("are used up by the last, which still holds to its end", () => {
    expect(all).toEqual({
      until: start + 41 * DAY_MS,
      vacation: { year: 2026, used: DAYS_A_YEAR, until: start + 41 * DAY_MS },
    });
    expect(spend(all.vacation, start + 41 * DAY_MS - 1).until).toBe(start + 41 * DAY_MS);
  });

  test("are not gone beyond: nothing is put off, and nothing is counted", () => {
    expect(spend(all.vacation, start + 41 * DAY_MS)).toEqual({ until: null, vacation: all.vacation });
  });

  test("are counted down, and whole again on the first of January in UTC", () => {
    expect(daysLeft(NO_VACATION, start)).toBe(DAYS_A_YEAR);
    const { vacation } = drawn(["2026-03-01T10:00", "2026-05-01T10:00"]);
    expect(daysLeft(vacation, at("2026-12-31T23:59:59.999"))).toBe(DAYS_A_YEAR - 2);
    expect(daysLeft(vacation, at("2027-01-01T00:00"))).toBe(DAYS_A_YEAR);
    expect(daysLeft(all.vacation, start + 42 * DAY_MS)).toBe(0);
  });

  test("all of them, one after the other, put a clock off by thirty days and no more", () => {
    let vacation = NO_VACATION,
      deadline: number | null = start,
      last = start;
    while (deadline !== null) {
      last = deadline;
      ({ vacation, until: deadline } = spend(vacation, deadline));
    }
    expect(last - start).toBe(DAYS_A_YEAR * DAY_MS);
  });
});
