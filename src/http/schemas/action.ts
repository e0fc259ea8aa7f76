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
        error: "This is not an action id. Send an `id` from `you.legalActions`, exactly as it appears there.",
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
        "The `id` of `you.decision`. If you send it, you can repeat the request and it counts only once. If you omit it, the action answers the open decision, and a repeat is a new action.",
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
    "`return=minimal` asks for a 204 response without a body (RFC 7240), for clients that follow the game through its events. Rejections stay the same.",
  example: "return=minimal",
};

export const Acted = z
  .object({
    replayed: z
      .boolean()
      .openapi({ description: "Whether this action had already counted. If true, nothing new has happened." }),
    events: z.array(GameEvent).openapi({
      description: "The events from this action up to `version`, including those of house bots that moved after it.",
    }),
    version: z.int(),
    game: GameView,
  })
  .openapi("Acted");
