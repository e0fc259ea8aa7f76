/** What a player's finished games come to, from D1. */

import { and, eq, type InferSelectModel, sql } from "drizzle-orm";
import { askHistory } from "./database.ts";
import { statistics } from "./schema.ts";

/** Sums over the games of one player that are of one category, mode, partnership and visibility. */
export type Sums = InferSelectModel<typeof statistics>;

/** The sums of `player`, of games that `viewer` may know of: a player sees all of their own. Throws `HistoryUnavailable`. */
export const statsOf = (d1: D1Database, player: string, viewer: string | null): Promise<Sums[]> =>
  askHistory(
    d1,
    (db) =>
      db
        .select()
        .from(statistics)
        .where(
          and(
            eq(statistics.playerId, player),
            viewer === player ? undefined : sql`${statistics.visibility} = 'public'`,
          ),
        ),
    { current: false },
  );
