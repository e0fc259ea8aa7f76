/** What stands in paths. */

import { z } from "@hono/zod-openapi";
import { Identity } from "./app-card.ts";

/** Not validated here: an impossible id is reported as a game that does not exist. */
const gameId = z.string().openapi({
  param: { name: "gameId", in: "path" },
  description: "The `id` of a game.",
  pattern: "^gm_[a-z2-7]+$",
  maxLength: 28,
  example: "gm_h5zq3rw2kxn4m7tabcdefghi",
});

export const gameParams = z.object({ gameId });

export const seatParams = z.object({
  gameId,
  seat: z
    .enum(["0", "1", "2", "3"], { error: "The seat must be 0, 1, 2 or 3." })
    .transform((seat) => Number(seat) as 0 | 1 | 2 | 3)
    .openapi({
      param: { name: "seat", in: "path" },
      type: "integer",
      enum: [0, 1, 2, 3],
      minimum: 0,
      maximum: 3,
      example: 2,
    }),
});

export const playerParams = z.object({
  playerId: z.string().openapi({
    param: { name: "playerId", in: "path" },
    description: "The `id` of a player.",
    pattern: "^pl_[a-z2-7]+$",
    maxLength: 28,
    example: "pl_h5zq3rw2kxn4m7ta",
  }),
});

export const tokenParams = z.object({
  tokenId: z.string().openapi({
    param: { name: "tokenId", in: "path" },
    description: "The `id` of a token.",
    pattern: "^tk_[a-z2-7]+$",
    maxLength: 28,
    example: "tk_k5x2mqz7h3vn6rwa",
  }),
});

export const appParams = z.object({
  appId: z.string().openapi({
    param: { name: "appId", in: "path" },
    description: "The `id` of an app.",
    pattern: "^ap_[a-z2-7]+$",
    maxLength: 28,
    example: "ap_2w7k4hq5vxm3n6zt",
  }),
});

export const userParams = z.object({
  identity: Identity.openapi({
    param: { name: "identity", in: "path" },
    description: "A user's identity, chosen by the app.",
    example: "discord:1234",
  }),
});

const webhookId = z.string().openapi({
  param: { name: "webhookId", in: "path" },
  description: "The `id` of a webhook.",
  pattern: "^wh_[a-z2-7]+$",
  maxLength: 28,
  example: "wh_h5zq3rw2kxn4m7tabcdefghi",
});

export const hookParams = z.object({ gameId, webhookId });

export const deliveryParams = z.object({
  gameId,
  webhookId,
  deliveryId: z.string().openapi({
    param: { name: "deliveryId", in: "path" },
    description: "The `id` of a delivery.",
    pattern: "^dl_[a-z2-7]+$",
    maxLength: 28,
    example: "dl_h5zq3rw2kxn4m7ta",
  }),
});
