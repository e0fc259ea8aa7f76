/** Tickets that have opened their stream: kept until they would have ended, so that none opens a second. */

import type { Spendable } from "./frames.ts";

/** The table, for the migrations of an object that takes tickets. */
export const SPENT_TABLE =
  "CREATE TABLE spent (ticket TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;";

/** Spends a ticket at `now` (milliseconds since 1970). Whether it was still good. */
export function spend(sql: SqlStorage, { id, until }: Spendable, now: number): boolean {
  if (until <= now) return false;
  sql.exec("DELETE FROM spent WHERE until <= ?", now);
  return (
    sql
      .exec(
        "INSERT INTO spent (ticket, until) VALUES (?, ?) ON CONFLICT (ticket) DO NOTHING RETURNING ticket",
        id,
        until,
      )
      .toArray().length > 0
  );
}
