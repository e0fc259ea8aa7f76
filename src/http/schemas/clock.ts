/** Clocks: how long a seat may think, what happens when its time is up, and what runs now. */

import { z } from "@hono/zod-openapi";
import { bySeat, Instant, orNull } from "./card.ts";

const SECOND = 1000,
  HOUR = 3600 * SECOND,
  DAY = 24 * HOUR;
/** The shortest and the longest time for one answer. */
const LEAST_MS = SECOND,
  MOST_MS = 30 * DAY;

const OnTimeout = z.enum(["autoPlay", "houseBot", "substitute", "forfeit"]).openapi("OnTimeout", {
  description:
    "`autoPlay`: the server plays the move of the bot `steady` and marks it `by: clock`; silence neither doubles nor claims a redeal. `houseBot`: a house bot plays the seat until its player joins again. `substitute`: the same, and the seat is open to others. `forfeit`: a house bot plays on, and the seat (in partnership its team) is placed last.",
});

const Strikes = z
  .object({
    after: z.int().min(1).max(100).openapi({ description: "Time-outs in a row." }),
    then: z.enum(["houseBot", "substitute", "forfeit"]),
  })
  .openapi("Strikes", {
    description: "After how many time-outs in a row `autoPlay` turns into something else.",
    example: { after: 3, then: "houseBot" },
  });

const manners = {
  onTimeout: OnTimeout,
  strikes: orNull(Strikes),
  vacation: z
    .boolean()
    .openapi({ description: "Whether a player's days of vacation are drawn on when his time would run out." }),
};
const duration = (least: number, most: number, description: string, example: number) =>
  z.int().min(least).max(most).openapi({ format: "int64", description, example });

const perMove = { perMoveMs: duration(LEAST_MS, MOST_MS, "For each answer, in milliseconds.", DAY) };
const bank = {
  bankMs: duration(LEAST_MS, 90 * DAY, "At the start, in milliseconds.", 7 * DAY),
  incrementMs: duration(LEAST_MS, MOST_MS, "What every answer adds, in milliseconds.", 12 * HOUR),
  capMs: duration(LEAST_MS, 90 * DAY, "The most that a bank can hold, in milliseconds.", 7 * DAY),
};

/** The terms as a creator sends them: either form, its manners left out where the usual ones will do. */
export const ClockRequest = z
  .strictObject({
    perMoveMs: perMove.perMoveMs.optional(),
    bankMs: bank.bankMs.optional(),
    incrementMs: bank.incrementMs.optional(),
    capMs: bank.capMs.optional(),
    onTimeout: OnTimeout.optional(),
    strikes: z
      .strictObject(Strikes.shape)
      .nullable()
      .optional()
      .openapi({ description: "Under `autoPlay` alone; null for never." }),
    vacation: z.boolean().optional().openapi({
      description:
        "Whether a player's days of vacation are drawn on when his time would run out; left out, they are where an answer has at least a day.",
    }),
  })
  .superRefine((clock, context) => {
    const issue = (path: string, code: string, message: string) =>
      context.addIssue({ code: "custom", message, params: { code }, path: [path] });
    const named = ([...Object.keys(bank)] as (keyof typeof bank)[]).filter((key) => clock[key] !== undefined);
    if (clock.perMoveMs !== undefined && named.length > 0)
      issue(named[0], "one_of", "A clock has either `perMoveMs`, or `bankMs`, `incrementMs` and `capMs`.");
    else if (clock.perMoveMs === undefined) {
      for (const key of Object.keys(bank) as (keyof typeof bank)[])
        if (clock[key] === undefined)
          issue(key, "required", "A clock has either `perMoveMs`, or `bankMs`, `incrementMs` and `capMs`.");
    }
    if (clock.bankMs !== undefined && clock.capMs !== undefined && clock.capMs < clock.bankMs)
      issue("capMs", "out_of_range", "A bank cannot hold less than it starts with.");
    if (clock.strikes != null && (clock.onTimeout ?? "autoPlay") !== "autoPlay")
      issue("strikes", "invalid", "Strikes count time-outs under `autoPlay`.");
  })
  .openapi("ClockRequest", {
    description:
      "Either a time for each answer, or a bank of time. `onTimeout` is `autoPlay` unless it says otherwise.",
    example: { perMoveMs: DAY, onTimeout: "autoPlay", strikes: { after: 3, then: "houseBot" } },
  });

/** The terms that a request stands for. */
export function termsOf({
  perMoveMs,
  bankMs,
  incrementMs,
  capMs,
  onTimeout = "autoPlay",
  strikes = null,
  vacation,
}: z.infer<typeof ClockRequest>) {
  const manners = { onTimeout, strikes, vacation: vacation ?? (perMoveMs ?? bankMs ?? 0) >= DAY };
  return perMoveMs !== undefined
    ? { perMoveMs, ...manners }
    : { bankMs: bankMs!, incrementMs: incrementMs!, capMs: capMs!, ...manners };
}

export const ClockTerms = z
  .object({
    perMoveMs: perMove.perMoveMs.optional(),
    bankMs: bank.bankMs.optional(),
    incrementMs: bank.incrementMs.optional(),
    capMs: bank.capMs.optional(),
    ...manners,
  })
  .openapi("ClockTerms", {
    description: "Either `perMoveMs`, or `bankMs`, `incrementMs` and `capMs`.",
    example: { perMoveMs: DAY, onTimeout: "autoPlay", strikes: null, vacation: true },
  });

const instants = (description: string) =>
  z.array(Instant.nullable()).openapi({ description: `By seat: ${description}`, minItems: 4, maxItems: 4 });
const amounts = (description: string) =>
  z
    .array(z.int().nullable().openapi({ format: "int64" }))
    .openapi({ description: `By seat, in milliseconds: ${description}`, minItems: 4, maxItems: 4 });

const Pause = z
  .object({
    until: Instant.openapi({ description: "When the pause ends by itself." }),
    leftMs: amounts("how long it will have once the pause is over; null where nothing waits for it."),
  })
  .openapi("Pause");

export const Clock = z
  .object({
    terms: ClockTerms,
    deadlines: instants(
      "the instant by which it must have answered; null where nothing runs. The server's time is the `Date` header.",
    ),
    banksMs: amounts("what is left of its bank, without what runs now; null under a time for each answer."),
    strikes: bySeat("Time-outs in a row", [0, 0, 1, 0]),
    pause: orNull(Pause),
    wishes: instants(
      "the end of the pause that its player has asked for; while the table pauses, when he asked to go on.",
    ),
  })
  .openapi("Clock");

export const PauseRequest = z
  .strictObject({
    until: z.iso
      .datetime({ offset: true, error: "An instant in RFC 3339, such as 2027-01-07T08:00:00Z." })
      .max(40)
      .openapi({ description: "When the pause ends at the latest, within 90 days.", example: "2027-01-07T08:00:00Z" }),
  })
  .openapi("PauseRequest", { example: { until: "2027-01-07T08:00:00Z" } });
