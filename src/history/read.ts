/** Reading lists of games from D1: newest first, by keyset. */

import { and, desc, eq, gte, type InferSelectModel, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { askHistory } from "./database.ts";
import { deals, games, seats } from "./schema.ts";

/** What a list can be narrowed by; times in milliseconds, `since` included, `until` not. */
export interface GameFilters {
  status?: InferSelectModel<typeof games>["status"];
  player?: string;
  preset?: string;
  mode?: string;
  since?: number;
  until?: number;
}

/** Where the page before ended. */
export interface GameKey {
  createdAt: number;
  id: string;
}

export interface ListedGame extends InferSelectModel<typeof games> {
  seats: InferSelectModel<typeof seats>[];
  scores: number[];
  dealsPlayed: number;
}

/**
 * At most `limit` games that `viewer` may find: public ones, and those that it made or has a seat in. `more` tells whether
 * others follow. Throws `HistoryUnavailable`.
 */
export function listGames(
  d1: D1Database,
  viewer: string | null,
  filters: GameFilters,
  after: GameKey | null,
  limit: number,
): Promise<{ games: ListedGame[]; more: boolean }> {
  return askHistory(
    d1,
    async (db) => {
      const rows = await pageOf(db, viewer, filters, after, limit + 1);
      const page = rows.slice(0, limit);
      return { games: page.length === 0 ? [] : await withDetails(db, page), more: rows.length > limit };
    },
    { current: false },
  );
}

async function pageOf(
  db: DrizzleD1Database,
  viewer: string | null,
  filters: GameFilters,
  after: GameKey | null,
  limit: number,
) {
  const { status, player, preset, mode, since, until } = filters;
  // A player's games come through the index of its seats, which has the time of the game; all others through that of games.
  const [time, id] =
    player === undefined ? ([games.createdAt, games.id] as const) : ([seats.createdAt, seats.gameId] as const);
  const where = and(
    visibleTo(viewer),
    status === undefined ? undefined : eq(games.status, status),
    player === undefined ? undefined : eq(seats.playerId, player),
    preset === undefined ? undefined : eq(games.preset, preset),
    mode === undefined ? undefined : eq(games.mode, mode),
    since === undefined ? undefined : gte(time, since),
    until === undefined ? undefined : lt(time, until),
    after === null ? undefined : sql`(${time}, ${id}) < (${after.createdAt}, ${after.id})`,
  );
  const order = [desc(time), desc(id)];
  if (player === undefined)
    return db
      .select()
      .from(games)
      .where(where)
      .orderBy(...order)
      .limit(limit);
  const rows = await db
    .select({ games })
    .from(seats)
    .innerJoin(games, eq(games.id, seats.gameId))
    .where(where)
    .orderBy(...order)
    .limit(limit);
  return rows.map((row) => row.games);
}

function visibleTo(viewer: string | null): SQL | undefined {
  const listed = eq(games.visibility, "public");
  if (viewer === null) return listed;
  return or(
    listed,
    eq(games.creatorId, viewer),
    sql`${games.id} IN (SELECT game_id FROM seats WHERE player_id = ${viewer})`,
  );
}

async function withDetails(db: DrizzleD1Database, page: InferSelectModel<typeof games>[]): Promise<ListedGame[]> {
  // One parameter for any number of ids: D1 takes 100 at most.
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(page.map((game) => game.id))}))`;
  const total = (points: SQLiteColumn) => sql<number>`coalesce(sum(${points}) FILTER (WHERE ${deals.tiebreak} = 0), 0)`;
  const [seatRows, dealRows] = await db.batch([
    db.select().from(seats).where(inArray(seats.gameId, ids)).orderBy(seats.gameId, seats.seat),
    db
      .select({
        gameId: deals.gameId,
        played: sql<number>`count(*)`.as("played"),
        total0: total(deals.points0).as("total0"),
        total1: total(deals.points1).as("total1"),
        total2: total(deals.points2).as("total2"),
        total3: total(deals.points3).as("total3"),
      })
      .from(deals)
      .where(inArray(deals.gameId, ids))
      .groupBy(deals.gameId),
  ]);
  const seatsOf = Map.groupBy(seatRows, (row) => row.gameId);
  const totals = new Map(dealRows.map((row) => [row.gameId, row]));
  return page.map((game) => {
    const sums = totals.get(game.id);
    return {
      ...game,
      seats: seatsOf.get(game.id) ?? [],
      dealsPlayed: sums?.played ?? 0,
      scores: sums === undefined ? [0, 0, 0, 0] : [sums.total0, sums.total1, sums.total2, sums.total3],
    };
  });
}
