/** The proof that the deals were fixed before play. */

import { z } from "@hono/zod-openapi";
import { GameId } from "./game.ts";

const hex = z.string().openapi({ description: "In hexadecimal.", example: "91ce0c2f" });

export const Proof = z
  .object({
    algorithm: z.literal("trix-deal/1"),
    gameId: GameId,
    seeded: z.boolean(),
    commitment: hex,
    chainLength: z.int(),
    playersEntropy: z.boolean().openapi({ description: "Whether any player's seed was mixed into the packs." }),
    clientSeeds: z
      .array(z.string().nullable())
      .openapi({ description: "By seat; null if there is none. Empty before the game starts." }),
    links: z
      .array(z.object({ pack: z.int().min(1), link: hex }).openapi("ProofLink"))
      .openapi({ description: "The links of the packs that were played or thrown in, oldest first." }),
  })
  .openapi("Proof");
