/** What a player's games come to. */

import { z } from "@hono/zod-openapi";
import { CONTRACTS } from "../../engine/index.ts";
import { PlayerId } from "./player.ts";

export const CONTRACT_GROUPS = [...CONTRACTS, "combined"] as const;

const ContractGroup = z.enum(CONTRACT_GROUPS).openapi("ContractGroup", {
  description: "A contract that was a deal of its own, or `combined` for deals of several.",
  example: "queens",
});

const count = z.int().min(0);
const mean = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .openapi({ description: `${description}; null without any.`, example });

const standing = {
  matches: count,
  wins: count.openapi({ description: "Matches won, alone, shared or with a partner." }),
  meanPlace: mean("Mean of the places, 1 to 4", 2.25),
  bestPlace: z.int().min(1).max(4).nullable().openapi({ description: "Null without any.", example: 1 }),
};

export const PlayerStats = z
  .object({
    player: PlayerId,
    ...standing,
    byMode: z
      .array(
        z
          .object({
            mode: z.string().openapi({ example: "classic" }),
            partnership: z.string().openapi({ example: "none" }),
            ...standing,
          })
          .openapi("ModeStats"),
      )
      .openapi({ description: "The same for each mode and partnership that was played." }),
    points: z
      .array(
        z.object({ contract: ContractGroup, deals: count, total: z.int(), mean: z.number() }).openapi("ContractStats"),
      )
      .openapi({
        description: "The player's own points by contract, of contracts that were played; tie-break deals left out.",
      }),
    trixPlaces: z.array(count).openapi({
      description: "How often the player went out first, second, third and last in deals of trix.",
      minItems: 4,
      maxItems: 4,
      example: [12, 9, 7, 4],
    }),
    choices: z
      .array(
        z
          .object({
            choice: z.int().min(1).openapi({ description: "Which choice of a kingdom, from 1." }),
            contract: ContractGroup,
            deals: count,
          })
          .openapi("ChoiceStats"),
      )
      .openapi({
        description:
          "What the player named as king, and as which choice of the kingdom. Not from mode practice, where nobody chooses.",
      }),
  })
  .openapi("PlayerStats", {
    description: "Finished games only: public ones, and for the player himself also unlisted ones. May lag by seconds.",
  });
