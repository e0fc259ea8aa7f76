/** A game as one audience sees it. */

import { z } from "@hono/zod-openapi";
import { bySeat, Contract, Hand, Instant, orNull, Seat } from "./card.ts";
import { Clock } from "./clock.ts";
import { DealSummary, DealView } from "./deal.ts";
import { Knowledge } from "./knowledge.ts";
import { LegalAction } from "./legal-action.ts";
import { TableSeat } from "./occupant.ts";
import { PlayerId } from "./player.ts";
import { Rules } from "./rules.ts";

export const GameId = z.string().openapi("GameId", {
  description: "Opaque; made by this server.",
  maxLength: 28,
  example: "gm_h5zq3rw2kxn4m7tabcdefghi",
});

export const GameStatus = z.enum(["waiting", "playing", "finished", "aborted"]).openapi("GameStatus");

export const Visibility = z.enum(["public", "unlisted"]).openapi("Visibility", {
  description:
    "Whether lists show the game to everybody, or only to those who sit in it. Whoever knows its id can watch it.",
});

const Kingdom = z
  .object({
    number: z.int().min(1),
    king: Seat,
    used: z.array(Contract).openapi({ description: "Contracts played or named in this kingdom." }),
  })
  .openapi("Kingdom");

const Team = z.object({ seats: z.array(Seat), score: z.int() }).openapi("Team");

const Tiebreak = z
  .object({
    tied: z.array(Seat).openapi({ description: "Seats still tied." }),
    deals: z.int().openapi({ description: "Tie-break deals played." }),
    firsts: z
      .array(z.int())
      .nullable()
      .openapi({ description: "First places in trix deals, by seat, where they are compared." }),
  })
  .openapi("Tiebreak");

export const GameResult = z
  .object({
    winners: z.array(Seat).openapi({ description: "Seats that won; both of a team." }),
    places: bySeat("Places from 1; equal totals share one", [4, 3, 1, 2]),
    totals: bySeat("Totals"),
    tiebreak: orNull(Tiebreak),
  })
  .openapi("GameResult", {
    example: { winners: [2], places: [4, 3, 1, 2], totals: [-425, 15, 230, 180], tiebreak: null },
  });

/** How many matches a series may have. */
const LEAST_MATCHES = 2,
  MOST_MATCHES = 20;
const matches = z
  .int()
  .min(LEAST_MATCHES)
  .max(MOST_MATCHES)
  .openapi({ description: "How many matches the table plays.", example: 3 });

export const SeriesRequest = z.strictObject({ matches }).openapi("SeriesRequest", { example: { matches: 3 } });

export const Series = z
  .object({
    matches,
    number: z.int().min(1).openapi({ description: "Which of them this is." }),
    first: GameId,
    scores: bySeat("Totals of the matches up to this one, this one included once it is finished", [-425, 15, 230, 180]),
    wins: bySeat("How many of these matches the seat has won, both seats of a team", [0, 0, 1, 0]),
  })
  .openapi("Series", { description: "The series that the match belongs to; `first` is the game of its first match." });

export const Decision = z
  .object({
    id: z.string().openapi({
      description: "Sent back with the action, so that the same action counts once however often it is sent.",
      example: "57",
    }),
    kind: z
      .enum(["redeal", "contract", "double", "play"])
      .openapi({ description: "What is asked; more kinds may come." }),
    deadline: Instant.nullable().openapi({
      description: "When the answer is due; null where nobody is timed, and while the table pauses.",
    }),
  })
  .openapi("Decision", { description: "What a seat must answer now. Other seats' answers do not change it." });

const You = z
  .object({
    seat: Seat,
    hand: Hand,
    decision: orNull(Decision),
    legalActions: z.array(LegalAction).openapi({
      description:
        "Everything that this seat may do now. Cards stand as in a hand; where a doubling or a redeal is asked, declining comes first.",
    }),
  })
  .openapi("You", { description: "What this seat alone sees; null for everybody who has no seat." });

export const GameView = z
  .object({
    id: GameId,
    status: GameStatus,
    version: z.int().min(1).openapi({ description: "`seq` of the newest event." }),
    createdAt: Instant,
    visibility: Visibility,
    seeded: z.boolean().openapi({ description: "Whether the creator chose the seed of the deals." }),
    commitment: z
      .string()
      .openapi({ description: "Hexadecimal; published before the first deal, proves that no deal was changed." }),
    creator: PlayerId,
    sameApp: z.boolean().openapi({ description: "Whether several users of one app may sit here." }),
    rules: Rules,
    clock: orNull(Clock).openapi({
      description: "How long a seat may think, and what runs now; null where nobody is timed.",
    }),
    sandbox: orNull(z.object({ now: Instant }).openapi("Sandbox")).openapi({
      description: "A game to try things out in, and the time there; null for any other.",
    }),
    seats: z.array(TableSeat).openapi({ minItems: 4, maxItems: 4 }),
    kingdom: orNull(Kingdom),
    deal: orNull(DealView),
    scores: bySeat("Totals of the finished deals"),
    teams: z.array(Team).nullable(),
    deals: z.array(DealSummary).openapi({ description: "The finished deals, oldest first." }),
    result: orNull(GameResult),
    previous: orNull(GameId).openapi({ description: "The game that this one followed on at the same table." }),
    next: orNull(GameId).openapi({
      description:
        "The game that follows at the same table, once it is made: the rematch, or the next match of the series.",
    }),
    series: orNull(Series).openapi({ description: "Null where the match stands alone." }),
    you: orNull(You),
    knowledge: orNull(Knowledge).optional(),
  })
  .openapi("GameView");
