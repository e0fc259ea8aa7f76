/** What a player's finished games come to, from D1. */

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { askHistory } from "./database.ts";
import { deals, games, results, seats } from "./schema.ts";

/** A single contract, or `combined` for a deal of several. */
export type ContractGroup = string;

export interface PlayerStats {
  /** One row for each mode and partnership. */
  matches: { mode: string; partnership: string; matches: number; wins: number; placeSum: number; bestPlace: number }[];
  /** The player's own points in deals that counted. */
  points: { contract: ContractGroup; deals: number; total: number }[];
  /** How often the player went out as which, in deals of trix. */
  trixPlaces: { place: number; deals: number }[];
  /** What the player named as king, by the order within a kingdom. */
  choices: { choice: number; contract: ContractGroup; deals: number }[];
}

/** The finished games of `player` that `viewer` may know of: a player sees all of their own. Throws `HistoryUnavailable`. */
export const statsOf = (d1: D1Database, player: string, viewer: string | null): Promise<PlayerStats> =>
  askHistory(
    d1,
    async (db) => {
      const [matches, points, trixPlaces, choices] = await db.batch(statsQueries(db, player, viewer));
      return { matches, points, trixPlaces, choices };
    },
    { current: false },
  );

const group = sql<ContractGroup>`CASE WHEN instr(${deals.contracts}, ',') > 0 THEN 'combined' ELSE ${deals.contracts} END`;
const ownPoints = sql<number>`CASE ${seats.seat} WHEN 0 THEN ${deals.points0} WHEN 1 THEN ${deals.points1} WHEN 2 THEN ${deals.points2} ELSE ${deals.points3} END`;
const count = sql<number>`count(*)`;

/** The four questions behind the statistics of a player. */
export function statsQueries(db: DrizzleD1Database, player: string, viewer: string | null) {
  const counted = (more?: SQL) =>
    and(
      eq(seats.playerId, player),
      eq(seats.kind, "player"),
      // The plus keeps the planner from starting at all finished games of the server: it must start at the player's seats.
      sql`+${games.status} = 'finished'`,
      eq(games.sandbox, false),
      viewer === player ? undefined : sql`+${games.visibility} = 'public'`,
      more,
    );
  const played = eq(games.id, seats.gameId),
    inDeal = eq(deals.gameId, seats.gameId),
    normal = eq(deals.tiebreak, false);
  const place = sql<number>`(instr(${deals.places}, ${seats.seat}) + 1) / 2`;
  const king = db
    .select({
      contract: group.as("contract"),
      // A kingdom has one king, so that its deals are that player's choices, in order.
      choice:
        sql<number>`row_number() OVER (PARTITION BY ${deals.gameId}, ${deals.kingdom} ORDER BY ${deals.ordinal})`.as(
          "choice",
        ),
    })
    .from(seats)
    .innerJoin(games, played)
    .innerJoin(deals, inDeal)
    .where(counted(and(normal, eq(deals.king, seats.seat), sql`${games.mode} <> 'practice'`)))
    .as("chosen");
  return [
    db
      .select({
        mode: games.mode,
        partnership: games.partnership,
        matches: count.as("matches"),
        wins: sql<number>`sum(${results.won})`.as("wins"),
        placeSum: sql<number>`sum(${results.place})`.as("place_sum"),
        bestPlace: sql<number>`min(${results.place})`.as("best_place"),
      })
      .from(seats)
      .innerJoin(games, played)
      .innerJoin(results, and(eq(results.gameId, seats.gameId), eq(results.seat, seats.seat)))
      .where(counted())
      .groupBy(games.mode, games.partnership)
      .orderBy(games.mode, games.partnership),
    db
      .select({
        contract: group.as("contract"),
        deals: count.as("deals"),
        total: sql<number>`sum(${ownPoints})`.as("total"),
      })
      .from(seats)
      .innerJoin(games, played)
      .innerJoin(deals, inDeal)
      .where(counted(normal))
      .groupBy(sql`1`)
      .orderBy(sql`1`),
    db
      .select({ place: place.as("place"), deals: count.as("deals") })
      .from(seats)
      .innerJoin(games, played)
      .innerJoin(deals, inDeal)
      .where(counted(and(normal, sql`instr(${deals.places}, ${seats.seat}) > 0`)))
      .groupBy(sql`1`)
      .orderBy(sql`1`),
    db
      .select({ choice: king.choice, contract: king.contract, deals: count.as("deals") })
      .from(king)
      .groupBy(sql`1`, sql`2`)
      .orderBy(sql`1`, sql`2`),
  ] as const;
}
