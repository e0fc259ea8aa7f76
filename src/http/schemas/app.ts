/** Apps of chat integrators, and their users. */

import { z } from "@hono/zod-openapi";
import { AppCard, AppName } from "./app-card.ts";
import { Instant } from "./card.ts";
import { PlayerName } from "./name.ts";
import { Player, PlayerKind } from "./player.ts";
import { NewToken } from "./token.ts";

export const App = z.object({ ...AppCard.shape, createdAt: Instant }).openapi("App");

export const AppRequest = z
  .strictObject({ name: AppName })
  .openapi("AppRequest", { example: { name: "Trix for Discord" } });

export const NewApp = z.object({ app: App, token: NewToken }).openapi("NewApp");

export const AppList = z.object({ data: z.array(App), nextCursor: z.null() }).openapi("AppList");

export const UserRequest = z
  .strictObject({ name: PlayerName.optional(), kind: PlayerKind.optional() })
  .openapi("UserRequest", {
    description: "Fields that you omit keep their values. A new user has a guest name and the kind `human`.",
    example: { name: "Layla" },
  });

export const Claim = z
  .object({
    code: z.string().openapi({
      description: "Give this code only to the user. Anyone who sends it with `POST /v1/me/claims` becomes the user.",
      example: "trixclaim_aeaaaaaa...",
    }),
    expiresAt: Instant,
  })
  .openapi("Claim");

export const ClaimRequest = z
  .strictObject({
    code: z.string().min(1).max(200).openapi({
      pattern: "^trixclaim_[a-z2-7]+$",
      example: "trixclaim_pmv5x2q7hk3n4rwamv5x2q7hk3n4rwamv5x2q7hk3n4rwae",
    }),
  })
  .openapi("ClaimRequest", { example: { code: "trixclaim_pmv5x2q7hk3n4rwamv5x2q7hk3n4rwamv5x2q7hk3n4rwae" } });

export const Claimed = z
  .object({ player: Player, token: NewToken })
  .openapi("Claimed", { description: "The claimed user, and a token that plays for them." });
