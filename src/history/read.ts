/** Reading lists of games from D1: newest first, by keyset, and never through more rows than a page needs or `MOST_WALKED`. */

import { and, eq, type InferSelectModel, inArray, type SQL, sql } from "drizzle-orm";
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

/** Every preset and mode there is: what a list goes through where its filters leave them open. */
export interface GameKinds {
  presets: readonly string[];
  modes: readonly string[];
}

/** A place in a list: the game that stands there. */
export interface GameKey {
  createdAt: number;
  id: string;
}

export interface ListedGame extends InferSelectModel<typeof games> {
  seats: InferSelectModel<typeof seats>[];
  scores: number[];
  dealsPlayed: number;
}

/** How many games of one player a page goes through at most. What else may follow is on the next page. */
export const MOST_WALKED = 500;

/** A game that is on the list, or with `fits` 0 the last one that was gone through. */
const FOUND = { createdAt: sql<number>`created_at`, id: sql<string>`id`, fits: sql<0 | 1>`fits` };

/** Which part of a list one statement reads, in milliseconds since 1970. */
interface Range {
  before: GameKey;
  since: number;
  most: number;
}

/**
 * At most `limit` games that `viewer` may find: public ones, and those that it made or has a seat in. `next` is where the
 * next page starts, `null` where nothing follows. Throws `HistoryUnavailable`.
 */
export function listGames(
  d1: D1Database,
  viewer: string | null,
  filters: GameFilters,
  after: GameKey | null,
  limit: number,
  kinds: GameKinds,
): Promise<{ games: ListedGame[]; next: GameKey | null }> {
  return askHistory(
    d1,
    async (db) => {
      const { since = 0, until = Number.MAX_SAFE_INTEGER } = filters;
      const before = after !== null && after.createdAt < until ? after : { createdAt: until, id: "" };
      const range = { before, since, most: limit + 1 };
      const [first, ...rest] = statementsOf(viewer, filters, range, kinds).map((each) =>
        db.select(FOUND).from(sql`(${each}) AS listed`),
      );
      const found = (await db.batch([first, ...rest])).flat();
      // Beyond the newest game at which a walk broke off, others may be missing.
      const end = found.filter(({ fits }) => fits === 0).sort(newestFirst)[0];
      const keys = [...new Map(found.filter(({ fits }) => fits === 1).map((key) => [key.id, key])).values()]
        .filter((key) => end === undefined || newestFirst(key, end) <= 0)
        .sort(newestFirst);
      const page = keys.slice(0, limit);
      const next = keys.length > limit ? page[limit - 1] : (end ?? null);
      return { games: page.length === 0 ? [] : await withDetails(db, page), next };
    },
    { current: false },
  );
}

const newestFirst = (a: GameKey, b: GameKey): number =>
  b.createdAt - a.createdAt || (a.id === b.id ? 0 : a.id < b.id ? 1 : -1);

/** The statements whose games together are the list. Each goes only through games that the viewer may know of, as a cursor can name any of them. */
function statementsOf(viewer: string | null, filters: GameFilters, range: Range, kinds: GameKinds): SQL[] {
  const { player, status, preset, mode } = filters;
  const fits = and(
    status === undefined ? undefined : eq(games.status, status),
    preset === undefined ? undefined : eq(games.preset, preset),
    mode === undefined ? undefined : eq(games.mode, mode),
  );
  if (player === undefined) {
    const listed = fits === undefined ? newestListed(range) : listedOfKinds(kindsOf(filters, kinds), range);
    return viewer === null
      ? [listed]
      : [listed, walk(seatsOf(viewer, "unlisted"), range, fits), walk(madeBy(viewer), range, fits)];
  }
  const listed = walk(seatsOf(player, "public"), range, fits);
  if (viewer === null) return [listed];
  if (viewer === player) return [listed, walk(seatsOf(player, "unlisted"), range, fits)];
  const shared = and(
    fits,
    sql`EXISTS (SELECT 1 FROM seats AS other WHERE other.game_id = ${games.id} AND other.player_id = ${player})`,
  );
  return [listed, walk(seatsOf(viewer, "unlisted"), range, shared), walk(madeBy(viewer), range, shared)];
}

// The statements name their indexes: no statistics that the planner has must lead it elsewhere.
const newestListed = (range: Range): SQL =>
  sql`SELECT created_at, id, 1 AS fits FROM games INDEXED BY games_by_time WHERE visibility = 'public' AND ${within("id", range)}`;

/** Of each kind as many as a page may need, by an index that has all of them apart: it costs the same whether there are many or none. */
const listedOfKinds = (kinds: readonly string[][], range: Range): SQL =>
  sql`SELECT game.value ->> 0 AS created_at, game.value ->> 1 AS id, 1 AS fits
    FROM json_each(${JSON.stringify(kinds)}) AS kind, json_each((
      SELECT json_group_array(json_array(created_at, id)) FROM (
        SELECT created_at, id FROM games INDEXED BY games_by_kind
        WHERE visibility = 'public' AND status = kind.value ->> 0 AND preset = kind.value ->> 1 AND mode = kind.value ->> 2
          AND ${within("id", range)}))) AS game
    ORDER BY 1 DESC, 2 DESC LIMIT ${range.most}`;

/** Every status, preset and mode that these filters let through. */
const kindsOf = ({ status, preset, mode }: GameFilters, { presets, modes }: GameKinds): string[][] =>
  (status === undefined ? games.status.enumValues : [status]).flatMap((status) =>
    (preset === undefined ? presets : [preset]).flatMap((preset) =>
      (mode === undefined ? modes : [mode]).map((mode) => [status, preset, mode]),
    ),
  );

/** What a walk goes through: the games of one player in the order of lists, with the name that their id has there. */
interface Way {
  id: "game_id" | "id";
  from: SQL;
}

const seatsOf = (player: string, visibility: "public" | "unlisted"): Way => ({
  id: "game_id",
  from: sql`seats INDEXED BY seats_by_player WHERE player_id = ${player} AND visibility = ${visibility}`,
});

const madeBy = (player: string): Way => ({
  id: "id",
  from: sql`games INDEXED BY games_by_creator WHERE creator_id = ${player} AND visibility = 'unlisted'`,
});

/** Those that fit of the next MOST_WALKED games. If they do not fill the page, the last one gone through comes after them, unless the way ends before. */
function walk({ id, from }: Way, range: Range, fits: SQL | undefined): SQL {
  const way = (most: number, skipped = 0) =>
    sql`SELECT created_at, ${sql.raw(id)} AS id FROM ${from} AND ${within(id, { ...range, most })} OFFSET ${skipped}`;
  return sql`SELECT * FROM (
      SELECT way.created_at, way.id, 1 AS fits
      FROM (${way(MOST_WALKED)}) AS way CROSS JOIN games ON games.id = way.id WHERE ${fits ?? sql`TRUE`} LIMIT ${range.most})
    UNION ALL SELECT created_at, id, 0 FROM (${way(1, MOST_WALKED - 1)})
    LIMIT ${range.most}`;
}

const within = (id: Way["id"], { before, since, most }: Range): SQL =>
  sql`(created_at, ${sql.raw(id)}) < (${before.createdAt}, ${before.id}) AND created_at >= ${since} ORDER BY created_at DESC, ${sql.raw(id)} DESC LIMIT ${most}`;

async function withDetails(db: DrizzleD1Database, page: readonly GameKey[]): Promise<ListedGame[]> {
  // One parameter for any number of ids: D1 takes 100 at most.
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(page.map((game) => game.id))}))`;
  const total = (points: SQLiteColumn) => sql<number>`coalesce(sum(${points}) FILTER (WHERE ${deals.tiebreak} = 0), 0)`;
  const [gameRows, seatRows, dealRows] = await db.batch([
    db.select().from(games).where(inArray(games.id, ids)),
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
  const gamesById = new Map(gameRows.map((game) => [game.id, game]));
  const seatsOf = Map.groupBy(seatRows, (row) => row.gameId);
  const totals = new Map(dealRows.map((row) => [row.gameId, row]));
  return page.map(({ id }) => {
    const sums = totals.get(id);
    return {
      ...gamesById.get(id)!,
      seats: seatsOf.get(id) ?? [],
      dealsPlayed: sums?.played ?? 0,
      scores: sums === undefined ? [0, 0, 0, 0] : [sums.total0, sums.total1, sums.total2, sums.total3],
    };
  });
}
