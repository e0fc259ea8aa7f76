/** Events: one component a type, a union by `type`. */

import { z } from "@hono/zod-openapi";
import { bySeat, Card, Contracts, Hand, Hands, Instant, orNull, Seat, SeatCard } from "./card.ts";
import { ClockTerms } from "./clock.ts";
import { EVENT_MEANINGS } from "./event-meanings.ts";
import { GameId, GameResult, Newcomers, Series, Visibility } from "./game.ts";
import { Occupant, SeatPlayer } from "./occupant.ts";
import { PlayerId } from "./player.ts";
import { Rules } from "./rules.ts";
import { Vote } from "./vote.ts";

/** An event type as a component of its own: `card_played` becomes `CardPlayedEvent`. */
function event<Type extends keyof typeof EVENT_MEANINGS, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  const name = type
    .split("_")
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join("");
  return z
    .object({
      seq: z
        .int()
        .min(1)
        .openapi({ description: "The sequence number, from 1 without gaps. It is the same for every audience." }),
      type: z.literal(type),
      at: Instant,
      by: z
        .enum(["player", "bot", "clock"])
        .optional()
        .openapi({ description: "Who made the move, if the event is a seat's action." }),
      ...shape,
    })
    .openapi(`${name}Event`, { description: EVENT_MEANINGS[type] });
}

const Occupants = z.array(Occupant).openapi({ description: "By seat." });
const link = z
  .string()
  .openapi({ description: "In hexadecimal: the link of the dealing chain that this pack was dealt from." });
const openHands = Hands.nullable().openapi({
  description: "All hands, if the rules have `openHands`; otherwise null.",
});
const ownHand = Hand.nullable().openapi({ description: "Your own hand; null for everyone else." });
const pack = z.int().min(1).openapi({ description: "The number of the pack, counted through the whole match." });

const decision = z.string().openapi({ description: "The decision that was open.", example: "57" });
const forfeiture = z.enum(["timeout", "resigned"]);

export const GameEvent = z
  .discriminatedUnion("type", [
    event("game_created", {
      creator: PlayerId,
      rules: Rules,
      seats: Occupants,
      visibility: Visibility,
      sameApp: z.boolean().optional(),
      clock: orNull(ClockTerms).optional(),
      newcomers: Newcomers.optional(),
      sandbox: z.boolean().optional(),
      previous: GameId.optional(),
      series: Series.optional(),
      seeded: z.boolean(),
      commitment: z.string(),
    }),
    event("seat_taken", { seat: Seat, occupant: Occupant }),
    event("seat_left", { seat: Seat }),
    event("seat_changed", { seat: Seat, occupant: Occupant }),
    event("client_seed_set", {
      seat: Seat,
      clientSeed: z
        .string()
        .nullable()
        .openapi({ description: "Your own seed; null for everyone else until the game starts." }),
    }),
    event("game_started", {
      clientSeeds: z.array(z.string().nullable()).openapi({ description: "By seat; null if there is none." }),
      playersEntropy: z
        .boolean()
        .optional()
        .openapi({ description: "Whether any player's seed was mixed into the packs." }),
    }),
    event("deal_started", {
      number: z.int().min(1),
      kingdom: z.int().nullable(),
      tiebreak: z.boolean(),
      king: Seat,
      dealer: Seat,
      sevenOfHearts: orNull(Seat).openapi({
        description: "The seat that was dealt the seven of hearts, if that decided who is king.",
      }),
      contracts: Contracts,
      hands: openHands,
      hand: ownHand,
    }),
    event("hands_dealt", { hands: openHands, hand: ownHand }),
    event("redeal_asked", {}),
    event("redeal_answered", {
      seat: Seat,
      claim: z.boolean().nullable().openapi({ description: "Your own answer; null for everyone else." }),
    }),
    event("redealt", { claimant: Seat, thrownIn: Hands, thrownPack: pack, link, hands: openHands, hand: ownHand }),
    event("contract_chosen", { seat: Seat, king: Seat, contracts: Contracts }),
    event("doubling_asked", {}),
    event("doubling_answered", {
      seat: Seat,
      cards: z
        .array(Card)
        .nullable()
        .openapi({ description: "Your own cards, or every seat's cards if the seats answer in turn; otherwise null." }),
    }),
    event("doubling_closed", { doubled: z.array(SeatCard) }),
    event("card_played", { seat: Seat, card: Card }),
    event("trick_taken", {
      leader: Seat,
      winner: Seat,
      cards: z.array(Card),
      points: bySeat("Points of the deal so far"),
    }),
    event("passed", { seat: Seat }),
    event("twos_exposed", { cards: z.array(SeatCard) }),
    event("seat_out", { seat: Seat, place: z.int().min(1).max(4) }),
    event("revoked", { seat: Seat, card: Card }),
    event("deal_scored", { points: bySeat("Points of the deal"), hands: Hands, pack, link }),
    event("kingdom_ended", { kingdom: z.int().min(1), totals: bySeat("Totals") }),
    event("tiebreak_started", { number: z.int().min(1), tied: z.array(Seat), firsts: z.array(z.int()).nullable() }),
    event("game_finished", { result: GameResult }),
    event("game_aborted", {
      reason: z.enum(["creator", "expired", "agreed", "operator"]).openapi({
        description:
          "`creator`: the creator aborted it before it started. `expired`: it did not start in time. `agreed`: the players voted for it. `operator`: whoever runs the server ended it. New reasons can be added, so ignore any that you do not know.",
      }),
    }),
    event("rematch_wished", { seat: Seat }),
    event("next_game_made", { game: GameId }),
    event("clock_expired", {
      seat: Seat,
      decision,
      deadline: Instant,
      strike: z.int().min(1).openapi({ description: "Timeouts in a row, including this one." }),
    }),
    event("clock_corrected", { seat: Seat, decision, deadline: Instant }),
    event("clock_extended", { seat: Seat, decision, deadline: Instant, cause: z.enum(["vacation"]) }),
    event("pause_wished", {
      seat: Seat,
      until: Instant.nullable().openapi({
        description: "Null withdraws the request, or asks to resume while the table is paused.",
      }),
    }),
    event("clock_paused", { until: Instant }),
    event("time_advanced", { byMs: z.int().openapi({ format: "int64" }) }),
    event("clock_resumed", {
      cause: z.enum(["agreed", "ended", "returned", "corrected"]).openapi({
        description:
          "`agreed`: all players asked to resume. `ended`: the pause ended. `returned`: a player who had not agreed to it came back to the table. `corrected`: its end was further away than any pause can last, because the server's own clock had been ahead.",
      }),
    }),
    event("seat_substituted", { seat: Seat, bot: z.string(), cause: forfeiture }),
    event("seat_opened", {
      seat: Seat,
      bot: z.string(),
      cause: z.enum(["timeout", "resigned", "vote"]).openapi({
        description:
          "`timeout`: its player ran out of time. `resigned`: a player who took the seat during the match gave it back. `vote`: the others voted to replace its player.",
      }),
    }),
    event("seat_forfeited", { seat: Seat, bot: z.string(), cause: forfeiture }),
    event("seat_returned", { seat: Seat }),
    event("successor_changed", {
      seat: Seat,
      successor: orNull(SeatPlayer).openapi({
        description: "Null if nobody takes the seat with the next deal after all.",
      }),
    }),
    event("vote_cast", {
      seat: Seat,
      vote: orNull(Vote).openapi({ description: "Null withdraws the vote." }),
    }),
  ])
  .openapi("GameEvent", {
    description:
      "Something that happened in a game. New types and fields can be added, so ignore any that you do not know.",
  });

export type GameEvent = z.infer<typeof GameEvent>;

export const Awaiting = z
  .object({
    seats: z.array(Seat).openapi({ description: "The seats, those that house bots play included.", example: [1] }),
    since: Instant.openapi({ description: "When the first of them was asked." }),
    deadline: Instant.nullable().openapi({
      description:
        "The earliest of their deadlines; null if there is no clock or while the table is paused. In a sandbox, in the sandbox's time.",
    }),
  })
  .openapi("Awaiting", { description: "The seats that must act now, in turn or all at once." });

export const EventPage = z
  .object({
    data: z.array(GameEvent),
    version: z.int().openapi({ description: "The `seq` of the latest event." }),
    awaiting: orNull(Awaiting).openapi({
      description: "Who must act as of the event `version`, even if the page ends before it; null if nobody must.",
    }),
  })
  .openapi("EventPage");
