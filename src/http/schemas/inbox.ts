/** A player's pending decisions, and the events that only they can see. */

import { z } from "@hono/zod-openapi";
import { Instant, orNull } from "./card.ts";
import { Decision, GameId, GameView } from "./game.ts";
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
    "`wait=25` holds the response until a decision is pending, but no longer than that many seconds (RFC 7240; the maximum is 60). Cannot be used with `cursor`.",
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
  })
  .openapi("DecisionList", {
    description:
      "Most urgent first: by deadline, with decisions that have none last, then by how long they have been pending.",
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
      seq: z
        .int()
        .min(1)
        .openapi({ description: "The sequence number, from 1 without gaps, within this player's events." }),
      type: z.literal(type),
      at: Instant,
      game: GameId,
      ...shape,
    })
    .openapi(name, { description });

const decision = z.string().openapi({ description: "The id of the decision.", example: "57" });
const plan = z.string().openapi({ description: "The plan's name, as its player chose it." });

export const PlayerEvent = z
  .discriminatedUnion("type", [
    privateEvent(
      "DecisionOpenedEvent",
      "decision_opened",
      "A decision opened for the player. Decisions that are answered at once are not included.",
      {
        decision,
        deadline: orNull(Instant).openapi({
          description: "The deadline at that time. Pauses and vacation can move it.",
        }),
      },
    ),
    privateEvent("PlanFiredEvent", "plan_fired", "A plan acted for the player.", {
      plan,
      rule: z.int().min(0).openapi({ description: "Which of its rules fired, counted from 0." }),
      decision,
      action: z.string().openapi({ description: "The id of the action.", example: "p:7H" }),
    }),
    privateEvent("PlanCancelledEvent", "plan_cancelled", "A plan ended automatically. `reason` says why.", {
      plan,
      reason: z.enum(["deal_ended", "redealt", "kingdom_ended", "match_ended", "seat_lost"]).openapi({
        description:
          "The deal, kingdom or match that the plan was for is over, its deal was thrown in, or the player no longer plays the seat.",
      }),
    }),
  ])
  .openapi("PlayerEvent", {
    description:
      "An event that only one player can see. New types and fields can be added, so ignore any that you do not know.",
  });

export type PlayerEvent = z.infer<typeof PlayerEvent>;

export const PlayerEventPage = z
  .object({
    data: z.array(PlayerEvent),
    version: z.int().openapi({ description: "The `seq` of the latest event; 0 if there is none." }),
  })
  .openapi("PlayerEventPage");

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
