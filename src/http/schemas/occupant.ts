/** Who has a seat: a union by `kind`. In events it stands alone, in views it includes the seat number. */

import { z } from "@hono/zod-openapi";
import { AppCard } from "./app-card.ts";
import { Seat } from "./card.ts";
import { PlayerCard } from "./player.ts";

const standIn = z
  .string()
  .optional()
  .openapi({ description: "The house bot that plays the seat in the meantime.", example: "steady" });
export const SeatPlayer = z
  .object({ player: PlayerCard, app: AppCard.optional() })
  .openapi("SeatPlayer", { description: "A player, with the app through which they play, if any." });
const succession = { former: SeatPlayer.optional(), successor: SeatPlayer.optional() };
const player = {
  kind: z.literal("player"),
  player: PlayerCard,
  app: AppCard.optional(),
  standIn,
  forfeited: z.enum(["timeout", "resigned"]).optional().openapi({
    description: "Present if the player forfeited the match. Shows why. A house bot plays the seat to the end.",
  }),
  ...succession,
};
const kept = { kind: z.literal("kept"), player: PlayerCard, app: AppCard.optional() };
const bot = { kind: z.literal("bot"), bot: z.string().openapi({ example: "steady" }) };
const open = { kind: z.literal("open"), standIn, ...succession };

const SUCCESSION =
  "`former` is the player who began the match in this seat, if it has changed hands since. `successor` is a player who takes the seat with the next deal.";
const KEPT = "A seat kept for an account that has not joined yet. It does not count as filled.";

export const Occupant = z
  .discriminatedUnion("kind", [
    z.object(player).openapi("PlayerOccupant", { description: SUCCESSION }),
    z.object(kept).openapi("KeptOccupant", { description: KEPT }),
    z.object(bot).openapi("BotOccupant"),
    z.object(open).openapi("OpenOccupant", { description: SUCCESSION }),
  ])
  .openapi("Occupant");

export const TableSeat = z
  .discriminatedUnion("kind", [
    z.object({ seat: Seat, ...player }).openapi("PlayerSeat", { description: SUCCESSION }),
    z.object({ seat: Seat, ...kept }).openapi("KeptSeat", { description: KEPT }),
    z.object({ seat: Seat, ...bot }).openapi("BotSeat"),
    z.object({ seat: Seat, ...open }).openapi("OpenSeat", { description: SUCCESSION }),
  ])
  .openapi("TableSeat");
