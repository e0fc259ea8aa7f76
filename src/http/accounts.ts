/** Players' cards from D1, for calls that show who sits where. */

import type { Context } from "hono";
import { findPlayers, type Account } from "../history/players.ts";
import type { PlayerCard } from "../game/types.ts";
import { unauthorized } from "./auth.ts";
import type { AppEnv } from "./env.ts";

export const cardOf = ({ id, name, kind }: Account): PlayerCard => ({ id, name, kind });

/** An account as the API shows it. */
export const accountView = ({ id, name, kind, createdAt }: Account) => ({ id, name, kind, createdAt: new Date(createdAt).toISOString() });

/** The accounts of the caller and of others, in one question; those of others only where they exist. */
export async function accountsOf(c: Context<AppEnv>, caller: string, others: readonly string[] = []): Promise<{ own: Account; others: Map<string, Account> }> {
  const found = await findPlayers(c.env.DB, [caller, ...others]);
  const own = found.get(caller);
  if (own === undefined) throw unauthorized("The account of this token is gone. Make a new one with POST /v1/players.");
  return { own, others: found };
}
