/** Actions: what a seat may do, and what a client sends. */

import { z } from "@hono/zod-openapi";
import { parseAction } from "../../engine/index.ts";
import { GameEvent } from "./event.ts";
import { GameView } from "./game.ts";

/** Every id there can be, and some that no deal has. */
const ACTION_ID = "^(pass|r:(claim|decline)|p:[AKQJT2-9][SHDC]|d:([KQ][SHDC]){0,5}|c:[kqdtx]{1,5})$";

export const ActionRequest = z
  .strictObject({
    action: z
      .string()
      .refine((id) => parseAction(id) !== undefined, {
        error: "This is not an action id. Send an `id` from `you.legalActions` as it stands there.",
        params: { code: "unknown_action" },
      })
      .openapi({
        description: "The `id` of one of `you.legalActions`.",
        pattern: ACTION_ID,
        maxLength: 24,
        example: "p:7H",
      }),
    decision: z.string().min(1).max(32).optional().openapi({
      description:
        "The `id` of `you.decision`. With it the same request can be sent again and counts once; without it the open decision is meant, and a repeat is a new action.",
      example: "57",
    }),
  })
  .openapi("ActionRequest", { example: { action: "p:7H", decision: "57" } });

/** Described alone, not checked: preferences that are not known are left alone. */
export const PREFER_MINIMAL = {
  name: "Prefer",
  in: "header" as const,
  schema: { type: "string" as const, pattern: "^[\\t\\x20-\\x7e]*$", maxLength: 200 },
  description:
    "`return=minimal` asks for an answer without a body (RFC 7240): 204, for clients that follow the game by its events. Refusals are told as ever.",
  example: "return=minimal",
};

export const Acted = z
  .object({
    replayed: z
      .boolean()
      .openapi({ description: "Whether this action had counted before: then nothing new has happened." }),
    events: z.array(GameEvent).openapi({
      description: "The events from this action up to `version`, those of house bots that answered among them.",
    }),
    version: z.int(),
    game: GameView,
  })
  .openapi("Acted");
