/** What a client sends to make, join and change a game. */

import { z } from "@hono/zod-openapi";
import { BotName } from "./bot.ts";
import { Seat } from "./card.ts";
import { ClockRequest } from "./clock.ts";
import { Newcomers, SeriesRequest, Visibility } from "./game.ts";
import { ME_OR_PLAYER_ID, PLAYER_ID } from "./player.ts";
import { RulesRequest } from "./rules.ts";

const PRINTABLE = /^[\x20-\x7e]*$/;

export const SeatRequest = z
  .strictObject({
    player: z
      .string()
      .refine((player) => player === "me" || PLAYER_ID.test(player), {
        error: 'This is neither "me" nor a player id.',
        params: { code: "wrong_format" },
      })
      .optional()
      .openapi({
        description: "`me`, or the id of a player. The seat is kept for that player until they join.",
        pattern: ME_OR_PLAYER_ID,
        maxLength: 28,
        example: "me",
      }),
    bot: BotName.optional(),
    open: z.literal(true).optional(),
  })
  .refine((seat) => Object.values(seat).filter((value) => value !== undefined).length === 1, {
    error: "A seat must have exactly one of `player`, `bot` and `open`.",
    params: { code: "one_of" },
  })
  .openapi("SeatRequest", { minProperties: 1, maxProperties: 1, example: { bot: "steady" } });

const Seats = z
  .array(SeatRequest)
  .max(4)
  .superRefine((seats, context) => {
    const players = seats.map(({ player }) => player);
    players.forEach((player, seat) => {
      if (player === undefined || players.indexOf(player) === seat) return;
      context.addIssue({
        code: "custom",
        message: "An account can have only one seat.",
        params: { code: "repeated" },
        path: [seat, "player"],
      });
    });
  })
  .openapi({
    description:
      "Seats 0 to 3, in order. Missing seats are open. Without `seats`, the creator takes seat 0. The creator does not have to take a seat.",
  });

export const GameRequest = z
  .strictObject({
    rules: RulesRequest.optional(),
    seats: Seats.optional(),
    visibility: Visibility.optional(),
    seed: z.string().min(1).max(128).optional().openapi({
      description:
        "Every game with this seed deals the same packs. Use it for tests and comparisons. The game is marked `seeded`.",
    }),
    sameApp: z.boolean().optional().openapi({
      description:
        "Whether several users of one app, users of several apps with the same owner, or users and the owner can sit here together. Anyone who runs an app can read the hands of its users. Defaults to false.",
    }),
    clock: ClockRequest.nullable().optional().openapi({
      description:
        "If null, there is no time limit. If omitted, there is none either, unless an app creates the game: then each answer has three days, and a house bot takes over when a player runs out of time.",
    }),
    newcomers: Newcomers.optional(),
    sandbox: z.boolean().optional().openapi({
      description:
        "Creates a game for testing. Its creator can advance its clock and inject faults. The game is marked and counts in no statistics.",
    }),
    series: SeriesRequest.optional().openapi({
      description:
        "Makes the table play several matches. When one ends, the next starts automatically, as long as a player took part in it until its end. By taking a seat, a player agrees to all of them. Cannot be combined with `seed`.",
    }),
  })
  .superRefine(({ seed, series }, context) => {
    if (seed === undefined || series === undefined) return;
    context.addIssue({
      code: "custom",
      message: "A series cannot have a seed. Its matches are dealt at random.",
      params: { code: "one_of" },
      path: ["seed"],
    });
  })
  .openapi("GameRequest", {
    description: "All fields are optional. By default, a game is public, uses the preset trix, and is dealt at random.",
    example: {
      rules: { preset: "trix", kingdoms: 1 },
      seats: [{ player: "me" }, { bot: "steady" }, { bot: "steady" }, { bot: "steady" }],
    },
  });

const ClientSeed = z.string().min(1).max(64).regex(PRINTABLE, "A client seed must be printable ASCII.");

export const JoinRequest = z
  .strictObject({
    seat: Seat.optional(),
    clientSeed: ClientSeed.optional().openapi({
      description:
        "Your seed for the shuffle, 1 to 64 printable ASCII characters. Without `seat`, it sets or changes the seed of the seat you have.",
      example: "my dice say 4 2 6",
    }),
  })
  .openapi("JoinRequest", {
    description: "Without `seat`, you get any free seat, or a seat kept for you if there is one.",
    example: { seat: 2 },
  });

export const RematchRequest = z
  .strictObject({
    clientSeed: ClientSeed.optional().openapi({
      description: "Your seed for the shuffle of the next game, as in `JoinRequest`.",
      example: "my dice say 4 2 6",
    }),
  })
  .openapi("RematchRequest", { example: { clientSeed: "my dice say 4 2 6" } });
