/** What waits for a player, and what is told to him alone. */

import { z } from "@hono/zod-openapi";
import { Instant, orNull } from "./card.ts";
import { Decision, GameId, GameView } from "./game.ts";
import { queryInteger } from "./list.ts";
import { Prefer } from "./stream.ts";

export const DEFAULT_DECISIONS = 20;
/** The longest page: each decision on it brings its game. */
export const MOST_DECISIONS = 50;

export const DecisionListQuery = z.object({
  limit: queryInteger(1, MOST_DECISIONS, DEFAULT_DECISIONS, "How many decisions at most."),
  cursor: z
    .string()
    .min(1)
    .max(300)
    .regex(/^[\w-]+$/, "This is not a `nextCursor` of this list.")
    .optional()
    .openapi({ description: "`nextCursor` of the page before." }),
});

/** The same header, with what it means here. */
export const PreferDecision = Prefer.openapi({
  description:
    "`wait=25` holds the answer until something waits, at most that many seconds (RFC 7240; at most 60). Not with `cursor`.",
});

const WaitingDecision = z
  .object({
    decision: Decision,
    game: GameView,
  })
  .openapi("WaitingDecision", {
    description: "What is asked, and the game as the caller sees it now: `game.you.legalActions` are the answers.",
  });

export const DecisionList = z
  .object({
    data: z.array(WaitingDecision),
    nextCursor: z
      .string()
      .nullable()
      .openapi({ description: "Send it as `cursor` for what is less urgent; null where there is nothing more." }),
  })
  .openapi("DecisionList", {
    description: "Most urgent first: by deadline, those without one last, then those that wait longest.",
  });

/** A type of private event as a component of its own. */
const privateEvent = <Type extends string, Shape extends z.ZodRawShape>(
  name: string,
  type: Type,
  description: string,
  shape: Shape,
) =>
  z
    .object({
      seq: z.int().min(1).openapi({ description: "From 1 without gaps; it counts the events of this player." }),
      type: z.literal(type),
      at: Instant,
      game: GameId,
      ...shape,
    })
    .openapi(name, { description });

const decision = z.string().openapi({ description: "The decision's id.", example: "57" });
const plan = z.string().openapi({ description: "The plan's name, as its player gave it." });

export const PlayerEvent = z
  .discriminatedUnion("type", [
    privateEvent(
      "DecisionOpenedEvent",
      "decision_opened",
      "A decision waits for the player. One that is answered at once is not told.",
      {
        decision,
        deadline: orNull(Instant).openapi({ description: "As it was then: pauses and vacation move it." }),
      },
    ),
    privateEvent("PlanFiredEvent", "plan_fired", "A plan has acted for the player.", {
      plan,
      rule: z.int().min(0).openapi({ description: "Which of its rules fired, from 0." }),
      decision,
      action: z.string().openapi({ description: "The id of the action.", example: "p:7H" }),
    }),
    privateEvent("PlanCancelledEvent", "plan_cancelled", "A plan ended by itself, and why.", {
      plan,
      reason: z.enum(["deal_ended", "redealt", "kingdom_ended", "match_ended", "seat_lost"]).openapi({
        description:
          "What it was made for is over, its deal was thrown in, or the player does not play the seat any more.",
      }),
    }),
  ])
  .openapi("PlayerEvent", {
    description: "What is told to one player alone. More types and fields may come: ignore those you do not know.",
  });

export type PlayerEvent = z.infer<typeof PlayerEvent>;

export const PlayerEventPage = z
  .object({
    data: z.array(PlayerEvent),
    version: z.int().openapi({ description: "`seq` of the newest event there is; 0 where there is none." }),
  })
  .openapi("PlayerEventPage");

export const Vacation = z
  .object({
    daysAYear: z.int().openapi({ description: "What every player has in a year, in UTC.", example: 30 }),
    daysLeft: z.int().min(0).openapi({ description: "What is left of this year's.", example: 28 }),
    until: orNull(Instant).openapi({
      description: "The end of the day of vacation that holds now; null where none does.",
    }),
  })
  .openapi("Vacation", { example: { daysAYear: 30, daysLeft: 28, until: "2026-12-01T18:30:00.000Z" } });
