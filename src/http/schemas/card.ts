/** Cards, seats and contracts. */

import { z } from "@hono/zod-openapi";
import { CONTRACTS } from "../../engine/index.ts";

export const Card = z.string().openapi("Card", {
  description: "Rank, then suit: A K Q J T 9 8 7 6 5 4 3 2 and S H D C.",
  pattern: "^[AKQJT2-9][SHDC]$",
  example: "KH",
});

export const Hand = z.array(Card).openapi({
  description: "Sorted by suit (spades, hearts, diamonds, clubs), each from high to low.",
  example: ["AS", "9S", "KH", "2C"],
});

/** The four hands of a table, by seat. */
export const Hands = z.array(z.array(Card)).openapi({ description: "The four hands, by seat." });

export const Seat = z
  .int()
  .min(0)
  .max(3)
  .openapi("Seat", { description: "0 to 3. The next number sits to the right.", example: 1 });

export const Contract = z.enum(CONTRACTS).openapi("Contract", { example: "queens" });

export const Contracts = z
  .array(Contract)
  .openapi({ description: "One contract, several in a combined deal, or none until the king has named it." });

export const SeatCard = z
  .object({ seat: Seat, card: Card })
  .openapi("SeatCard", { description: "A card and the seat that played, holds or doubled it." });

/** Four numbers, by seat. */
export const bySeat = (description: string, example = [0, -25, -75, 0]) =>
  z.array(z.int()).openapi({ description: `${description}, by seat.`, minItems: 4, maxItems: 4, example });

/** A component or null. Not `.nullable()`: the generator would write the null into the component itself, for all who refer to it. */
export const orNull = <S extends z.ZodType>(schema: S) => z.union([schema, z.null()]);

export const Instant = z.string().openapi({ format: "date-time", example: "2026-11-30T12:00:00.000Z" });
