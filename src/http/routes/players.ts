/** Accounts: making one, one's own, anybody's. */

import { findApp } from "../../history/apps.ts";
import { addPlayer, claimedUsers, findPlayer } from "../../history/players.ts";
import { newPlayerId, playerBytes } from "../../ids/ids.ts";
import { SCOPES } from "../../ids/scopes.ts";
import { instantOrNull } from "../../wire/instants.ts";
import { asPlayer, asPublic, openToAll } from "../access/call.ts";
import { json, operation } from "../exchange/operation.ts";
import { Problem } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { playerParams } from "../schemas/params.ts";
import { Me, NewPlayer, Player, PlayerRequest } from "../schemas/player.ts";
import { accountsOf, accountView } from "./accounts.ts";
import { newToken } from "./tokens.ts";

const createPlayer = operation({
  method: "post",
  path: "/v1/players",
  operationId: "createPlayer",
  tags: ["Players"],
  access: "open",
  budget: "accounts",
  problems: ["history_unavailable"],
  summary: "Create an account",
  description:
    "Creates an account for a person or a program and returns its token. The token has full access. It is shown only once and cannot be read again.",
  request: { body: { required: true, content: { "application/json": { schema: PlayerRequest } } } },
  responses: { 201: json(NewPlayer, "The account and its token.") },
});

const getMe = operation({
  method: "get",
  path: "/v1/me",
  operationId: "getMe",
  tags: ["Players"],
  access: "player",
  seatTokens: true,
  problems: ["history_unavailable"],
  summary: "Get my account",
  description: "Returns the account that the token belongs to, and what the token can do.",
  responses: { 200: json(Me, "The caller.") },
});

const getPlayer = operation({
  method: "get",
  path: "/v1/players/{playerId}",
  operationId: "getPlayer",
  tags: ["Players"],
  access: "public",
  seatTokens: true,
  problems: ["player_not_found", "history_unavailable"],
  summary: "Get an account",
  description: "Returns the public information about a player.",
  request: { params: playerParams },
  responses: { 200: json(Player, "The account.") },
});

export const players = createRouter()
  .answer(createPlayer, openToAll, async ({ env }, c) => {
    const { name, kind } = c.req.valid("json");
    const account = { id: newPlayerId(), name, kind, createdAt: Date.now(), appId: null, claimedBy: null };
    const { row, text } = newToken(env, account.id, { name: "First token", scopes: SCOPES });
    await addPlayer(env.DB, account, row);
    return c.json({ player: accountView({ ...account, appName: null, appOwner: null }), token: text }, 201);
  })
  .answer(getMe, asPlayer, async (call, c) => {
    const { env, player } = call;
    const {
      app,
      token: { scopes, expiresAt },
    } = call.credential;
    const [{ own }, claims, owner] = await Promise.all([
      accountsOf(call),
      claimedUsers(env.DB, player),
      app === null ? undefined : findApp(env.DB, app),
    ]);
    return c.json(
      {
        player: accountView(own),
        scopes: [...scopes],
        expiresAt: instantOrNull(expiresAt),
        app: owner === undefined ? null : { id: owner.id, name: owner.name, owner: owner.ownerId },
        claims: claims.map(accountView),
      },
      200,
    );
  })
  .answer(getPlayer, asPublic, async ({ env }, c) => {
    const { playerId } = c.req.valid("param");
    const account = playerBytes(playerId) === undefined ? undefined : await findPlayer(env.DB, playerId);
    if (account === undefined) throw new Problem("player_not_found");
    return c.json(accountView(account), 200);
  });
