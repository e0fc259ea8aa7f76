/** What a creator sends to test a client in a sandbox. */

import { z } from "@hono/zod-openapi";

/** At most as long as a pause or a bank lasts, as many faults as an afternoon needs, and no longer late than an attempt may take. */
const MOST_ADVANCE_MS = 90 * 24 * 3600 * 1000,
  MOST_FAULTS = 100,
  MOST_DELAY_MS = 15_000;

export const AdvanceRequest = z
  .strictObject({
    advanceMs: z
      .int()
      .min(1)
      .max(MOST_ADVANCE_MS)
      .openapi({ format: "int64", description: "How far to advance the clock, in milliseconds.", example: 86_400_000 }),
  })
  .openapi("AdvanceRequest", { example: { advanceMs: 86_400_000 } });

const count = (description: string) => z.int().min(0).max(MOST_FAULTS).openapi({ description, example: 1 });

const faults = {
  dropAnswers: count(
    "The number of successful actions whose responses are lost: the connection breaks after the commit.",
  ),
  repeatDeliveries: count("The number of webhook deliveries that are sent twice."),
  delayDeliveriesMs: z
    .int()
    .min(0)
    .max(MOST_DELAY_MS)
    .openapi({ description: "How long webhook deliveries are delayed, in milliseconds.", example: 0 }),
  closeStreams: count("The number of times that every stream of the game is closed, each time after an event."),
};

export const FaultsRequest = z
  .strictObject({
    dropAnswers: faults.dropAnswers.optional(),
    repeatDeliveries: faults.repeatDeliveries.optional(),
    delayDeliveriesMs: faults.delayDeliveriesMs.optional(),
    closeStreams: faults.closeStreams.optional(),
  })
  .openapi("FaultsRequest", { description: "Omitted fields keep their values.", example: { dropAnswers: 1 } });

export const Faults = z.object(faults).openapi("Faults", { description: "The faults that have yet to occur." });
