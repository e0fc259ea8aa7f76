/** Apps of chat integrators: an app's token acts for the app's own users. */

import { type AppRow, addApp, endApp, findApp, listApps } from "../../history/apps.ts";
import { claimUser, findPlayer, putUser } from "../../history/players.ts";
import { revokeToken } from "../../history/tokens.ts";
import { makeClaim, readClaim } from "../../ids/claim.ts";
import { newAppId, userId } from "../../ids/ids.ts";
import { APP_SCOPES } from "../../ids/scopes.ts";
import { DETAILS } from "../../labels/details/index.ts";
import { instant } from "../../wire/instants.ts";
import { forbidden, unauthorized } from "../access/auth.ts";
import { MOST_APPS } from "../access/budgets.ts";
import { type AppCall, asApp, asPlayer } from "../access/call.ts";
import { forgetTokens } from "../access/revoked.ts";
import { json, operation } from "../exchange/operation.ts";
import { Problem } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { App, AppList, AppRequest, Claim, Claimed, ClaimRequest, NewApp, UserRequest } from "../schemas/app.ts";
import { appParams, userParams } from "../schemas/params.ts";
import { Player } from "../schemas/player.ts";
import { accountView, newUser } from "./accounts.ts";
import { keepToken, newToken, newTokenView } from "./tokens.ts";

const owned = { tags: ["Tokens and apps"] as [string], access: "player", scope: "account:manage" } as const;
const ofApp = { tags: ["Tokens and apps"] as [string], access: "app", scope: "games:play" } as const;

const createApp = operation({
  ...owned,
  method: "post",
  path: "/v1/apps",
  operationId: "createApp",
  problems: ["history_unavailable", "limit_reached"],
  summary: "Create an app",
  description:
    "Creates an app for a program with many users, such as a chat bot. The response has a token that acts for the app's users. `Trix-Act-As: discord:1234` names a user, who is created the first time you name them. Nobody else can act for the user, and the table sees the app at the user's seat.",
  request: { body: { required: true, content: { "application/json": { schema: AppRequest } } } },
  responses: { 201: json(NewApp, "The app and its first token.") },
});

const listAppsRoute = operation({
  ...owned,
  method: "get",
  path: "/v1/apps",
  operationId: "listApps",
  problems: ["history_unavailable"],
  summary: "List apps",
  description: `Lists the account's apps, newest first. An account can have at most ${MOST_APPS}, so there is only one page.`,
  responses: { 200: json(AppList, "The apps.") },
});

const endAppRoute = operation({
  ...owned,
  method: "delete",
  path: "/v1/apps/{appId}",
  operationId: "endApp",
  problems: ["app_not_found", "history_unavailable"],
  summary: "Delete an app",
  description: "Deletes an app and revokes all its tokens. Its users remain players and keep their games.",
  request: { params: appParams },
  responses: { 200: json(App, "The deleted app.") },
});

const putUserRoute = operation({
  ...ofApp,
  method: "put",
  path: "/v1/app/users/{identity}",
  operationId: "putUser",
  problems: ["history_unavailable"],
  summary: "Create or update a user of the app",
  description:
    "Creates the user if needed, and sets their name and kind to the values sent. Omitted fields do not change. Seats the user already has keep the old name.",
  request: { params: userParams, body: { required: true, content: { "application/json": { schema: UserRequest } } } },
  responses: { 200: json(Player, "The user.") },
});

const createClaim = operation({
  ...ofApp,
  method: "post",
  path: "/v1/app/users/{identity}/claims",
  operationId: "createClaim",
  problems: ["history_unavailable"],
  summary: "Create a claim code for a user",
  description:
    "Returns a code for the user, valid for 15 minutes. Give it only to the user: anyone who sends it with `POST /v1/me/claims` adds the user to their own account. If the user has already been claimed, the code works for the same account again, in case its token was lost.",
  request: { params: userParams },
  responses: { 201: json(Claim, "The code.") },
});

const claim = operation({
  ...owned,
  method: "post",
  path: "/v1/me/claims",
  operationId: "claimUser",
  problems: ["history_unavailable", "claim_invalid", "already_claimed", "limit_reached"],
  summary: "Claim an app user",
  description:
    "Adds an app user to this account. The account gets a token that plays for the user, and the user's page shows which account claimed them. The token has the same scopes as the token of this call. The app can still act for the user and rename them.",
  request: { body: { required: true, content: { "application/json": { schema: ClaimRequest } } } },
  responses: { 200: json(Claimed, "The user, and a token that plays for them.") },
});

const appView = ({ id, name, ownerId, createdAt }: AppRow) => ({
  id,
  name,
  owner: ownerId,
  createdAt: instant(createdAt),
});

/**
 * The app's user of that identity, made if need be, and changed. Any token of the app may do this, whether or not it names a
 * user; but the app must still be there.
 */
async function userNamed(
  { env, app }: AppCall,
  identity: string,
  change: Parameters<typeof putUser>[2],
): Promise<string> {
  if ((await findApp(env.DB, app)) === undefined) throw unauthorized(DETAILS.app_gone);
  const id = userId(env, app, identity);
  await putUser(env.DB, newUser(id, app), change);
  return id;
}

export const apps = createRouter()
  .answer(createApp, asPlayer, async (call, c) => {
    const { name } = c.req.valid("json");
    const { env, player: owner } = call;
    const parent = call.credential.token;
    const scopes = APP_SCOPES.filter((scope) => parent.scopes.includes(scope));
    if (scopes.length === 0) throw forbidden("games:play", DETAILS.no_scope_for_app);
    const app = { id: newAppId(), ownerId: owner, name, createdAt: Date.now(), deletedAt: null };
    const token = newToken(env, owner, { name, scopes, app: app.id, expiresAt: parent.expiresAt });
    const why = await addApp(env.DB, app, parent.id, MOST_APPS);
    if (why === "revoked") throw unauthorized(DETAILS.token_revoked);
    if (why !== null) throw new Problem("limit_reached", { detail: DETAILS.apps({ limit: MOST_APPS }) });
    try {
      await keepToken(call, token.row, DETAILS.account_tokens);
    } catch (error) {
      // An app without a token would only use up a place.
      await endApp(env.DB, owner, app.id, Date.now());
      throw error;
    }
    return c.json({ app: appView(app), token: newTokenView(token) }, 201);
  })
  .answer(listAppsRoute, asPlayer, async ({ env, player }, c) =>
    c.json({ data: (await listApps(env.DB, player)).map(appView), nextCursor: null }, 200),
  )
  .answer(endAppRoute, asPlayer, async ({ env, player }, c) => {
    const ended = await endApp(env.DB, player, c.req.valid("param").appId, Date.now());
    if (ended === undefined) throw new Problem("app_not_found");
    forgetTokens(ended.tokens);
    return c.json(appView(ended.app), 200);
  })
  .answer(putUserRoute, asApp, async (call, c) => {
    const id = await userNamed(call, c.req.valid("param").identity, c.req.valid("json"));
    return c.json(accountView((await findPlayer(call.env.DB, id))!), 200);
  })
  .answer(createClaim, asApp, async (call, c) => {
    const id = await userNamed(call, c.req.valid("param").identity, {});
    const { code, expiresAt } = makeClaim(call.env, id, Date.now());
    return c.json({ code, expiresAt: instant(expiresAt) }, 201);
  })
  .answer(claim, asPlayer, async (call, c) => {
    const { code } = c.req.valid("json");
    const { env, player } = call;
    const user = readClaim(env, code, Date.now());
    if (user === undefined) throw new Problem("claim_invalid");
    const parent = call.credential.token;
    const token = newToken(env, user, { name: "By claim", scopes: parent.scopes, expiresAt: parent.expiresAt });
    // The token first: whether the caller's own was revoked is asked with it.
    await keepToken(call, token.row, DETAILS.user_tokens);
    if (!(await claimUser(env.DB, user, player))) {
      await revokeToken(env.DB, user, token.row.id, Date.now());
      throw new Problem("already_claimed");
    }
    return c.json({ player: accountView((await findPlayer(env.DB, user))!), token: newTokenView(token) }, 200);
  });
