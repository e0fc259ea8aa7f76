/** What public play tells of the hidden cards. */

import { z } from "@hono/zod-openapi";
import { SUITS } from "../../engine/index.ts";
import { Card, Seat } from "./card.ts";

const Suit = z.enum(SUITS).openapi("Suit", { description: "Spades, hearts, diamonds, clubs.", example: "H" });

const SeatKnowledge = z
  .object({
    seat: Seat,
    voids: z.array(Suit).openapi({ description: "Suits in which the seat can have no more cards." }),
    cannotHold: z
      .array(Card)
      .openapi({ description: "Cards still out that the seat cannot hold, including those of its void suits." }),
    holds: z.array(Card).openapi({ description: "Cards still out that this seat is known to hold." }),
  })
  .openapi("SeatKnowledge");

const cards = z.array(Card);

export const Knowledge = z
  .object({
    seats: z.array(SeatKnowledge).openapi({ description: "By seat.", minItems: 4, maxItems: 4 }),
    out: z.object({ S: cards, H: cards, D: cards, C: cards }).openapi("CardsOut", {
      description: "Cards not yet played, by suit, high to low. This includes your own hand.",
    }),
    pointsToCome: z.int().openapi({
      description: "Total points still to be awarded in this deal, without doubling; 0 until a contract is named.",
      example: -75,
    }),
  })
  .openapi("Knowledge", {
    description:
      "With `include=knowledge`: everything that follows from public play (cards played, cards shown and passes), and nothing else. Null if there is no deal.",
  });
