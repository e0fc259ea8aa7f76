/** Players' cards from D1, for calls that show who sits where. */

import type { Newcomer } from "../../game/types.ts";
import { type Account, findPlayers, type PlayerRow, putUser } from "../../history/players.ts";
import { DETAILS } from "../../labels/details/index.ts";
import { instant } from "../../wire/instants.ts";
import { unauthorized } from "../access/auth.ts";
import type { PlayerCall } from "../access/call.ts";
import { rememberUser } from "../access/users.ts";

const appCard = ({ appId, appName, appOwner }: Account) =>
  appId === null ? null : { id: appId, name: appName ?? "", owner: appOwner ?? "" };

/** An account as it sits down. */
export function cardOf(account: Account): Newcomer {
  const app = appCard(account);
  return { id: account.id, name: account.name, kind: account.kind, ...(app !== null && { app }) };
}

/** An account as the API shows it. */
export const accountView = (account: Account) => ({
  id: account.id,
  name: account.name,
  kind: account.kind,
  createdAt: instant(account.createdAt),
  app: appCard(account),
  claimedBy: account.claimedBy,
});

/** A user of an app as they come into being: a guest until the app says more. */
export const newUser = (id: string, app: string): PlayerRow => ({
  id,
  name: `Guest ${id.slice(3, 7)}`,
  kind: "human",
  createdAt: Date.now(),
  appId: app,
  claimedBy: null,
});

/** The accounts of the caller and of others, in one question; those of others only where they exist. A user of an app comes into being here. */
export async function accountsOf(
  { env, player, credential: { app } }: PlayerCall,
  others: readonly string[] = [],
): Promise<{ own: Account; others: Map<string, Account> }> {
  let found = await findPlayers(env.DB, [player, ...others]);
  if (!found.has(player) && app !== null) {
    await putUser(env.DB, newUser(player, app), {});
    found = await findPlayers(env.DB, [player, ...others]);
  }
  const own = found.get(player);
  if (own === undefined) throw unauthorized(DETAILS.account_gone);
  if (app !== null) rememberUser(player);
  return { own, others: found };
}
