/**
 * Users of apps, as this isolate knows them. An app can name anybody: as long as only reading has been asked for somebody, nothing
 * is kept of them, and no object is woken for them.
 */

import { within } from "../../durable/timing.ts";
import { findPlayer } from "../../history/players.ts";

/** How many users are remembered; then all are asked for anew. */
const MOST_KNOWN = 10_000;
/** How long the database may take to say whether there is such a user, in milliseconds. */
const PATIENCE_MS = 500;

const known = new Set<string>();

/** A user who is there is there for good. */
export function rememberUser(id: string): void {
  if (known.size >= MOST_KNOWN) known.clear();
  known.add(id);
}

/** Whether there is such a user; also `true` where that cannot be told, so that running games go on without the database. */
export async function isUser(d1: D1Database, id: string): Promise<boolean> {
  if (known.has(id)) return true;
  try {
    if ((await within(PATIENCE_MS, findPlayer(d1, id))) === undefined) return false;
  } catch (error) {
    console.warn(`whether ${id} is there could not be read: ${String(error)}`);
    return true;
  }
  rememberUser(id);
  return true;
}
