/** The results of a player's games. */

import { z } from "@hono/zod-openapi";
import { CONTRACTS } from "../../engine/index.ts";
import { PlayerId } from "./player.ts";

export const CONTRACT_GROUPS = [...CONTRACTS, "combined"] as const;

const ContractGroup = z.enum(CONTRACT_GROUPS).openapi("ContractGroup", {
  description: "The contract of a single-contract deal, or `combined` for deals with several contracts.",
  example: "queens",
});

const count = z.int().min(0);
const mean = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .openapi({ description: `${description}; null if there are none.`, example });

const standing = {
  matches: count,
  wins: count.openapi({ description: "Matches won, alone, shared or with a partner." }),
  meanPlace: mean("Average place, 1 to 4", 2.25),
  bestPlace: z
    .int()
    .min(1)
    .max(4)
    .nullable()
    .openapi({ description: "Best place; null if there are no matches.", example: 1 }),
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
      .openapi({ description: "The same, for each mode and partnership that the player has played." }),
    points: z
      .array(
        z.object({ contract: ContractGroup, deals: count, total: z.int(), mean: z.number() }).openapi("ContractStats"),
      )
      .openapi({
        description: "The player's points for each contract played. Tiebreak deals are not included.",
      }),
    trixPlaces: z.array(count).openapi({
      description: "How often the player went out first, second, third and last in trix deals.",
      minItems: 4,
      maxItems: 4,
      example: [12, 9, 7, 4],
    }),
    choices: z
      .array(
        z
          .object({
            choice: z.int().min(1).openapi({ description: "The position of the choice within a kingdom, from 1." }),
            contract: ContractGroup,
            deals: count,
          })
          .openapi("ChoiceStats"),
      )
      .openapi({
        description:
          "What the player named as king, and in which position within the kingdom. Practice mode is not included, because nobody chooses there.",
      }),
  })
  .openapi("PlayerStats", {
    description:
      "Finished public games only. When players read their own statistics, unlisted games are included too. May lag by a few seconds.",
  });
