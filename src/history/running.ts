/** Running games in D1, for whoever runs the server. */

import { desc, eq, sql } from "drizzle-orm";
import { askHistory } from "./database.ts";
import { deals, games } from "./schema.ts";

/** A running game; times in milliseconds since 1970. */
export interface RunningGame {
  id: string;
  creatorId: string;
  startedAt: number | null;
  /** Deals that are finished. */
  deals: number;
}

/** At most `most` running games, newest first. May lag. Throws `HistoryUnavailable`. */
export const listRunning = (d1: D1Database, most: number): Promise<RunningGame[]> =>
  askHistory(
    d1,
    (db) =>
      db
        .select({
          id: games.id,
          creatorId: games.creatorId,
          startedAt: games.startedAt,
          deals: sql<number>`(SELECT count(*) FROM ${deals} WHERE ${deals.gameId} = ${games.id})`.as("deals_played"),
        })
        .from(games)
        .where(eq(games.status, "playing"))
        .orderBy(desc(games.createdAt), desc(games.id))
        .limit(most),
    { current: false },
  );
