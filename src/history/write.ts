/** Writing history: one batch a call, every statement an upsert, so that a repeat changes nothing. */

import { type InferInsertModel, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type CATEGORIES, deals, games, results, seats, statistics } from "./schema.ts";
import { SUM_NAMES, tally } from "./tally.ts";

export type Category = (typeof CATEGORIES)[number];

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
  // A match counts as what its facts say, however often they are told: what it came to before goes first. The first time that is nothing.
  const isOver = history.results.length > 0;
  if (isOver) statements.push(added(db, history.gameId, "-"));
  if (history.game !== null) {
    const { status, version, startedAt, finishedAt, category } = history.game;
    statements.push(
      db
        .insert(games)
        .values(history.game)
        .onConflictDoUpdate({
          target: games.id,
          set: { status, version, startedAt, finishedAt, category },
          setWhere: sql`excluded.version >= ${games.version}`,
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
            setWhere: sql`${differs(seats.kind, seats.playerId, seats.bot)} AND (SELECT version FROM games WHERE id = excluded.game_id) = ${version}`,
          }),
      );
    }
  }
  // Finished facts never change, but an earlier release did not tell whose they are.
  for (const row of history.deals) {
    const { player0, player1, player2, player3, chosenBy, choice } = row;
    statements.push(
      db
        .insert(deals)
        .values(row)
        .onConflictDoUpdate({
          target: [deals.gameId, deals.ordinal],
          set: { player0, player1, player2, player3, chosenBy, choice },
          setWhere: differs(deals.player0, deals.player1, deals.player2, deals.player3, deals.chosenBy, deals.choice),
        }),
    );
  }
  for (const row of history.results) {
    const { playerId, hasLeft } = row;
    statements.push(
      db
        .insert(results)
        .values(row)
        .onConflictDoUpdate({
          target: [results.gameId, results.seat],
          set: { playerId, hasLeft },
          setWhere: differs(results.playerId, results.hasLeft),
        }),
    );
  }
  if (isOver) statements.push(added(db, history.gameId, ""));
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}

/** Adds what a match comes to to its players' sums, or takes it out of them. */
const added = (db: DrizzleD1Database, game: string, sign: "" | "-") =>
  db
    .insert(statistics)
    .select(tally(game, sign))
    .onConflictDoUpdate({
      target: [
        statistics.playerId,
        statistics.visibility,
        statistics.category,
        statistics.mode,
        statistics.partnership,
      ],
      set: Object.fromEntries(SUM_NAMES.map((name) => [name, sql.raw(`statistics.${name} + excluded.${name}`)])),
    });

/** Whether a row that is there already has other values in these columns than the one to be written. */
function differs(...columns: SQLiteColumn[]): SQL {
  const given = columns.map(({ name }) => sql.raw(`excluded.${name}`));
  return sql`(${sql.join(given, sql`, `)}) IS NOT (${sql.join(columns, sql`, `)})`;
}
