/** Accounts. */

import { z } from "@hono/zod-openapi";
import { SCOPES } from "../../ids/scopes.ts";
import { AppCard } from "./app-card.ts";
import { Instant, orNull } from "./card.ts";
import { PlayerName } from "./name.ts";

export const PLAYER_ID = /^pl_[a-z2-7]{16}$/;

/** The pattern of a player in a request. */
export const ME_OR_PLAYER_ID = `^(me|${PLAYER_ID.source.slice(1, -1)})$`;

export const PlayerId = z.string().openapi("PlayerId", { pattern: PLAYER_ID.source, example: "pl_h5zq3rw2kxn4m7ta" });

export const PlayerKind = z
  .enum(["human", "bot"])
  .openapi("PlayerKind", { description: "Who plays with this account: a person or a program." });

export const PlayerRequest = z
  .strictObject({ name: PlayerName, kind: PlayerKind })
  .openapi("PlayerRequest", { example: { name: "Layla", kind: "human" } });

export const PlayerCard = z.object({ id: PlayerId, name: z.string(), kind: PlayerKind }).openapi("PlayerCard", {
  description: "A player, as shown at a seat.",
  example: { id: "pl_h5zq3rw2kxn4m7ta", name: "Layla", kind: "human" },
});

export const Player = z
  .object({
    id: PlayerId,
    name: z.string(),
    kind: PlayerKind,
    createdAt: Instant,
    app: orNull(AppCard),
    claimedBy: orNull(PlayerId),
  })
  .openapi("Player", {
    description:
      "An account. `app` is set if the account is a user of an app. `claimedBy` is set if that user was claimed by a person's own account. Otherwise, both are null.",
    example: {
      id: "pl_h5zq3rw2kxn4m7ta",
      name: "Layla",
      kind: "human",
      createdAt: "2026-11-30T12:00:00.000Z",
      app: null,
      claimedBy: null,
    },
  });

export const Me = z
  .object({
    player: Player,
    scopes: z.array(z.enum(SCOPES)).openapi({ description: "What the token of this call can do." }),
    expiresAt: orNull(Instant),
    app: orNull(AppCard),
    claims: z.array(Player).openapi({ description: "App users that this account has claimed." }),
  })
  .openapi("Me", { description: "The caller. `app` is null for a player's own token." });

export const NewPlayer = z
  .object({
    player: Player,
    token: z.string().openapi({
      description: "Shown only once. Send it as `Authorization: Bearer trix_...`.",
      example: "trix_aeaaaaaa...",
    }),
  })
  .openapi("NewPlayer");
