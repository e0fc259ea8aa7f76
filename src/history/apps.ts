/** Apps in D1. */

import { and, desc, eq, type InferSelectModel, isNull, sql } from "drizzle-orm";
import { askHistory, valuesOf } from "./database.ts";
import { apps, tokens } from "./schema.ts";
import { hasBeenRevoked, type NotMade } from "./tokens.ts";

export type AppRow = InferSelectModel<typeof apps>;

/** Those of an account that are still there, newest first. Throws `HistoryUnavailable`. */
export const listApps = (d1: D1Database, owner: string): Promise<AppRow[]> =>
  askHistory(
    d1,
    (db) =>
      db
        .select()
        .from(apps)
        .where(and(eq(apps.ownerId, owner), isNull(apps.deletedAt)))
        .orderBy(desc(apps.createdAt), desc(apps.id)),
    { current: true },
  );

/** An app that is still there, or `undefined`. Throws `HistoryUnavailable`. */
export const findApp = (d1: D1Database, id: string): Promise<AppRow | undefined> =>
  askHistory(
    d1,
    (db) =>
      db
        .select()
        .from(apps)
        .where(and(eq(apps.id, id), isNull(apps.deletedAt)))
        .get(),
    { current: true },
  );

/** Adds an app that the token `by` makes, unless the account has `most` already or `by` has been revoked; `null` where it was made. Throws `HistoryUnavailable`. */
export const addApp = (d1: D1Database, app: AppRow, by: string, most: number): Promise<NotMade | null> =>
  askHistory(
    d1,
    async (db) => {
      const isRevoked = hasBeenRevoked(by);
      const living = sql`SELECT count(*) FROM apps WHERE owner_id = ${app.ownerId} AND deleted_at IS NULL`;
      const [, [found]] = await db.batch([
        // One statement asks and adds, so that nothing can come between.
        db
          .insert(apps)
          .select(sql`SELECT ${valuesOf(apps, app)} WHERE NOT ${isRevoked} AND (${living}) < ${most}`)
          .onConflictDoNothing(),
        db
          .select({
            made: sql<number>`EXISTS (SELECT 1 FROM apps WHERE id = ${app.id})`.as("made"),
            revoked: sql<number>`${isRevoked}`.as("revoked"),
          })
          .from(sql`(SELECT 1)`),
      ]);
      return found.made === 1 ? null : found.revoked === 1 ? "revoked" : "full";
    },
    { current: true },
  );

/** Ends an app of that owner and revokes its tokens, whose ids come back; `undefined` where they have no such app. Throws `HistoryUnavailable`. */
export const endApp = (
  d1: D1Database,
  owner: string,
  id: string,
  now: number,
): Promise<{ app: AppRow; tokens: string[] } | undefined> =>
  askHistory(
    d1,
    async (db) => {
      const own = and(eq(apps.id, id), eq(apps.ownerId, owner));
      const [ended, revoked] = await db.batch([
        db
          .update(apps)
          .set({ deletedAt: sql`coalesce(${apps.deletedAt}, ${now})` })
          .where(own)
          .returning(),
        db
          .update(tokens)
          .set({ revokedAt: sql`coalesce(${tokens.revokedAt}, ${now})` })
          .where(and(eq(tokens.appId, id), eq(tokens.playerId, owner)))
          .returning({ id: tokens.id }),
      ]);
      return ended.length === 0 ? undefined : { app: ended[0], tokens: revoked.map((row) => row.id) };
    },
    { current: true },
  );
