/** Apps of chat integrators: an app's token acts for the app's own users. */

import { type AppRow, addApp, endApp, findApp, listApps } from "../../history/apps.ts";
import { claimUser, findPlayer, putUser } from "../../history/players.ts";
import { revokeToken } from "../../history/tokens.ts";
import { makeClaim, readClaim } from "../../ids/claim.ts";
import { newAppId, userId } from "../../ids/ids.ts";
import { APP_SCOPES } from "../../ids/scopes.ts";
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
  summary: "Make an app",
  description:
    "For programs that bring many people to the table, such as a chat bot. Gives a token that acts for the app's users: `Trix-Act-As: discord:1234` names one, who comes into being when he is named first. Nobody else can act for him, and the table sees the app at his seat.",
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
  description: `The account's apps, newest first. There are at most ${MOST_APPS}, so this is one page.`,
  responses: { 200: json(AppList, "The apps.") },
});

const endAppRoute = operation({
  ...owned,
  method: "delete",
  path: "/v1/apps/{appId}",
  operationId: "endApp",
  problems: ["app_not_found", "history_unavailable"],
  summary: "End an app",
  description: "Revokes all its tokens. Its users stay players, and keep what they have played.",
  request: { params: appParams },
  responses: { 200: json(App, "The app that is no more.") },
});

const putUserRoute = operation({
  ...ofApp,
  method: "put",
  path: "/v1/app/users/{identity}",
  operationId: "putUser",
  problems: ["history_unavailable"],
  summary: "Name a user of the app",
  description:
    "Makes the user if need be, and gives him the name and the kind that are sent. What is left out stays. Seats that he has already keep the old name.",
  request: { params: userParams, body: { required: true, content: { "application/json": { schema: UserRequest } } } },
  responses: { 200: json(Player, "The user.") },
});

const createClaim = operation({
  ...ofApp,
  method: "post",
  path: "/v1/app/users/{identity}/claims",
  operationId: "createClaim",
  problems: ["history_unavailable"],
  summary: "Let a user be claimed",
  description:
    "A code for the user alone, good for 15 minutes: whoever sends it with `POST /v1/me/claims` takes the user over into an account of his own. For a user who was claimed it serves the same account once more, whose token may be lost.",
  request: { params: userParams },
  responses: { 201: json(Claim, "The code.") },
});

const claim = operation({
  ...owned,
  method: "post",
  path: "/v1/me/claims",
  operationId: "claimUser",
  problems: ["history_unavailable", "claim_invalid", "already_claimed", "limit_reached"],
  summary: "Claim a user of an app",
  description:
    "Takes a user of an app over into this account: the account gets a token that plays for him, and his page says whose he is. The token may do what that of this call may. The app can still act for him and name him.",
  request: { body: { required: true, content: { "application/json": { schema: ClaimRequest } } } },
  responses: { 200: json(Claimed, "The user, and a token that plays for him.") },
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
  if ((await findApp(env.DB, app)) === undefined) throw unauthorized("The app of this token is no more.");
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
    if (scopes.length === 0)
      throw forbidden("games:play", "An app's token may do what this one may, which is nothing that concerns games.");
    const app = { id: newAppId(), ownerId: owner, name, createdAt: Date.now(), deletedAt: null };
    const token = newToken(env, owner, { name, scopes, app: app.id, expiresAt: parent.expiresAt });
    const why = await addApp(env.DB, app, parent.id, MOST_APPS);
    if (why === "revoked") throw unauthorized("This token has been revoked. Make another with POST /v1/me/tokens.");
    if (why !== null)
      throw new Problem("limit_reached", { detail: `An account has at most ${MOST_APPS} apps. End one first.` });
    try {
      await keepToken(call, token.row, "An account");
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
    await keepToken(call, token.row, "A user");
    if (!(await claimUser(env.DB, user, player))) {
      await revokeToken(env.DB, user, token.row.id, Date.now());
      throw new Problem("already_claimed");
    }
    return c.json({ player: accountView((await findPlayer(env.DB, user))!), token: newTokenView(token) }, 200);
  });
