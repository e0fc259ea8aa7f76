/** A player's days of vacation: spent only when a clock of theirs would run out. Pure; times in milliseconds since 1970. */

import { VACATION_DAYS } from "../wire/bounds.ts";

export const DAY_MS = 24 * 3600 * 1000;
/** Days a year (UTC) that every player has. */
export const DAYS_A_YEAR = VACATION_DAYS;

/** What of the year `year` is used, and until when the vacation that was begun last holds. */
export interface Vacation {
  year: number;
  used: number;
  until: number;
}

export const NO_VACATION: Vacation = { year: 1970, used: 0, until: 0 };

const yearOf = (at: number): number => new Date(at).getUTCFullYear();

/** How many days are left at `now`. */
export const daysLeft = (vacation: Vacation, now: number): number =>
  DAYS_A_YEAR - (yearOf(now) === vacation.year ? vacation.used : 0);

/**
 * A clock runs out at `deadline`. While a vacation holds it is put off to its end, without a day more; else a new day
 * begins with the deadline, if one is left in its year. So one day serves all games of its 24 hours, and asking again
 * for the same deadline spends nothing more. `until` is `null` where nothing is left.
 */
export function spend(vacation: Vacation, deadline: number): { vacation: Vacation; until: number | null } {
  // A day that ends further away than all days of a year together was begun by a clock that was wrong: it covers nothing.
  if (deadline < vacation.until && vacation.until <= deadline + DAYS_A_YEAR * DAY_MS)
    return { vacation, until: vacation.until };
  const year = yearOf(deadline);
  const used = year === vacation.year ? vacation.used : 0;
  if (used >= DAYS_A_YEAR) return { vacation, until: null };
  const until = deadline + DAY_MS;
  return { vacation: { year, used: used + 1, until }, until };
}
