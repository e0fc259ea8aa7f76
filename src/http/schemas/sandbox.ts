/** What a creator sends to try a client in a sandbox. */

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
      .openapi({ format: "int64", description: "How much time passes, in milliseconds.", example: 86_400_000 }),
  })
  .openapi("AdvanceRequest", { example: { advanceMs: 86_400_000 } });

const count = (description: string) => z.int().min(0).max(MOST_FAULTS).openapi({ description, example: 1 });

const faults = {
  dropAnswers: count("How many answers to actions that count get lost: the connection breaks after the commit."),
  repeatDeliveries: count("How many webhook deliveries come twice."),
  delayDeliveriesMs: z
    .int()
    .min(0)
    .max(MOST_DELAY_MS)
    .openapi({ description: "How late webhook deliveries come, in milliseconds.", example: 0 }),
  closeStreams: count("How often every stream of the game closes, each time after an event."),
};

export const FaultsRequest = z
  .strictObject({
    dropAnswers: faults.dropAnswers.optional(),
    repeatDeliveries: faults.repeatDeliveries.optional(),
    delayDeliveriesMs: faults.delayDeliveriesMs.optional(),
    closeStreams: faults.closeStreams.optional(),
  })
  .openapi("FaultsRequest", { description: "What is left out stays as it is.", example: { dropAnswers: 1 } });

export const Faults = z.object(faults).openapi("Faults", { description: "The faults that are still to come." });
