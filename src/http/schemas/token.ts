/** Tokens: what they may do, their lists, new ones. */

import { z } from "@hono/zod-openapi";
import { SCOPE_MEANINGS, SCOPES } from "../../ids/scopes.ts";
import { APP_ID, AppId } from "./app-card.ts";
import { Instant, orNull, Seat } from "./card.ts";
import { GameId } from "./game.ts";
import { PlayerName } from "./name.ts";

export const Scope = z.enum(SCOPES).openapi("Scope", {
  description: SCOPES.map((scope) => `\`${scope}\`: ${SCOPE_MEANINGS[scope]}`).join(" "),
  example: "games:play",
});

const SeatBinding = z
  .object({ game: GameId, seat: Seat })
  .openapi("SeatBinding", { description: "The one seat that a token plays." });

const token = {
  id: z
    .string()
    .openapi({ description: "By which it is revoked; not the token itself.", example: "tk_k5x2mqz7h3vn6rwa" }),
  name: z.string().openapi({ example: "My bot" }),
  scopes: z.array(Scope),
  only: orNull(SeatBinding),
  app: orNull(AppId),
  createdAt: Instant,
  expiresAt: orNull(Instant),
};

export const Token = z.object({ ...token, revokedAt: orNull(Instant) }).openapi("Token");

export const NewToken = z
  .object({
    ...token,
    token: z.string().openapi({
      description: "Shown this once. Send it as `Authorization: Bearer trix_...`.",
      example: "trix_aiaa6aaaaaaa...",
    }),
  })
  .openapi("NewToken");

export const TokenList = z.object({ data: z.array(Token), nextCursor: z.null() }).openapi("TokenList");

/** No token lives longer: its last second must fit into it. */
const LATEST = Date.UTC(2100, 0, 1);

/** Whether a token can end then, to the second. What is no instant is told for that alone. */
function isEnd(instant: string): boolean {
  const at = Math.floor(Date.parse(instant) / 1000) * 1000;
  return Number.isNaN(at) || (at > Date.now() && at < LATEST);
}

export const TokenRequest = z
  .strictObject({
    name: PlayerName.openapi({ description: "For the account's own list.", example: "My bot" }),
    scopes: z
      .array(Scope)
      .min(1)
      .max(SCOPES.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, {
        error: "Each scope once.",
        params: { code: "repeated" },
      })
      .openapi({ description: "What it may do: nothing that the token of this call may not do itself." }),
    expiresAt: z.iso
      .datetime({ offset: true, error: "An instant in RFC 3339, such as 2027-01-31T12:00:00Z." })
      .max(40)
      .refine(isEnd, { error: "A token ends in the future, before the year 2100.", params: { code: "out_of_range" } })
      .optional()
      .openapi({ description: "When it ends, to the second. Without it, never.", example: "2027-01-31T12:00:00Z" }),
    game: z.string().max(60).optional().openapi({
      pattern: "^gm_[a-z2-7]+$",
      description: "A game in which the account sits: the token then plays this one seat and can do nothing else.",
      example: "gm_h5zq3rw2kxn4m7taaaaaaaaa",
    }),
    app: z.string().max(28).regex(APP_ID, "An app's id.").optional().openapi({
      description: "One of the account's apps: the token is then the app's, and acts for its users.",
      example: "ap_2w7k4hq5vxm3n6zt",
    }),
  })
  .refine(({ game, app }) => game === undefined || app === undefined, {
    error: "A token is for one seat or for an app, not both.",
    params: { code: "one_of" },
    path: ["app"],
  })
  .openapi("TokenRequest", { example: { name: "My bot", scopes: ["games:read", "games:play"] } });
