/** Legal actions: a union by `type`. */

import { z } from "@hono/zod-openapi";
import { Card, Contract } from "./card.ts";

const id = (example: string) =>
  z.string().openapi({ description: "What you send back. At most 24 characters.", example });

const label = (example: string) =>
  z.string().openapi({ description: "Text for a button, in the language selected by `Accept-Language`.", example });

export const LegalAction = z
  .discriminatedUnion("type", [
    z
      .object({
        id: id("c:q"),
        label: label("Queens"),
        type: z.literal("choose_contract"),
        contracts: z.array(Contract),
      })
      .openapi("ChooseContractAction", { description: "Names the contract of the deal, as king." }),
    z
      .object({
        id: id("d:QSQH"),
        label: label("Double the queen of spades and queen of hearts"),
        type: z.literal("double"),
        cards: z.array(Card),
      })
      .openapi("DoubleAction", { description: "Doubles these cards. An empty list declines." }),
    z
      .object({ id: id("r:claim"), label: label("Claim a redeal"), type: z.literal("redeal"), claim: z.boolean() })
      .openapi("RedealAction", { description: "Claims or declines a redeal." }),
    z
      .object({ id: id("p:7H"), label: label("7 of hearts (7♥)"), type: z.literal("play"), card: Card })
      .openapi("PlayAction"),
    z.object({ id: id("pass"), label: label("Pass"), type: z.literal("pass") }).openapi("PassAction"),
  ])
  .openapi("LegalAction");
