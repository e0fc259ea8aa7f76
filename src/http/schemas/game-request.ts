/** What a client sends to make, join and change a game. */

import { z } from "@hono/zod-openapi";
import { BotName } from "./bot.ts";
import { Seat } from "./card.ts";
import { ClockRequest } from "./clock.ts";
import { SeriesRequest, Visibility } from "./game.ts";
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
        description: "`me`, or the id of a player for whom the seat is kept until that player joins.",
        pattern: ME_OR_PLAYER_ID,
        maxLength: 28,
        example: "me",
      }),
    bot: BotName.optional(),
    open: z.literal(true).optional(),
  })
  .refine((seat) => Object.values(seat).filter((value) => value !== undefined).length === 1, {
    error: "A seat has exactly one of `player`, `bot` and `open`.",
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
        message: "One account has one seat.",
        params: { code: "repeated" },
        path: [seat, "player"],
      });
    });
  })
  .openapi({
    description:
      "Seats 0 to 3 in order; missing ones are open. Without `seats` the creator sits at 0. A creator need not sit at all.",
  });

export const GameRequest = z
  .strictObject({
    rules: RulesRequest.optional(),
    seats: Seats.optional(),
    visibility: Visibility.optional(),
    seed: z.string().min(1).max(128).optional().openapi({
      description:
        "Deals the same packs in every game with this seed, for tests and comparisons. The game is marked `seeded`.",
    }),
    sameApp: z.boolean().optional().openapi({
      description:
        "Whether several users of one app, or of apps of one owner, or the owner himself may sit here together: whoever runs an app can read the hands of its users. Off unless it says so.",
    }),
    clock: ClockRequest.nullable().optional().openapi({ description: "Null, or left out: nobody is timed." }),
    sandbox: z.boolean().optional().openapi({
      description:
        "A game to try things out in: its creator can advance its clock and switch faults on. It counts in no statistics and is marked.",
    }),
    series: SeriesRequest.optional().openapi({
      description:
        "Makes the table play several matches: when one is finished the next begins by itself, and whoever sits has agreed to all of them. Not with `seed`.",
    }),
  })
  .superRefine(({ seed, series }, context) => {
    if (seed === undefined || series === undefined) return;
    context.addIssue({
      code: "custom",
      message: "The matches of a series are dealt from fresh randomness.",
      params: { code: "one_of" },
      path: ["seed"],
    });
  })
  .openapi("GameRequest", {
    description:
      "All of it may be left out. Games are public, by preset trix, dealt from fresh randomness, unless it says otherwise.",
    example: {
      rules: { preset: "trix", kingdoms: 1 },
      seats: [{ player: "me" }, { bot: "steady" }, { bot: "steady" }, { bot: "steady" }],
    },
  });

const ClientSeed = z.string().min(1).max(64).regex(PRINTABLE, "A client seed is printable ASCII.");

export const JoinRequest = z
  .strictObject({
    seat: Seat.optional(),
    clientSeed: ClientSeed.optional().openapi({
      description:
        "Your share in the shuffling, 1 to 64 printable ASCII characters. Alone, it sets or changes the seed of a seat you have.",
      example: "my dice say 4 2 6",
    }),
  })
  .openapi("JoinRequest", {
    description: "Without `seat` any free one is taken, one kept for you first.",
    example: { seat: 2 },
  });

export const RematchRequest = z
  .strictObject({
    clientSeed: ClientSeed.optional().openapi({
      description: "Your share in the shuffling of the next game, as in `JoinRequest`.",
      example: "my dice say 4 2 6",
    }),
  })
  .openapi("RematchRequest", { example: { clientSeed: "my dice say 4 2 6" } });
