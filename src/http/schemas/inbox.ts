/** A player's pending decisions, and their days of vacation. */

import { z } from "@hono/zod-openapi";
import { Instant, orNull } from "./card.ts";
import { Decision, GameView } from "./game.ts";
import { queryInteger } from "./list.ts";
import { Prefer } from "./stream.ts";

export const DEFAULT_DECISIONS = 20;
/** The largest page: each decision on it includes its game. */
export const MOST_DECISIONS = 50;

export const DecisionListQuery = z.object({
  limit: queryInteger(1, MOST_DECISIONS, DEFAULT_DECISIONS, "The maximum number of decisions to return."),
  cursor: z
    .string()
    .min(1)
    .max(300)
    .regex(/^[\w-]+$/, "This is not a `nextCursor` from this list.")
    .optional()
    .openapi({ description: "The `nextCursor` of the previous page." }),
});

/** The same header, with what it means here. */
export const PreferDecision = Prefer.openapi({
  description:
    "`wait=25` holds the response until a decision is pending, but no longer than that many seconds (RFC 7240; the maximum is 60). A `wait` that is not written this way, such as `wait 25`, is rejected. Other preferences are ignored. Cannot be used with `cursor`.",
});

const WaitingDecision = z
  .object({
    decision: Decision,
    game: GameView,
  })
  .openapi("WaitingDecision", {
    description:
      "A pending decision, and the game as the caller sees it now. `game.you.legalActions` lists the possible answers.",
  });

export const DecisionList = z
  .object({
    data: z.array(WaitingDecision),
    nextCursor: z
      .string()
      .nullable()
      .openapi({ description: "Send it as `cursor` to get less urgent decisions; null if there are no more." }),
    games: z
      .object({
        waiting: z.int().min(0).openapi({ description: "Games that wait for players.", example: 0 }),
        playing: z.int().min(0).openapi({ description: "Games that are being played.", example: 2 }),
      })
      .openapi("GameCounts", {
        description:
          "In how many games the caller has a seat. If `data` is empty and both are 0, there is nothing to wait for.",
      }),
  })
  .openapi("DecisionList", {
    description:
      "Most urgent first: by deadline, with decisions that have none last, then by how long they have been pending.",
  });

export const Vacation = z
  .object({
    daysAYear: z.int().openapi({
      description: "The number of vacation days that every player has per calendar year (UTC).",
      example: 30,
    }),
    daysLeft: z.int().min(0).openapi({ description: "The number of days left this year.", example: 28 }),
    until: orNull(Instant).openapi({
      description: "The end of the vacation day that is running now; null if none is.",
    }),
  })
  .openapi("Vacation", { example: { daysAYear: 30, daysLeft: 28, until: "2026-12-01T18:30:00.000Z" } });
