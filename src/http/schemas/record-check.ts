/** A record sent for checking, and the verdict. */

import { z } from "@hono/zod-openapi";
import {
  completeRules,
  isDay,
  LINE_LENGTH,
  lineFault,
  MOST_DEALS,
  MOST_PLAYS,
  MOST_REDEALS,
  RANKS,
  SUITS,
  tidyName,
} from "../../engine/index.ts";
import { bySeat, Contract } from "./card.ts";
import { GameStatus } from "./game.ts";
import { checkName } from "./name.ts";
import { GameRecord } from "./record.ts";

/** Said by hand: the generator leaves out what `length` means. */
const FOUR = { minItems: 4, maxItems: 4 };

const CARD = new RegExp(`^[${RANKS.join("")}][${SUITS.join("")}]$`);

const SentCard = z
  .string()
  .regex(CARD, "A card is a rank and a suit, such as KH.")
  .openapi({ maxLength: 2, example: "KH" });
const SentSeat = z.int().min(0).max(3);
const SentSeatCard = z.strictObject({ seat: SentSeat, card: SentCard });
const SentHands = z
  .array(z.array(SentCard).max(13).nullable())
  .length(4)
  .openapi({ ...FOUR, description: "By seat, 13 cards each. A record that hides a hand cannot be checked." });
const amount = z.int().min(-1_000_000).max(1_000_000);
const fourAmounts = z.array(amount).length(4).openapi(FOUR);

/** A line of the text notation. */
const line = (example: string) =>
  z
    .string()
    .superRefine((text, context) => {
      const fault = lineFault(text);
      if (fault !== null) context.addIssue({ code: "custom", message: fault.message, params: { code: fault.code } });
    })
    .openapi({ type: "string", maxLength: LINE_LENGTH, example });

/** A seat's name, which a record need not know; read as any other name. */
const seatName = z
  .string()
  .overwrite(tidyName)
  .superRefine((name, context) => {
    if (name !== "") checkName(name, LINE_LENGTH, context);
  })
  .openapi({ type: "string", maxLength: LINE_LENGTH, example: "Layla" });

const day = z
  .string()
  .refine((text) => text === "" || isDay(text), {
    error: "Must be a day such as 2026-11-30, or empty.",
    params: { code: "wrong_format" },
  })
  .openapi({ type: "string", maxLength: 40, example: "2026-11-30" });

const by = z.enum(["bot", "clock"]).optional();
const SentPlay = z
  .strictObject({ seat: SentSeat, card: SentCard.optional(), pass: z.literal(true).optional(), by })
  .transform((play, context) => {
    const { seat, card, pass } = play;
    const mover = play.by === undefined ? {} : { by: play.by };
    if (card !== undefined && pass === undefined) return { seat, card, ...mover };
    if (card === undefined && pass === true) return { seat, pass, ...mover };
    context.addIssue({
      code: "custom",
      message: "A play must have either `card` or `pass`.",
      params: { code: "one_of" },
    });
    return z.NEVER;
  })
  .openapi({
    type: "object",
    properties: {
      seat: { type: "integer", minimum: 0, maximum: 3 },
      card: { type: "string", pattern: CARD.source, maxLength: 2 },
      pass: { type: "boolean" },
      by: { type: "string", enum: ["bot", "clock"] },
    },
    required: ["seat"],
    additionalProperties: false,
    example: { seat: 2, card: "9S" },
  });

const SentDeal = z
  .strictObject({
    number: z.int().min(1).max(MOST_DEALS),
    kingdom: z.int().min(1).max(MOST_DEALS).nullable(),
    king: SentSeat,
    dealer: SentSeat,
    hands: SentHands,
    redeals: z.array(z.strictObject({ seat: SentSeat, hands: SentHands })).max(MOST_REDEALS),
    contracts: z.array(Contract).max(5),
    doubled: z.array(SentSeatCard).max(5),
    plays: z.array(SentPlay).max(MOST_PLAYS),
    points: z
      .array(amount)
      .refine((points) => points.length === 0 || points.length === 4, {
        error: "Must have four points, by seat, or none.",
        params: { code: "out_of_range" },
      })
      .openapi({ maxItems: 4, description: "By seat." }),
    tiebreak: z.literal(true).optional(),
    revoke: SentSeatCard.optional(),
  })
  .openapi("RecordedDealRequest");

const SentRules = z.looseObject({}).transform((rules, context) => {
  const read = completeRules(rules);
  if (read.ok) return read.rules;
  for (const { option, code, message } of read.errors) {
    context.addIssue({ code: "custom", message, params: { code }, path: option === "" ? [] : option.split(".") });
  }
  return z.NEVER;
});

const SentTiebreak = z.strictObject({
  tied: z.array(SentSeat).max(4),
  deals: z.int().min(0).max(MOST_DEALS),
  firsts: fourAmounts.nullable(),
});
const SentResult = z.strictObject({
  winners: z.array(SentSeat).max(4),
  places: fourAmounts,
  totals: fourAmounts,
  tiebreak: SentTiebreak.nullable(),
});

/** The shape of `trix-record/1` as returned by GET .../record, with no other fields and no more than a match can hold. */
export const RecordRequest = z
  .strictObject({
    format: z.literal("trix-record/1"),
    id: line("gm_h5zq3rw2kxn4m7tabcdefghi"),
    date: day,
    rules: SentRules.openapi({
      type: "object",
      description:
        "Every rule option of the match, as in its record. An omitted option has its default, whatever the preset.",
    }),
    seats: z
      .array(z.strictObject({ name: seatName, kind: z.enum(["player", "bot"]) }))
      .length(4)
      .openapi(FOUR),
    commitment: line("91ce0c2f"),
    firstDealer: SentSeat.nullable(),
    deals: z.array(SentDeal).max(MOST_DEALS),
    forfeits: z
      .array(z.strictObject({ seat: SentSeat, deal: z.int().min(1).max(MOST_DEALS) }))
      .max(4)
      .optional(),
    scores: fourAmounts,
    result: SentResult.nullable(),
    status: GameStatus,
  })
  .openapi("RecordRequest", {
    description: "A record as returned by `GET /v1/games/{gameId}/record`.",
    example: {
      format: "trix-record/1",
      id: "gm_h5zq3rw2kxn4m7tabcdefghi",
      date: "2026-11-30",
      rules: { preset: "trix" },
      seats: ["Layla", "Amal", "Basil", "Dina"].map((name) => ({ name, kind: "player" as const })),
      commitment: "91ce0c2f",
      firstDealer: null,
      deals: [],
      scores: [0, 0, 0, 0],
      result: null,
      status: "playing",
    },
  });

const RecordFault = z
  .object({
    deal: z.string().nullable().openapi({
      description: "The number of the deal, or `T1` for a tiebreak deal; null if no deal is at fault.",
      example: "3",
    }),
    trick: z.int().nullable().openapi({ description: "The number of the trick, from 1, if the error is in a trick." }),
    line: z.int().nullable().openapi({ description: "For a record sent as text: the line of the error, from 1." }),
    pointer: z.string().nullable().openapi({
      description:
        "For a record sent as JSON: a JSON pointer to the error, empty if no part of the record is to blame.",
      example: "/deals/2/plays/7",
    }),
    code: z.string().openapi({
      description:
        "A stable code: the code of a rejected action, or one of `bad_hands`, `hidden_hand`, `does_not_match`, `incomplete`, `too_many_deals`, `syntax`, `bad_rules`. New codes can be added.",
      example: "must_follow_suit",
    }),
    message: z.string().openapi({ example: "Deal 3, trick 2: seat 1 can't play KH (must_follow_suit)." }),
  })
  .openapi("RecordFault", { description: "The first error in a record." });

/** What the sender states about the record is returned unchanged. Only the server's own records are sure to have its ids and a date. */
const CheckedRecord = z
  .object({
    ...GameRecord.shape,
    id: z.string().openapi({ example: "gm_h5zq3rw2kxn4m7tabcdefghi" }),
    date: z.string().openapi({ description: "As it was sent; empty if the text has none.", example: "2026-11-30" }),
  })
  .openapi("CheckedRecord", { description: "The record that was sent." });

const ValidRecord = z
  .object({
    verdict: z.literal("valid"),
    deals: z.int().openapi({ description: "The number of deals replayed, including tiebreaks." }),
    finished: z.boolean().openapi({ description: "Whether these deals end the match." }),
    scores: bySeat("Totals"),
    record: CheckedRecord,
    text: z.string().openapi({ description: "The same record as text, in canonical form." }),
  })
  .openapi("ValidRecord", { description: "Every deal, when replayed, gives the result in the record." });

const InvalidRecord = z.object({ verdict: z.literal("invalid"), fault: RecordFault }).openapi("InvalidRecord");

export const RecordVerdict = z.discriminatedUnion("verdict", [ValidRecord, InvalidRecord]).openapi("RecordVerdict");
export type RecordVerdict = z.infer<typeof RecordVerdict>;
