/** Votes: what players agree on when a match has come to a standstill. */

import { z } from "@hono/zod-openapi";
import { orNull, Seat } from "./card.ts";

const abort = { type: z.literal("abort") };
const replace = { type: z.literal("replace"), seat: Seat };

const ABORT = "The match ends without a result.";
const REPLACE = "A house bot plays the seat of a silent player, and the seat opens.";

export const Vote = z
  .object({
    type: z.enum(["abort", "replace"]).openapi({ description: `\`abort\`: ${ABORT} \`replace\`: ${REPLACE}` }),
    seat: Seat.optional(),
  })
  .openapi("Vote", { description: "What a player votes for. `seat` is that of the silent player to replace." });

export const VoteRequest = z
  .discriminatedUnion("type", [
    z.strictObject(abort).openapi("AbortVoteRequest", { description: ABORT }),
    z.strictObject(replace).openapi("ReplaceVoteRequest", { description: REPLACE }),
  ])
  .openapi("VoteRequest", { example: { type: "abort" } });

export const Votes = z.array(orNull(Vote)).openapi({
  description: "By seat: what its player votes for; null if they don't. Votes end with the deal.",
  minItems: 4,
  maxItems: 4,
});
