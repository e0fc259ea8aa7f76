/** The results of a player's games. */

import { z } from "@hono/zod-openapi";
import { CATEGORIES } from "../../history/schema.ts";
import { CHOICES, CONTRACT_GROUPS } from "../../history/tally.ts";
import { PlayerId } from "./player.ts";

const ContractGroup = z.enum(CONTRACT_GROUPS).openapi("ContractGroup", {
  description: "The contract of a single-contract deal, or `combined` for deals with several contracts.",
  example: "queens",
});

const count = z.int().min(0);
const mean = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .openapi({ description: `${description}, rounded to two decimal places; null if there are none.`, example });

const standing = {
  matches: count.openapi({ description: "Matches that the player played to the end." }),
  wins: count.openapi({ description: "Matches won, alone, shared or with a partner." }),
  meanPlace: mean("Average place, 1 to 4", 2.25),
  bestPlace: z
    .int()
    .min(1)
    .max(4)
    .nullable()
    .openapi({ description: "Best place; null if there are no matches.", example: 1 }),
  left: count.openapi({
    description:
      "Matches that the player began and left: they resigned, or their time ran out and they did not come back. These have no place and are not in `matches`.",
  }),
};

const played = {
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
      z
        .object({
          contract: ContractGroup,
          deals: count,
          total: z.int(),
          mean: z.number().openapi({ description: "Average points, rounded to two decimal places." }),
        })
        .openapi("ContractStats"),
    )
    .openapi({
      description:
        "The player's points for each contract, from the deals in which they made every decision of their seat. A move that the clock made for them is theirs; a deal in which a house bot played for them is not included. Tiebreak deals are not included.",
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
          choice: z
            .int()
            .min(1)
            .max(CHOICES.length)
            .openapi({ description: "The position of the choice within a kingdom, from 1." }),
          contract: ContractGroup,
          deals: count,
        })
        .openapi("ChoiceStats"),
    )
    .openapi({
      description:
        "What the player named as king, and in which position within the kingdom. Contracts that a house bot or the clock named are not included, and neither is practice mode, because nobody chooses there.",
    }),
};

const Category = z.enum(CATEGORIES).openapi("StatsCategory", {
  description:
    "What a match counts as. `standard`: a whole match under a preset as it is, in any mode and partnership. `custom`: any other options. `practice`: practice mode. `seeded`: a match with a seed of its creator's own, whatever its options.",
});

export const PlayerStats = z
  .object({
    player: PlayerId,
    ...played,
    byCategory: z.array(z.object({ category: Category, ...played }).openapi("CategoryStats")).openapi({
      description: "The same, for each category of matches that the player has played.",
    }),
  })
  .openapi("PlayerStats", {
    description:
      "Finished public games only. When players read their own statistics, unlisted games are included too. The fields outside `byCategory` cover standard and custom matches together. May lag by a few seconds.",
  });
