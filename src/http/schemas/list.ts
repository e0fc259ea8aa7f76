/** Lists of games. */

import { z } from "@hono/zod-openapi";
import { OPTIONS, PRESETS } from "../../engine/index.ts";
import { bySeat, Instant } from "./card.ts";
import { GameId, GameStatus } from "./game.ts";
import { INSTANT, sentInstant } from "./instant.ts";
import { TableSeat } from "./occupant.ts";
import { ME_OR_PLAYER_ID, PLAYER_ID } from "./player.ts";

/** Every preset and mode of games. */
export const KINDS = {
  presets: Object.keys(PRESETS),
  modes: OPTIONS.flatMap(({ name, spec }) => (name === "mode" && spec.kind === "choice" ? spec.values : [])),
};

/** An integer in a query. An out-of-range value is rejected, not clipped. */
export const queryInteger = (min: number, max: number, standard: number | undefined, description: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "Must be a whole number.")
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .optional()
    .openapi({
      type: "integer",
      minimum: min,
      maximum: max,
      ...(standard === undefined ? {} : { default: standard }),
      description,
      example: standard ?? min,
    });

const Time = sentInstant(
  "Not an RFC 3339 timestamp. Send one such as 2026-11-30T12:00:00Z, with any + encoded as %2B.",
).optional();

export const DEFAULT_LIMIT = 20;
/** The largest page. */
export const MOST_GAMES = 100;

export const GameListQuery = z.object({
  status: GameStatus.optional(),
  player: z
    .string()
    .refine((player) => player === "me" || PLAYER_ID.test(player), {
      error: 'This is neither "me" nor a player id.',
      params: { code: "wrong_format" },
    })
    .optional()
    .openapi({
      description: "Only games in which this player has a seat or has one kept for them: `me`, or an id.",
      pattern: ME_OR_PLAYER_ID,
      maxLength: 28,
      example: "me",
    }),
  preset: z.enum(KINDS.presets).optional(),
  mode: z.enum(KINDS.modes).optional(),
  since: Time.openapi({
    ...INSTANT,
    description: "Created at this time or later.",
  }),
  until: Time.openapi({
    ...INSTANT,
    description: "Created before this time.",
  }),
  limit: queryInteger(1, MOST_GAMES, DEFAULT_LIMIT, "The maximum number of games to return."),
  cursor: z
    .string()
    .min(1)
    .max(300)
    .regex(/^[\w-]+$/, "This is not a `nextCursor` from this list.")
    .optional()
    .openapi({ description: "The `nextCursor` of the previous page. Send the same filters as for that page." }),
});

/** The same where the path names the player. */
export const PlayerGamesQuery = GameListQuery.omit({ player: true });

const GameItem = z
  .object({
    id: GameId,
    status: GameStatus,
    preset: z.string(),
    mode: z.string(),
    partnership: z.string(),
    seats: z.array(TableSeat),
    scores: bySeat("Totals of the finished deals"),
    dealsPlayed: z.int().openapi({ description: "The number of finished deals, including tiebreaks." }),
    sandbox: z.boolean().openapi({ description: "Whether this is a game for testing, which counts in no statistics." }),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .openapi("GameItem");

export const GameList = z
  .object({
    data: z.array(GameItem),
    nextCursor: z.string().nullable().openapi({
      description:
        "Send it as `cursor` to get the next page; null on the last page. A page can have fewer games than `limit`, or none, and still not be the last one.",
    }),
  })
  .openapi("GameList", { description: "Newest first. May lag behind a running game by a few seconds." });
