/** What public play tells of the hidden cards. */

import { z } from "@hono/zod-openapi";
import { SUITS } from "../../engine/index.ts";
import { Card, Seat } from "./card.ts";

const Suit = z.enum(SUITS).openapi("Suit", { description: "Spades, hearts, diamonds, clubs.", example: "H" });

const SeatKnowledge = z
  .object({
    seat: Seat,
    voids: z.array(Suit).openapi({ description: "Suits of which the seat can hold no card any more." }),
    cannotHold: z
      .array(Card)
      .openapi({ description: "Cards still out that the seat cannot hold, those of its voids among them." }),
    holds: z.array(Card).openapi({ description: "Cards still out that are known to lie here." }),
  })
  .openapi("SeatKnowledge");

const cards = z.array(Card);

export const Knowledge = z
  .object({
    seats: z.array(SeatKnowledge).openapi({ description: "By seat.", minItems: 4, maxItems: 4 }),
    out: z.object({ S: cards, H: cards, D: cards, C: cards }).openapi("CardsOut", {
      description: "Cards not played yet, by suit, high to low; those of your own hand among them.",
    }),
    pointsToCome: z.int().openapi({
      description: "Undoubled points that the rest of the deal will give out in all; 0 until a contract is named.",
      example: -75,
    }),
  })
  .openapi("Knowledge", {
    description:
      "With `include=knowledge`: what follows from the cards played, shown and passed on, and from nothing else. Null when there is no deal.",
  });
