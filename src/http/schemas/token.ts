/** Tokens: what they may do, lists of tokens, and new tokens. */

import { z } from "@hono/zod-openapi";
import { SCOPE_MEANINGS, SCOPES } from "../../ids/scopes.ts";
import { APP_ID, AppId } from "./app-card.ts";
import { Instant, orNull, Seat } from "./card.ts";
import { GameId } from "./game.ts";
import { INSTANT, sentInstant } from "./instant.ts";
import { PlayerName } from "./name.ts";

export const Scope = z.enum(SCOPES).openapi("Scope", {
  description: SCOPES.map((scope) => `\`${scope}\`: ${SCOPE_MEANINGS[scope]}`).join(" "),
  example: "games:play",
});

const SeatBinding = z
  .object({ game: GameId, seat: Seat })
  .openapi("SeatBinding", { description: "The one seat that the token plays." });

const token = {
  id: z.string().openapi({
    description: "The id used to revoke the token. It is not the token itself.",
    example: "tk_k5x2mqz7h3vn6rwa",
  }),
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
      description: "Shown only once. Send it as `Authorization: Bearer trix_...`.",
      example: "trix_aiaa6aaaaaaa...",
    }),
  })
  .openapi("NewToken");

export const TokenList = z.object({ data: z.array(Token), nextCursor: z.null() }).openapi("TokenList");

/** No token lives longer: its last second must fit into it. */
const LATEST = Date.UTC(2100, 0, 1);

/** A token ends at a whole second. */
const inSeconds = (at: number): number => Math.floor(at / 1000) * 1000;

export const TokenRequest = z
  .strictObject({
    name: PlayerName.openapi({ description: "A name for the account's own list of tokens.", example: "My bot" }),
    scopes: z
      .array(Scope)
      .min(1)
      .max(SCOPES.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, {
        error: "Send each scope only once.",
        params: { code: "repeated" },
      })
      .openapi({ description: "What the token may do. It cannot have a scope that the token of this call lacks." }),
    expiresAt: sentInstant("Not an RFC 3339 timestamp. Send one such as 2027-01-31T12:00:00Z.")
      .transform(inSeconds)
      .refine((at) => at > Date.now() && at < LATEST, {
        error: "A token must expire in the future, before the year 2100.",
        params: { code: "out_of_range" },
      })
      .optional()
      .openapi({
        ...INSTANT,
        description: "When the token expires, to the second. If omitted, it never expires.",
        example: "2027-01-31T12:00:00Z",
      }),
    game: z.string().max(60).optional().openapi({
      pattern: "^gm_[a-z2-7]+$",
      description:
        "A game in which the account has a seat. The token then plays only this seat and can do nothing else.",
      example: "gm_h5zq3rw2kxn4m7taaaaaaaaa",
    }),
    app: z.string().max(28).regex(APP_ID, "Must be the id of an app.").optional().openapi({
      description: "One of the account's apps. The token then belongs to the app and acts for its users.",
      example: "ap_2w7k4hq5vxm3n6zt",
    }),
  })
  .refine(({ game, app }) => game === undefined || app === undefined, {
    error: "A token is for one seat or for an app, not for both.",
    params: { code: "one_of" },
    path: ["app"],
  })
  .openapi("TokenRequest", { example: { name: "My bot", scopes: ["games:read", "games:play"] } });
