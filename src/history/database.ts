/** How the Worker asks D1: through a session, within a time, again where D1 says that it helps; and how it is told that D1 failed. */

import { getTableColumns, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { backoff, within } from "../durable/timing.ts";

/** D1 did not answer, or answered with an error: the question may be put again later. */
export class HistoryUnavailable extends Error {
  override name = "HistoryUnavailable";
}

/** How long one question may take, repeats included, in milliseconds. */
const PATIENCE_MS = 5000;
const REPEATS = 2;
const FIRST_PAUSE_MS = 50;

/** What D1 says where the same statement may succeed at once. */
const PASSING =
  /network connection lost|storage caused object to be reset|reset because its code was updated|internal error|timed? ?out/i;

/**
 * Puts a question to D1. It may be put several times, so it must do no more the second time. `current` reads what has just
 * been written; without it any replica may answer.
 * @throws HistoryUnavailable
 */
export async function askHistory<T>(
  d1: D1Database,
  question: (db: DrizzleD1Database) => Promise<T>,
  { current }: { current: boolean },
): Promise<T> {
  try {
    return await within(PATIENCE_MS, repeat(d1, question, current ? "first-primary" : "first-unconstrained"));
  } catch (error) {
    throw new HistoryUnavailable(causeOf(error), { cause: error });
  }
}

async function repeat<T>(
  d1: D1Database,
  question: (db: DrizzleD1Database) => Promise<T>,
  constraint: D1SessionConstraint,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      // A session has all that drizzle calls of a database: prepare and batch.
      return await question(drizzle(d1.withSession(constraint) as unknown as D1Database));
    } catch (error) {
      if (tried > REPEATS || !PASSING.test(causeOf(error))) throw error;
      await scheduler.wait(backoff(tried, FIRST_PAUSE_MS));
    }
  }
}

/** The values of a row, to be inserted by a SELECT: each in the place in which drizzle names its column. */
export const valuesOf = <T extends SQLiteTable>(table: T, row: InferSelectModel<T>): SQL =>
  sql.join(
    Object.keys(getTableColumns(table)).map((name) => sql`${row[name as keyof typeof row]}`),
    sql`, `,
  );

/** The message of the innermost error: drizzle wraps what D1 says in the text of the query. */
function causeOf(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause;
  return inner instanceof Error ? inner.message : String(inner);
}
