/** Tokens of an account: making, listing, revoking them. */

import type { Seat } from "../../engine/index.ts";
import { findApp } from "../../history/apps.ts";
import { addToken, listTokens, revokeToken, type TokenRow } from "../../history/tokens.ts";
import { APP_SCOPES, type Scope, SEAT_SCOPES } from "../../ids/scopes.ts";
import type { Secret } from "../../ids/seal.ts";
import { makeToken, newTokenId } from "../../ids/token.ts";
import { DETAILS } from "../../labels/details/index.ts";
import { instant, instantOrNull } from "../../wire/instants.ts";
import { forbidden, scopesText, unauthorized } from "../access/auth.ts";
import { MOST_TOKENS } from "../access/budgets.ts";
import { asPlayer, type PlayerCall } from "../access/call.ts";
import { forgetTokens } from "../access/revoked.ts";
import { json, operation } from "../exchange/operation.ts";
import { Problem } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { tokenParams } from "../schemas/params.ts";
import { NewToken, Token, TokenList, TokenRequest } from "../schemas/token.ts";

const shared = { tags: ["Tokens and apps"] as [string], access: "player", scope: "account:manage" } as const;

const createToken = operation({
  ...shared,
  method: "post",
  path: "/v1/me/tokens",
  operationId: "createToken",
  problems: [
    "history_unavailable",
    "limit_reached",
    "app_not_found",
    "game_not_found",
    "game_unavailable",
    "not_seated",
  ],
  summary: "Create a token",
  description:
    "Creates a token with fewer rights than the token of this call: with some scopes, an expiry time, for one seat in one game (`game`), or for an app and its users (`app`). The token is shown only once.",
  request: { body: { required: true, content: { "application/json": { schema: TokenRequest } } } },
  responses: { 201: json(NewToken, "The token.") },
});

const listTokensRoute = operation({
  ...shared,
  method: "get",
  path: "/v1/me/tokens",
  operationId: "listTokens",
  problems: ["history_unavailable"],
  summary: "List tokens",
  description: `Lists the account's valid tokens, including those of its apps, newest first. An account can have at most ${MOST_TOKENS}, so there is only one page.`,
  responses: { 200: json(TokenList, "The tokens, without their secrets.") },
});

const revokeTokenRoute = operation({
  ...shared,
  method: "delete",
  path: "/v1/me/tokens/{tokenId}",
  operationId: "revokeToken",
  problems: ["token_not_found", "history_unavailable"],
  summary: "Revoke a token",
  description: "Revokes a token. It stops working everywhere within 60 seconds. Revoking it again changes nothing.",
  request: { params: tokenParams },
  responses: { 200: json(Token, "The revoked token.") },
});

interface Wish {
  name: string;
  scopes: readonly Scope[];
  expiresAt?: number | null;
  only?: { game: string; seat: Seat } | null;
  app?: string | null;
}

/** A new token of an account: its row, and its text, which is nowhere else. */
export function newToken(
  env: Secret,
  player: string,
  { name, scopes, expiresAt = null, only = null, app = null }: Wish,
): { row: TokenRow; text: string } {
  const id = newTokenId();
  const text = makeToken(env, {
    id,
    scopes: [...scopes],
    expiresAt,
    bearer: app === null ? { player, only } : { app },
  });
  const row: TokenRow = {
    id,
    playerId: player,
    appId: app,
    name,
    scopes: scopes.join(" "),
    gameId: only?.game ?? null,
    seat: only?.seat ?? null,
    createdAt: Date.now(),
    expiresAt,
    revokedAt: null,
  };
  return { row, text };
}

const tokenFacts = (row: TokenRow) => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes.split(" ") as Scope[],
  only: row.gameId === null ? null : { game: row.gameId, seat: row.seat as Seat },
  app: row.appId,
  createdAt: instant(row.createdAt),
  expiresAt: instantOrNull(row.expiresAt),
});

const tokenView = (row: TokenRow) => ({ ...tokenFacts(row), revokedAt: instantOrNull(row.revokedAt) });

/** A token that was just made, as it is shown once. */
export const newTokenView = ({ row, text }: { row: TokenRow; text: string }) => ({ ...tokenFacts(row), token: text });

/** The scopes, if they are among these; `detail` says that the others are not. */
function scopesWithin(
  scopes: readonly Scope[],
  most: readonly Scope[],
  detail: typeof DETAILS.scopes_of_app,
): readonly Scope[] {
  const more = scopes.filter((scope) => !most.includes(scope));
  if (more.length === 0) return scopes;
  throw forbidden(more[0], detail({ scopes: scopesText(more) }));
}

/** The earlier of two ends: no token outlives the one that makes it. */
export const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** Keeps a token that the caller's own makes, or tells why not; `full` is the detail where there are as many as may be. */
export async function keepToken(
  { env, credential }: PlayerCall,
  row: TokenRow,
  full: typeof DETAILS.account_tokens,
): Promise<void> {
  const why = await addToken(env.DB, row, credential.token.id, MOST_TOKENS);
  if (why === "revoked") throw unauthorized(DETAILS.token_revoked);
  if (why === "ended") throw new Problem("app_not_found");
  if (why === "full") throw new Problem("limit_reached", { detail: full({ limit: MOST_TOKENS }) });
}

export const tokens = createRouter()
  .answer(createToken, asPlayer, async (call, c) => {
    const { name, scopes, expiresAt, game, app } = c.req.valid("json");
    const { env, player } = call;
    const parent = call.credential.token;
    scopesWithin(scopes, parent.scopes, DETAILS.scopes_of_parent);
    let only: Wish["only"] = null;
    if (app !== undefined) {
      scopesWithin(scopes, APP_SCOPES, DETAILS.scopes_of_app);
      if ((await findApp(env.DB, app))?.ownerId !== player) throw new Problem("app_not_found");
    } else if (game !== undefined) {
      scopesWithin(scopes, SEAT_SCOPES, DETAILS.scopes_of_seat);
      const { game: seen } = await call.gameSent(game).ask((object) => object.view(player), { repeatable: true });
      if (seen.you === null) throw new Problem("not_seated", { game: seen });
      only = { game, seat: seen.you.seat };
    }
    const made = newToken(env, player, {
      name,
      scopes,
      expiresAt: earlier(expiresAt ?? null, parent.expiresAt),
      only,
      app: app ?? null,
    });
    await keepToken(call, made.row, DETAILS.account_tokens);
    return c.json(newTokenView(made), 201);
  })
  .answer(listTokensRoute, asPlayer, async ({ env, player }, c) => {
    const rows = await listTokens(env.DB, player, Date.now());
    return c.json({ data: rows.map(tokenView), nextCursor: null }, 200);
  })
  .answer(revokeTokenRoute, asPlayer, async ({ env, player }, c) => {
    const { tokenId } = c.req.valid("param");
    const row = await revokeToken(env.DB, player, tokenId, Date.now());
    if (row === undefined) throw new Problem("token_not_found");
    forgetTokens([row.id]);
    return c.json(tokenView(row), 200);
  });
