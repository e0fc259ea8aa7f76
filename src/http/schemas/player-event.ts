/** What a player's own log holds: one component a type, a union by `type`. */

import { z } from "@hono/zod-openapi";
import { Instant, orNull, Seat } from "./card.ts";
import { GameId } from "./game.ts";
import { Vote } from "./vote.ts";

/** An event type as a component of its own: `seat_kept` becomes `SeatKeptPlayerEvent`. */
const playerEvent = <Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  description: string,
  shape: Shape,
  name = `${type
    .split("_")
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join("")}PlayerEvent`,
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

/** The same of what happened at a table. */
const tableEvent = <Type extends string, Shape extends z.ZodRawShape>(type: Type, description: string, shape: Shape) =>
  playerEvent(type, description, {
    seat: Seat,
    ...shape,
  });

const decision = z.string().openapi({ description: "The id of the decision.", example: "57" });
const plan = z.string().openapi({ description: "The plan's name, as its player chose it." });
const cause = z
  .enum(["timeout", "resigned"])
  .openapi({ description: "`timeout`: the player's time ran out. `resigned`: the player resigned." });

export const PlayerEvent = z
  .discriminatedUnion("type", [
    playerEvent(
      "decision_opened",
      "A decision opened for the player. Decisions that are answered at once are not included.",
      {
        decision,
        deadline: orNull(Instant).openapi({
          description: "The deadline at that time. Pauses and vacation can move it.",
        }),
      },
      "DecisionOpenedEvent",
    ),
    tableEvent(
      "deadline_near",
      "Only a quarter of the time for an open decision is left. Sent once per decision, if the player had at least five minutes for it.",
      { decision, deadline: Instant },
    ),
    playerEvent(
      "plan_fired",
      "A plan acted for the player.",
      {
        plan,
        rule: z.int().min(0).openapi({ description: "Which of its rules fired, counted from 0." }),
        decision,
        action: z.string().openapi({ description: "The id of the action.", example: "p:7H" }),
      },
      "PlanFiredEvent",
    ),
    playerEvent(
      "plan_cancelled",
      "A plan ended automatically. `reason` says why.",
      {
        plan,
        reason: z.enum(["deal_ended", "redealt", "kingdom_ended", "match_ended", "seat_lost"]).openapi({
          description:
            "The deal, kingdom or match that the plan was for is over, its deal was thrown in, or the player no longer plays the seat.",
        }),
      },
      "PlanCancelledEvent",
    ),
    tableEvent("seat_taken", "The player took a seat, or was seated in the next match of a series.", {
      status: z
        .enum(["waiting", "playing"])
        .openapi({ description: "Whether the game was still waiting for players or was being played." }),
    }),
    tableEvent("seat_kept", "A seat is kept for the player. They take it by joining the game.", {}),
    tableEvent("seat_left", "The player left before the game started.", {}),
    tableEvent("seat_changed", "The creator freed the player's seat, or the seat that was kept for them.", {}),
    tableEvent("game_started", "All four seats are filled, and the match begins.", {}),
    tableEvent("seat_substituted", "A house bot plays the player's seat until the player joins again.", { cause }),
    tableEvent("seat_opened", "The player lost their seat, which is open to others as the game's `newcomers` allow.", {
      cause: z.enum(["timeout", "resigned", "vote"]).openapi({
        description:
          "`timeout`: the player's time ran out. `resigned`: they gave the seat back, which they had taken during the match. `vote`: the others voted to replace them.",
      }),
    }),
    tableEvent("seat_passed", "A player who had the seat before has taken it back with a new deal.", {}),
    tableEvent("successor_changed", "The player takes the seat with the next deal, or does not after all.", {
      isSuccessor: z.boolean(),
    }),
    tableEvent(
      "vote_cast",
      "The player at the seat `votedBy` voted to end the match or to replace a silent player, or withdrew their vote.",
      { votedBy: Seat, vote: orNull(Vote).openapi({ description: "Null withdraws the vote." }) },
    ),
    tableEvent("seat_forfeited", "The player has forfeited and is placed last. A house bot plays on.", { cause }),
    tableEvent("seat_returned", "The player took their seat back from a house bot.", {}),
    tableEvent(
      "pause_wished",
      "The player at the seat `askedBy` asked for a pause, withdrew the request, or asked to resume.",
      {
        askedBy: Seat,
        until: Instant.nullable().openapi({
          description: "Null withdraws the request, or asks to resume while the table is paused.",
        }),
      },
    ),
    tableEvent("clock_paused", "All players agreed to pause: no clock runs.", { until: Instant }),
    tableEvent("clock_resumed", "The pause is over.", {
      cause: z.enum(["agreed", "ended", "returned", "corrected"]).openapi({
        description:
          "`agreed`: all players asked to resume. `ended`: the pause ended. `returned`: a player who had not agreed to it came back to the table. `corrected`: its end was further away than any pause can last, because the server's own clock had been ahead.",
      }),
    }),
    tableEvent("clock_extended", "The player's time would have run out, but their vacation moved the deadline.", {
      decision,
      deadline: Instant,
      cause: z.enum(["vacation"]),
    }),
    tableEvent("game_finished", "The match is over.", {
      place: z.int().min(1).max(4).openapi({ description: "The player's place." }),
      won: z.boolean().openapi({ description: "Whether the player won, alone or with others." }),
    }),
    tableEvent("game_aborted", "The game ended without a result; `reason` says why.", {
      reason: z.enum(["creator", "expired", "agreed", "operator"]),
    }),
    tableEvent(
      "rematch_wished",
      "After the match, the player at the seat `askedBy` was the first to ask for a rematch.",
      {
        askedBy: Seat,
      },
    ),
    tableEvent("next_game_made", "The next game at this table was created: a rematch or the next match of a series.", {
      next: GameId,
    }),
  ])
  .openapi("PlayerEvent", {
    description:
      "An event for one player: something only they can see, or something that happened at a table where they have a seat, had it until then, or are kept one. `seat` is their own. New types and fields can be added, so ignore any that you do not know.",
  });

export type PlayerEvent = z.infer<typeof PlayerEvent>;

export const PlayerEventPage = z
  .object({
    data: z.array(PlayerEvent),
    version: z.int().openapi({ description: "The `seq` of the latest event; 0 if there is none." }),
  })
  .openapi("PlayerEventPage");
