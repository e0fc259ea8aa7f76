/** The running deal, as everybody sees it. */

import { z } from "@hono/zod-openapi";
import { PHASES, RANKS } from "../../engine/index.ts";
import { bySeat, Card, Contracts, orNull, Seat, SeatCard } from "./card.ts";

const Rank = z.enum(RANKS).openapi("Rank");

export const PlayView = z
  .object({ seat: Seat, card: Card.optional(), pass: z.literal(true).optional() })
  .openapi("PlayView", {
    description: "A card that a seat played, or its pass. Either `card` or `pass` is present.",
    example: { seat: 2, card: "9S" },
  });

const trick = { number: z.int().min(1), leader: Seat, plays: z.array(SeatCard) };
const TrickView = z.object(trick).openapi("TrickView", { description: "The trick in progress." });
const FinishedTrick = z
  .object({ ...trick, winner: Seat })
  .openapi("FinishedTrick", { description: "The trick before the one in progress." });

const Row = z
  .object({ low: Rank, high: Rank })
  .openapi("LayoutRow", { description: "The lowest and the highest card of an open suit." });
const row = orNull(Row);
const Layout = z.object({ S: row, H: row, D: row, C: row }).openapi("Layout", {
  description: "The layout of trix, by suit. A suit is null until its jack has been played.",
  example: { S: { low: "9", high: "Q" }, H: null, D: null, C: null },
});

const Taken = z
  .object({
    tricks: z.int().openapi({ description: "Tricks taken." }),
    cards: z.array(Card).openapi({ description: "All cards in those tricks." }),
    points: z.int().openapi({ description: "Their total." }),
  })
  .openapi("Taken", { description: "What a seat has taken in this deal." });

export const DealView = z
  .object({
    number: z.int().min(1).openapi({ description: "Counts from 1. Tiebreak deals count from 1 again." }),
    king: Seat,
    dealer: Seat,
    contracts: Contracts,
    phase: z.enum(PHASES).openapi("Phase"),
    awaiting: z.array(Seat).openapi({ description: "The seats that must act, in turn or all at once.", example: [1] }),
    tiebreak: z.boolean().openapi({
      description: "Whether this deal settles a tie for first place. It does not count toward the totals.",
    }),
    redeals: z.int().openapi({ description: "How many packs have been thrown in so far in this deal." }),
    handSizes: bySeat("Number of cards in each hand", [11, 12, 12, 11]),
    doubled: z
      .array(SeatCard)
      .openapi({ description: "Doubled cards and who doubled each, once all seats have answered." }),
    exposed: z.array(SeatCard).openapi({ description: "Cards that the rules reveal and that are still in hand." }),
    answered: z.array(Seat).openapi({ description: "Seats that have answered the current redeal or doubling." }),
    heartsBroken: z.boolean().openapi({
      description:
        "Whether a heart has been discarded on another suit in this deal. Under `heartLead: until_broken`, this allows heart leads.",
    }),
    plays: z.array(PlayView).openapi({ description: "Every play of the deal, oldest first." }),
    trick: orNull(TrickView),
    lastTrick: orNull(FinishedTrick),
    taken: z.array(Taken).openapi({ description: "By seat.", minItems: 4, maxItems: 4 }),
    layout: orNull(Layout),
    places: z.array(Seat).openapi({ description: "In trix, the seats in the order in which they went out." }),
    points: bySeat("Points of this deal so far, in trix of the seats that are out"),
  })
  .openapi("DealView");

export const DealSummary = z
  .object({
    number: z.int().min(1),
    kingdom: z.int().nullable(),
    tiebreak: z.boolean(),
    king: Seat,
    contracts: Contracts,
    points: bySeat("Points"),
    places: z.array(Seat),
  })
  .openapi("DealSummary", { description: "A finished deal." });
