/** Clocks: how long a seat may think, what happens when its time is up, and what runs now. */

import { z } from "@hono/zod-openapi";
import { bySeat, Instant, orNull } from "./card.ts";
import { INSTANT, sentInstant } from "./instant.ts";

const SECOND = 1000,
  HOUR = 3600 * SECOND,
  DAY = 24 * HOUR;
/** The shortest and the longest time for one answer. */
const LEAST_MS = SECOND,
  MOST_MS = 30 * DAY;

const OnTimeout = z.enum(["autoPlay", "houseBot", "substitute", "forfeit"]).openapi("OnTimeout", {
  description:
    "`autoPlay`: the server plays the move that the bot `steady` would make, marked `by: clock`. It never doubles or claims a redeal. `houseBot`: a house bot plays the seat until its player joins again. `substitute`: the same, and the seat opens (`newcomers` says to whom). `forfeit`: a house bot plays on, and the seat (its team, in partnership games) is placed last. The seat of a player who took it during the match opens again in any case.",
});

const Strikes = z
  .object({
    after: z.int().min(1).max(100).openapi({ description: "Timeouts in a row." }),
    then: z.enum(["houseBot", "substitute", "forfeit"]),
  })
  .openapi("Strikes", {
    description: "After how many timeouts in a row `autoPlay` changes to another behavior.",
    example: { after: 3, then: "houseBot" },
  });

const manners = {
  onTimeout: OnTimeout,
  strikes: orNull(Strikes),
  vacation: z
    .boolean()
    .openapi({ description: "Whether a player's vacation days are used when their time would run out." }),
};
const duration = (least: number, most: number, description: string, example: number) =>
  z.int().min(least).max(most).openapi({ format: "int64", description, example });

const perMove = { perMoveMs: duration(LEAST_MS, MOST_MS, "Time for each answer, in milliseconds.", DAY) };
const bank = {
  bankMs: duration(LEAST_MS, 90 * DAY, "Time in the bank at the start, in milliseconds.", 7 * DAY),
  incrementMs: duration(LEAST_MS, MOST_MS, "Time that every answer adds, in milliseconds.", 12 * HOUR),
  capMs: duration(LEAST_MS, 90 * DAY, "The most that the bank can hold, in milliseconds.", 7 * DAY),
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
      .openapi({ description: "Only with `autoPlay`. Null means never." }),
    vacation: z.boolean().optional().openapi({
      description:
        "Whether a player's vacation days are used when their time would run out. Defaults to true if each answer has at least a day.",
    }),
  })
  .superRefine((clock, context) => {
    const issue = (path: string, code: string, message: string) =>
      context.addIssue({ code: "custom", message, params: { code }, path: [path] });
    const named = ([...Object.keys(bank)] as (keyof typeof bank)[]).filter((key) => clock[key] !== undefined);
    if (clock.perMoveMs !== undefined && named.length > 0)
      issue(named[0], "one_of", "A clock needs either `perMoveMs`, or all of `bankMs`, `incrementMs` and `capMs`.");
    else if (clock.perMoveMs === undefined) {
      for (const key of Object.keys(bank) as (keyof typeof bank)[])
        if (clock[key] === undefined)
          issue(key, "required", "A clock needs either `perMoveMs`, or all of `bankMs`, `incrementMs` and `capMs`.");
    }
    if (clock.bankMs !== undefined && clock.capMs !== undefined && clock.capMs < clock.bankMs)
      issue("capMs", "out_of_range", "The cap cannot be lower than the starting time of the bank.");
    if (clock.strikes != null && (clock.onTimeout ?? "autoPlay") !== "autoPlay")
      issue("strikes", "invalid", "Strikes count timeouts, so they require `autoPlay`.");
  })
  .openapi("ClockRequest", {
    description: "Either a time limit for each answer, or a time bank. `onTimeout` defaults to `autoPlay`.",
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
    until: Instant.openapi({ description: "When the pause ends automatically." }),
    leftMs: amounts("the time it has left after the pause; null if no decision waits for it."),
  })
  .openapi("Pause");

export const Clock = z
  .object({
    terms: ClockTerms,
    deadlines: instants(
      "when it must have answered; null if no clock runs. The server's time is in the `Date` header.",
    ),
    banksMs: amounts(
      "time left in its bank, not counting the turn that is running; null with a time limit for each answer.",
    ),
    strikes: bySeat("Timeouts in a row", [0, 0, 1, 0]),
    pause: orNull(Pause),
    wishes: instants(
      "the end of the pause that its player asked for; while the table is paused, the time at which they asked to resume.",
    ),
  })
  .openapi("Clock");

export const PauseRequest = z
  .strictObject({
    until: sentInstant("Not an RFC 3339 timestamp. Send one such as 2027-01-07T08:00:00Z.").openapi({
      ...INSTANT,
      description: "When the pause must end, within 90 days.",
      example: "2027-01-07T08:00:00Z",
    }),
  })
  .openapi("PauseRequest", { example: { until: "2027-01-07T08:00:00Z" } });
