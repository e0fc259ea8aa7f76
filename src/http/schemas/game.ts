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
import { Votes } from "./vote.ts";

export const GameId = z.string().openapi("GameId", {
  description: "An opaque id, created by this server.",
  maxLength: 28,
  example: "gm_h5zq3rw2kxn4m7tabcdefghi",
});

export const GameStatus = z.enum(["waiting", "playing", "finished", "aborted"]).openapi("GameStatus");

export const Visibility = z.enum(["public", "unlisted"]).openapi("Visibility", {
  description:
    "`public`: lists show the game to everyone. `unlisted`: lists show it only to players in the game. Anyone who knows the id can watch the game.",
});

export const Newcomers = z.enum(["next_deal", "anyone", "nobody"]).openapi("Newcomers", {
  description:
    "Who can take a seat that opens during the match, besides a player who has had it. `next_deal`: anyone, with the next deal; a house bot plays the running deal out. `anyone`: anyone, at once. `nobody`: no one else. Defaults to `next_deal`, and between partners to `nobody`, so that no stranger decides for them.",
});

const Kingdom = z
  .object({
    number: z.int().min(1),
    king: Seat,
    used: z.array(Contract).openapi({ description: "Contracts already played or named in this kingdom." }),
  })
  .openapi("Kingdom");

const Team = z
  .object({
    seats: z.array(Seat),
    score: z.int().openapi({ description: "The team's part of `scores`." }),
    total: z.int().openapi({ description: "The team's part of `totals`." }),
  })
  .openapi("Team");

const Tiebreak = z
  .object({
    tied: z.array(Seat).openapi({ description: "Seats that are still tied." }),
    deals: z.int().openapi({ description: "Number of tiebreak deals played." }),
    firsts: z
      .array(z.int())
      .nullable()
      .openapi({ description: "First places in trix deals, by seat, if they are compared; otherwise null." }),
  })
  .openapi("Tiebreak");

export const GameResult = z
  .object({
    winners: z.array(Seat).openapi({ description: "The seats that won. Both seats of a team count." }),
    places: bySeat("Places from 1; seats with equal totals share a place", [4, 3, 1, 2]),
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

const seriesFields = {
  matches,
  number: z.int().min(1).openapi({ description: "Which match of the series this is." }),
  first: GameId,
  scores: bySeat("Totals of the matches so far, including this one when it is finished", [-425, 15, 230, 180]),
  wins: bySeat("Number of these matches that the seat has won (both seats of a team count)", [0, 0, 1, 0]),
};

export const Series = z
  .object(seriesFields)
  .openapi("Series", { description: "The series that this match belongs to. `first` is the game of the first match." });

/** The same as a game shows it. */
export const SeriesView = z
  .object({
    ...seriesFields,
    ended: z.enum(["completed", "unattended", "aborted"]).nullable().openapi({
      description:
        "Why no further match follows automatically: all were played (`completed`); no player took part in this match until its end, by moving in it and still playing their seat (`unattended`); or this match was aborted. Null while the series goes on.",
    }),
  })
  .openapi("SeriesView", { description: "The series that this match belongs to, and whether it goes on." });

export const Decision = z
  .object({
    id: z.string().openapi({
      description: "Send this with the action, so that the same action counts only once, however often you send it.",
      example: "57",
    }),
    kind: z
      .enum(["redeal", "contract", "double", "play"])
      .openapi({ description: "What the seat must decide. New kinds can be added." }),
    deadline: Instant.nullable().openapi({
      description: "When the answer is due; null if there is no clock or while the table is paused.",
    }),
  })
  .openapi("Decision", { description: "What the seat must answer now. Answers of other seats do not change it." });

const You = z
  .object({
    seat: Seat,
    hand: Hand,
    decision: orNull(Decision),
    legalActions: z.array(LegalAction).openapi({
      description:
        "Everything the seat can do now. Cards are in the same order as in a hand. For a doubling or a redeal, declining comes first.",
    }),
  })
  .openapi("You", { description: "What only this seat sees; null for anyone who has no seat." });

export const GameView = z
  .object({
    id: GameId,
    status: GameStatus,
    version: z.int().min(1).openapi({ description: "The `seq` of the latest event." }),
    createdAt: Instant,
    visibility: Visibility,
    seeded: z.boolean().openapi({ description: "Whether the creator chose the seed of the deals." }),
    commitment: z
      .string()
      .openapi({ description: "In hexadecimal. Published before the first deal, it proves that no deal was changed." }),
    creator: PlayerId,
    sameApp: z.boolean().openapi({ description: "Whether several users of one app can sit here." }),
    rules: Rules,
    clock: orNull(Clock).openapi({
      description: "How long a seat has to answer, and the current state of the clocks; null if there is no clock.",
    }),
    sandbox: orNull(z.object({ now: Instant }).openapi("Sandbox")).openapi({
      description: "The current time in a sandbox game; null for any other game.",
    }),
    newcomers: Newcomers,
    votes: Votes,
    seats: z.array(TableSeat).openapi({ minItems: 4, maxItems: 4 }),
    kingdom: orNull(Kingdom),
    deal: orNull(DealView).openapi({
      description:
        "The running deal; null before the start. After the last deal it stays, with `phase: done`, and its points are in `scores`.",
    }),
    scores: bySeat("Totals of the finished deals, after the match of all deals"),
    totals: bySeat(
      "Totals at this moment: `scores` and the points of the running deal so far. Tiebreak deals do not count. At the end of the match, equal to the totals of the result",
    ),
    teams: z.array(Team).nullable(),
    deals: z.array(DealSummary).openapi({ description: "The finished deals, oldest first." }),
    result: orNull(GameResult),
    previous: orNull(GameId).openapi({ description: "The game before this one at the same table." }),
    next: orNull(GameId).openapi({
      description: "The next game at the same table, once it exists: the rematch, or the next match of the series.",
    }),
    series: orNull(SeriesView).openapi({ description: "Null if the match is not part of a series." }),
    you: orNull(You),
    knowledge: orNull(Knowledge).optional(),
  })
  .openapi("GameView");
