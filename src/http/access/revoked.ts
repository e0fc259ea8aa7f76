/**
 * Revoked tokens, as this isolate knows them. D1 has the list; it is read again beside a request once the copy is old, and
 * no action ever waits for it. Calls that can wait do so for a moment where the copy is too old to go by.
 */

import type { Context } from "hono";
import { within } from "../../durable/timing.ts";
import { revokedSince } from "../../history/tokens.ts";
import type { AppEnv } from "../exchange/env.ts";
import type { EndReason } from "../live/subscription.ts";

/** Older copies are read again, and the oldest that a call other than an action goes by without asking, in milliseconds. */
const REFRESH_MS = 30_000,
  STALE_MS = 55_000;
/** How long such a call waits at most, and how long a failed reading is left alone. */
const PATIENCE_MS = 500,
  RETRY_MS = 1000;
/** How far back a reading reaches beyond the one before: clocks differ, and a row may have been under way. */
const OVERLAP_MS = 120_000;

const revoked = new Set<string>();
/** When the copy was read last, and when that was last tried; milliseconds since 1970. */
let readAt = 0,
  triedAt = 0;
/** The reading that is under way: whoever needs it waits for the same one. */
let reading: Promise<void> | null = null;

export const isRevoked = (id: string): boolean => revoked.has(id);

/** What this isolate has revoked itself counts here at once. */
export const forgetTokens = (ids: Iterable<string>): void => {
  for (const id of ids) revoked.add(id);
};

/** Reads the list again where it is due. `patient`: whether the call waits where the copy is too old to go by. */
export async function refreshRevoked(c: Context<AppEnv>, patient: boolean): Promise<void> {
  const now = Date.now();
  if (now - readAt <= REFRESH_MS) return;
  if (reading === null && now - triedAt > RETRY_MS) {
    triedAt = now;
    reading = read(c.env.DB, now)
      .catch((error: unknown) => {
        console.warn(`revoked tokens could not be read: ${String(error)}`);
      })
      .finally(() => {
        reading = null;
      });
    c.executionCtx.waitUntil(reading);
  }
  if (reading !== null && patient && now - readAt > STALE_MS) await within(PATIENCE_MS, reading).catch(() => {});
}

async function read(d1: D1Database, now: number): Promise<void> {
  for (const id of await revokedSince(d1, Math.max(0, readAt - OVERLAP_MS))) revoked.add(id);
  readAt = now;
}

/** Looks at a token again: why it holds no longer, or `null`. Sees to it that the list of revoked ones is not too old. */
export function lapseOf(
  c: Context<AppEnv>,
  { id, expiresAt }: { id: string; expiresAt: number | null },
): EndReason | null {
  void refreshRevoked(c, false);
  return isRevoked(id) ? "revoked" : expiresAt !== null && expiresAt <= Date.now() ? "expired" : null;
}
