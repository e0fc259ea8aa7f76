/** Tokens in D1: for their lists, and for the list of revoked ones. */

import { and, desc, eq, gt, type InferSelectModel, isNotNull, isNull, or, sql } from "drizzle-orm";
import { askHistory, valuesOf } from "./database.ts";
import { tokens } from "./schema.ts";

export type TokenRow = InferSelectModel<typeof tokens>;

/** Those of an account that are neither revoked nor expired at `now`, newest first. Throws `HistoryUnavailable`. */
export const listTokens = (d1: D1Database, player: string, now: number): Promise<TokenRow[]> =>
  askHistory(
    d1,
    (db) =>
      db
        .select()
        .from(tokens)
        .where(
          and(
            eq(tokens.playerId, player),
            isNull(tokens.revokedAt),
            or(isNull(tokens.expiresAt), gt(tokens.expiresAt, now)),
          ),
        )
        .orderBy(desc(tokens.createdAt), desc(tokens.id)),
    { current: true },
  );

/** Whether a token has been revoked, to be asked within the statement that it is for. */
export const hasBeenRevoked = (id: string) =>
  sql`EXISTS (SELECT 1 FROM tokens WHERE id = ${id} AND revoked_at IS NOT NULL)`;

/** Why a token was not made: the account has as many as it may, the token that makes it is revoked, or its app is no more. */
export type NotMade = "full" | "revoked" | "ended";

/**
 * Adds a token that `by` makes, unless the account has `most` already, `by` has been revoked or the token's app is no more; one statement
 * asks and adds, so that nothing can come between. `null` where it was made. Throws `HistoryUnavailable`.
 */
export const addToken = (d1: D1Database, row: TokenRow, by: string, most: number): Promise<NotMade | null> =>
  askHistory(
    d1,
    async (db) => {
      const { id, playerId, appId, createdAt } = row;
      const isRevoked = hasBeenRevoked(by);
      const isEnded = sql`EXISTS (SELECT 1 FROM apps WHERE id = ${appId} AND deleted_at IS NOT NULL)`;
      const living = sql`SELECT count(*) FROM tokens WHERE player_id = ${playerId} AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > ${createdAt})`;
      const [, [found]] = await db.batch([
        db
          .insert(tokens)
          .select(
            sql`SELECT ${valuesOf(tokens, row)} WHERE NOT ${isRevoked} AND NOT ${isEnded} AND (${living}) < ${most}`,
          )
          .onConflictDoNothing(),
        db
          .select({
            made: sql<number>`EXISTS (SELECT 1 FROM tokens WHERE id = ${id})`.as("made"),
            revoked: sql<number>`${isRevoked}`.as("revoked"),
            ended: sql<number>`${isEnded}`.as("ended"),
          })
          .from(sql`(SELECT 1)`),
      ]);
      return found.made === 1 ? null : found.revoked === 1 ? "revoked" : found.ended === 1 ? "ended" : "full";
    },
    { current: true },
  );

/** Revokes a token of that account; its row, or `undefined` where it has no such token. Throws `HistoryUnavailable`. */
export const revokeToken = (d1: D1Database, player: string, id: string, now: number): Promise<TokenRow | undefined> =>
  askHistory(
    d1,
    (db) =>
      db
        .update(tokens)
        .set({ revokedAt: sql`coalesce(${tokens.revokedAt}, ${now})` })
        .where(and(eq(tokens.id, id), eq(tokens.playerId, player)))
        .returning()
        .get(),
    { current: true },
  );

/** Revokes all tokens of an account that are not revoked yet, those of its apps included; their ids. Throws `HistoryUnavailable`. */
export const revokeAll = (d1: D1Database, player: string, now: number): Promise<string[]> =>
  askHistory(
    d1,
    async (db) =>
      (
        await db
          .update(tokens)
          .set({ revokedAt: now })
          .where(and(eq(tokens.playerId, player), isNull(tokens.revokedAt)))
          .returning({ id: tokens.id })
      ).map(({ id }) => id),
    { current: true },
  );

/** The ids of tokens revoked at or after `since` (milliseconds). Throws `HistoryUnavailable`. */
export const revokedSince = (d1: D1Database, since: number): Promise<string[]> =>
  askHistory(
    d1,
    async (db) =>
      (
        await db
          .select({ id: tokens.id })
          .from(tokens)
          .where(and(isNotNull(tokens.revokedAt), sql`${tokens.revokedAt} >= ${since}`))
      ).map(({ id }) => id),
    { current: true },
  );
