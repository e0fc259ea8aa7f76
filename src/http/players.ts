/** Accounts: making one, one's own, anybody's. */

import { addPlayer, findPlayer } from "../history/players.ts";
import { accountView, accountsOf } from "./accounts.ts";
import { audienceOf, callerOf } from "./auth.ts";
import { newPlayerId, playerBytes } from "./ids.ts";
import { json, operation } from "./operation.ts";
import { Problem } from "./problem.ts";
import { createRouter } from "./router.ts";
import { playerParams } from "./schemas/params.ts";
import { Me, NewPlayer, Player, PlayerRequest } from "./schemas/player.ts";
import { makeToken } from "./token.ts";

const createPlayer = operation({
  method: "post", path: "/v1/players", operationId: "createPlayer", tags: ["Players"], access: "open", problems: ["history_unavailable"],
  summary: "Make an account",
  description: "Makes an account for a person or a program and gives its token, which is shown this once and cannot be read again.",
  request: { body: { required: true, content: { "application/json": { schema: PlayerRequest } } } },
  responses: { 201: json(NewPlayer, "The account and its token.") },
});

const getMe = operation({
  method: "get", path: "/v1/me", operationId: "getMe", tags: ["Players"], access: "player", problems: ["history_unavailable"],
  summary: "Who am I", description: "The account of the token.",
  responses: { 200: json(Me, "The caller's account.") },
});

const getPlayer = operation({
  method: "get", path: "/v1/players/{playerId}", operationId: "getPlayer", tags: ["Players"], access: "public",
  problems: ["player_not_found", "history_unavailable"],
  summary: "Read an account", description: "What everybody may know about a player.",
  request: { params: playerParams },
  responses: { 200: json(Player, "The account.") },
});

export const players = createRouter()
  .openapi(createPlayer, async (c) => {
    const { name, kind } = c.req.valid("json");
    const account = { id: newPlayerId(), name, kind, createdAt: Date.now() };
    const token = makeToken(c.env, account.id);
    await addPlayer(c.env.DB, account);
    return c.json({ player: accountView(account), token }, 201);
  })
  .openapi(getMe, async (c) => {
    const { own } = await accountsOf(c, callerOf(c));
    return c.json({ player: accountView(own) }, 200);
  })
  .openapi(getPlayer, async (c) => {
    const { playerId } = c.req.valid("param");
    audienceOf(c);
    const account = playerBytes(playerId) === undefined ? undefined : await findPlayer(c.env.DB, playerId);
    if (account === undefined) throw new Problem("player_not_found");
    return c.json(accountView(account), 200);
  });
