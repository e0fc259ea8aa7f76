/** Writing history: one batch a call, every statement an upsert, so that a repeat changes nothing. */

import { type InferInsertModel, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { deals, games, results, seats } from "./schema.ts";

/** The facts of one game that history lacks. `game` is `null` where nothing of it has changed. */
export interface GameHistory {
  gameId: string;
  game: InferInsertModel<typeof games> | null;
  seats: InferInsertModel<typeof seats>[];
  /** Finished deals: they never change again. */
  deals: InferInsertModel<typeof deals>[];
  results: InferInsertModel<typeof results>[];
}

/** Writes all of it or nothing. Rejects where D1 does; an older export never overwrites a newer one. */
export async function writeHistory(d1: D1Database, history: GameHistory): Promise<void> {
  const db = drizzle(d1);
  const statements = [];
  if (history.game !== null) {
    const { status, version, startedAt, finishedAt } = history.game;
    statements.push(
      db
        .insert(games)
        .values(history.game)
        .onConflictDoUpdate({
          target: games.id,
          set: { status, version, startedAt, finishedAt },
          setWhere: sql`excluded.version > ${games.version}`,
        }),
    );
    for (const row of history.seats) {
      const { kind, playerId, playerName, playerKind, appId, appName, appOwner, bot } = row;
      // Only what has changed is written, and only by an export no older than the one that wrote it.
      statements.push(
        db
          .insert(seats)
          .values(row)
          .onConflictDoUpdate({
            target: [seats.gameId, seats.seat],
            set: { kind, playerId, playerName, playerKind, appId, appName, appOwner, bot },
            setWhere: sql`(excluded.kind, excluded.player_id, excluded.bot) IS NOT (${seats.kind}, ${seats.playerId}, ${seats.bot})
          AND (SELECT version FROM games WHERE id = excluded.game_id) = ${version}`,
          }),
      );
    }
  }
  for (const row of history.deals) statements.push(db.insert(deals).values(row).onConflictDoNothing());
  for (const row of history.results) statements.push(db.insert(results).values(row).onConflictDoNothing());
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}
