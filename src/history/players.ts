/** Accounts in D1. */

import { eq, getTableColumns, type InferSelectModel, inArray, sql } from "drizzle-orm";
import { within } from "../durable/timing.ts";
import { askHistory } from "./database.ts";
import { apps, players, tokens } from "./schema.ts";
import type { TokenRow } from "./tokens.ts";

export type PlayerRow = InferSelectModel<typeof players>;

/** An account, with the name and the owner of the app whose user it is. */
export interface Account extends PlayerRow {
  appName: string | null;
  appOwner: string | null;
}

const columns = { ...getTableColumns(players), appName: apps.name, appOwner: apps.ownerId };

/** Adds an account with its first token. The same again changes nothing. Throws `HistoryUnavailable`. */
export const addPlayer = (d1: D1Database, player: PlayerRow, token: TokenRow): Promise<void> =>
  askHistory(
    d1,
    async (db) => {
      await db.batch([
        db.insert(players).values(player).onConflictDoNothing(),
        db.insert(tokens).values(token).onConflictDoNothing(),
      ]);
    },
    { current: true },
  );

/** An account, or `undefined`. Throws `HistoryUnavailable`. */
export const findPlayer = (d1: D1Database, id: string): Promise<Account | undefined> =>
  askHistory(
    d1,
    (db) => db.select(columns).from(players).leftJoin(apps, eq(apps.id, players.appId)).where(eq(players.id, id)).get(),
    { current: true },
  );

/** Those of the accounts that exist, by id. Throws `HistoryUnavailable`. */
export async function findPlayers(d1: D1Database, ids: readonly string[]): Promise<Map<string, Account>> {
  const rows = await askHistory(
    d1,
    (db) =>
      db
        .select(columns)
        .from(players)
        .leftJoin(apps, eq(apps.id, players.appId))
        .where(inArray(players.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`)),
    { current: true },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Adds a user of an app, or gives the one that is there the new name and kind, as far as they are given. Throws `HistoryUnavailable`. */
export const putUser = (
  d1: D1Database,
  user: PlayerRow,
  change: Partial<Pick<PlayerRow, "name" | "kind">>,
): Promise<void> =>
  askHistory(
    d1,
    async (db) => {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const adding = db.insert(players).values({ ...user, ...given });
      await (Object.keys(given).length === 0
        ? adding.onConflictDoNothing()
        : adding.onConflictDoUpdate({ target: players.id, set: given }));
    },
    { current: true },
  );

/** Makes `player` the one who has claimed that user of an app, unless another has; whether they are. Throws `HistoryUnavailable`. */
export const claimUser = (d1: D1Database, user: string, player: string): Promise<boolean> =>
  askHistory(
    d1,
    async (db) => {
      const claimed = await db
        .update(players)
        .set({ claimedBy: player })
        .where(sql`${players.id} = ${user} AND coalesce(${players.claimedBy}, ${player}) = ${player}`)
        .returning({ id: players.id });
      return claimed.length > 0;
    },
    { current: true },
  );

/** The users of apps that an account has claimed. Throws `HistoryUnavailable`. */
export const claimedUsers = (d1: D1Database, player: string): Promise<Account[]> =>
  askHistory(
    d1,
    (db) =>
      db.select(columns).from(players).leftJoin(apps, eq(apps.id, players.appId)).where(eq(players.claimedBy, player)),
    { current: true },
  );

/** Whether D1 answers at all. Never throws. */
export const answers = (d1: D1Database, patienceMs: number): Promise<boolean> =>
  within(patienceMs, d1.prepare("SELECT 1 FROM players WHERE id = ''").all()).then(
    () => true,
    () => false,
  );
