/** Tokens in D1: for their lists, and for the list of revoked ones. */

import { and, desc, eq, gt, isNotNull, isNull, or, sql, type InferSelectModel } from "drizzle-orm";
import { askHistory } from "./database.ts";
import { tokens } from "./schema.ts";

export type TokenRow = InferSelectModel<typeof tokens>;

/** Those of an account that are neither revoked nor expired at `now`, newest first. Throws `HistoryUnavailable`. */
export const listTokens = (d1: D1Database, player: string, now: number): Promise<TokenRow[]> =>
  askHistory(d1, (db) => db.select().from(tokens)
    .where(and(eq(tokens.playerId, player), isNull(tokens.revokedAt), or(isNull(tokens.expiresAt), gt(tokens.expiresAt, now))))
    .orderBy(desc(tokens.createdAt), desc(tokens.id)), { current: true });

/** Adds a token where the account has fewer than `most`; whether it did. The same token again changes nothing. Throws `HistoryUnavailable`. */
export const addToken = (d1: D1Database, row: TokenRow, most: number): Promise<boolean> =>
  askHistory(d1, async (db) => {
    const { id, playerId, appId, name, scopes, gameId, seat, createdAt, expiresAt } = row;
    // One statement counts and adds, so that many at once cannot add more. Its columns stand in the order of the table.
    const adding = db.insert(tokens).select(sql`SELECT ${id}, ${playerId}, ${appId}, ${name}, ${scopes}, ${gameId}, ${seat}, ${createdAt}, ${expiresAt}, NULL
      WHERE (SELECT count(*) FROM tokens WHERE player_id = ${playerId} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${createdAt})) < ${most}`).onConflictDoNothing();
    const [, added] = await db.batch([adding, db.select({ id: tokens.id }).from(tokens).where(eq(tokens.id, id))]);
    return added.length > 0;
  }, { current: true });

/** Revokes a token of that account; its row, or `undefined` where it has no such token. Throws `HistoryUnavailable`. */
export const revokeToken = (d1: D1Database, player: string, id: string, now: number): Promise<TokenRow | undefined> =>
  askHistory(d1, (db) => db.update(tokens).set({ revokedAt: sql`coalesce(${tokens.revokedAt}, ${now})` })
    .where(and(eq(tokens.id, id), eq(tokens.playerId, player))).returning().get(), { current: true });

/** The ids of tokens revoked at or after `since` (milliseconds). Throws `HistoryUnavailable`. */
export const revokedSince = (d1: D1Database, since: number): Promise<string[]> =>
  askHistory(d1, async (db) => (await db.select({ id: tokens.id }).from(tokens)
    .where(and(isNotNull(tokens.revokedAt), sql`${tokens.revokedAt} >= ${since}`))).map(({ id }) => id), { current: true });
