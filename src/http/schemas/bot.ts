/** House bots. */

import { z } from "@hono/zod-openapi";
import { BOTS, findBot } from "../../bots/index.ts";

/** A house bot's name in a request. */
export const BotName = z
  .string()
  .refine((name) => findBot(name) !== undefined, {
    error: "There is no house bot with this name. GET /v1/bots lists them.",
    params: { code: "unknown_bot" },
  })
  .openapi({
    description: "The name of a house bot from GET /v1/bots.",
    pattern: "^[a-z][a-z0-9_-]*$",
    maxLength: 40,
    example: BOTS.at(-1)!.name,
  });

const HouseBot = z
  .object({ name: z.string().openapi({ example: BOTS.at(-1)!.name }), description: z.string() })
  .openapi("HouseBot");

export const BotList = z.object({ data: z.array(HouseBot) }).openapi("BotList");

export const SeatBotRequest = z
  .strictObject({ bot: BotName })
  .openapi("SeatBotRequest", { example: { bot: BOTS.at(-1)!.name } });
