/** Lists of games. */

import { z } from "@hono/zod-openapi";
import { OPTIONS, PRESETS } from "../../engine/index.ts";
import { bySeat, Instant } from "./card.ts";
import { GameId, GameStatus } from "./game.ts";
import { TableSeat } from "./occupant.ts";
import { ME_OR_PLAYER_ID, PLAYER_ID } from "./player.ts";

const choicesOf = (name: string): string[] => {
  const spec = OPTIONS.find((option) => option.name === name)?.spec;
  return spec?.kind === "choice" ? [...spec.values] : [];
};

/** A whole number in a query, refused rather than clipped where it is out of range. */
export const queryInteger = (min: number, max: number, standard: number | undefined, description: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "A whole number.")
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

/** More than any instant needs. */
const TIME_LENGTH = 40;

const Time = z.iso
  .datetime({
    offset: true,
    error: "An RFC 3339 instant, such as 2026-11-30T12:00:00Z; a + in it must be sent as %2B.",
  })
  .max(TIME_LENGTH)
  .transform((text) => Date.parse(text))
  .optional();

export const DEFAULT_LIMIT = 20;
/** The longest page. */
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
      description: "Only games in which this player sits or has a seat kept: `me`, or an id.",
      pattern: ME_OR_PLAYER_ID,
      maxLength: 28,
      example: "me",
    }),
  preset: z.enum(Object.keys(PRESETS)).optional(),
  mode: z.enum(choicesOf("mode")).optional(),
  since: Time.openapi({
    type: "string",
    format: "date-time",
    maxLength: TIME_LENGTH,
    description: "Created at this instant or later.",
  }),
  until: Time.openapi({
    type: "string",
    format: "date-time",
    maxLength: TIME_LENGTH,
    description: "Created before this instant.",
  }),
  limit: queryInteger(1, MOST_GAMES, DEFAULT_LIMIT, "How many items at most."),
  cursor: z
    .string()
    .min(1)
    .max(300)
    .regex(/^[\w-]+$/, "This is not a `nextCursor` of this list.")
    .optional()
    .openapi({ description: "`nextCursor` of the page before, with the same filters." }),
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
    dealsPlayed: z.int().openapi({ description: "Finished deals, tie-breaks included." }),
    sandbox: z
      .boolean()
      .openapi({ description: "Whether it is a game to try things out in, which counts in no statistics." }),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .openapi("GameItem");

export const GameList = z
  .object({
    data: z.array(GameItem),
    nextCursor: z
      .string()
      .nullable()
      .openapi({ description: "Send it as `cursor` for the next page; null on the last one." }),
  })
  .openapi("GameList", { description: "Newest first. May lag a running game by seconds." });
