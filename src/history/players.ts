/** Accounts in D1. */

import { eq, inArray, sql, type InferSelectModel } from "drizzle-orm";
import { askHistory, within } from "./database.ts";
import { players } from "./schema.ts";

export type Account = InferSelectModel<typeof players>;

/** Adds an account. The same account again changes nothing. Throws `HistoryUnavailable`. */
export const addPlayer = (d1: D1Database, account: Account): Promise<void> =>
  askHistory(d1, async (db) => { await db.insert(players).values(account).onConflictDoNothing(); }, { current: true });

/** An account, or `undefined`. Throws `HistoryUnavailable`. */
export const findPlayer = (d1: D1Database, id: string): Promise<Account | undefined> =>
  askHistory(d1, (db) => db.select().from(players).where(eq(players.id, id)).get(), { current: true });

/** Those of the accounts that exist, by id. Throws `HistoryUnavailable`. */
export async function findPlayers(d1: D1Database, ids: readonly string[]): Promise<Map<string, Account>> {
  const rows = await askHistory(d1, (db) => db.select().from(players)
    .where(inArray(players.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`)), { current: true });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether D1 answers at all. Never throws. */
export const answers = (d1: D1Database, patienceMs: number): Promise<boolean> =>
  within(patienceMs, d1.prepare("SELECT 1 FROM players LIMIT 1").all()).then(() => true, () => false);
