/** The JSON record of a match, and the proof of its deals. */

import { z } from "@hono/zod-openapi";
import { bySeat, Card, Contracts, orNull, Seat, SeatCard } from "./card.ts";
import { GameId, GameResult, GameStatus } from "./game.ts";
import { Rules } from "./rules.ts";

const RecordedHands = z
  .array(z.array(Card).nullable())
  .openapi({ description: "By seat; null only if the viewer may not see a hand." });

const RecordedPlay = z
  .object({
    seat: Seat,
    card: Card.optional(),
    pass: z.literal(true).optional(),
    by: z
      .enum(["bot", "clock"])
      .optional()
      .openapi({ description: "Who made the move, if it was not the seat's player." }),
  })
  .openapi("RecordedPlay", {
    description: "Either `card` or `pass` is present.",
    example: { seat: 2, card: "9S", by: "bot" },
  });

const RecordedDeal = z
  .object({
    number: z.int().min(1),
    kingdom: z.int().nullable(),
    king: Seat,
    dealer: Seat,
    hands: RecordedHands,
    redeals: z
      .array(z.object({ seat: Seat, hands: RecordedHands }).openapi("RecordedRedeal"))
      .openapi({ description: "Packs that were thrown in, oldest first, each with the seat that claimed the redeal." }),
    contracts: Contracts,
    doubled: z.array(SeatCard),
    plays: z.array(RecordedPlay),
    points: z
      .array(z.int())
      .max(4)
      .openapi({
        description: "By seat; empty while the deal is in play. Only a seat's replay shows such a deal.",
        example: [0, -75, -25, 0],
      }),
    tiebreak: z.literal(true).optional(),
    revoke: SeatCard.optional(),
  })
  .openapi("RecordedDeal");

export const GameRecord = z
  .object({
    format: z.literal("trix-record/1"),
    id: GameId,
    date: z.string().openapi({ format: "date", example: "2026-11-30" }),
    rules: Rules,
    seats: z.array(z.object({ name: z.string(), kind: z.enum(["player", "bot"]) }).openapi("RecordedSeat")),
    commitment: z.string(),
    firstDealer: orNull(Seat),
    deals: z.array(RecordedDeal),
    forfeits: z
      .array(z.object({ seat: Seat, deal: z.int().min(1) }).openapi("RecordedForfeit"))
      .optional()
      .openapi({
        description:
          "Seats that forfeited, oldest first, each with the number of the deal in which it did. Tiebreak deals are counted with the others.",
      }),
    scores: bySeat("Totals"),
    result: orNull(GameResult),
    status: GameStatus,
  })
  .openapi("GameRecord", { description: "Everything about the finished deals. The deal in play is in the view." });
