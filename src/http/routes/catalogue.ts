/** What a game can be made of: rules and house bots. The same for everybody, and for as long as this release runs. */

import { BOTS } from "../../bots/index.ts";
import { LANGUAGES, type Language } from "../../labels/languages.ts";
import { asPublic } from "../access/call.ts";
import { digest } from "../exchange/digest.ts";
import { languageFor } from "../exchange/language.ts";
import { operation, tagged } from "../exchange/operation.ts";
import { fresh } from "../exchange/representation.ts";
import { createRouter } from "../exchange/router.ts";
import { BotList } from "../schemas/bot.ts";
import { RulesCatalogue, rulesCatalogue } from "../schemas/rules.ts";

const listRules = operation({
  method: "get",
  path: "/v1/rules",
  operationId: "listRules",
  tags: ["Rules and bots"],
  access: "public",
  seatTokens: true,
  problems: [],
  summary: "List presets and rule options",
  description:
    "Lists every rule option with its allowed values, default and meaning, the presets with all options resolved, and the contracts and suits with their names. Meanings and names are in English, Arabic, German or Dutch, selected by `Accept-Language`.",
  responses: { 200: tagged(RulesCatalogue, "Defaults, presets, options and contracts.") },
});

const listBots = operation({
  method: "get",
  path: "/v1/bots",
  operationId: "listBots",
  tags: ["Rules and bots"],
  access: "public",
  seatTokens: true,
  problems: [],
  summary: "List house bots",
  description: "Lists the bots that a creator can seat in a game, weakest first.",
  responses: { 200: tagged(BotList, "The house bots.") },
});

/** An answer made once an isolate, with its fingerprint. */
function once<T>(make: () => T): () => { body: T; tag: string } {
  let made: { body: T; tag: string } | undefined;
  return () => {
    if (made === undefined) {
      const body = make();
      made = { body, tag: digest(body).slice(0, 16) };
    }
    return made;
  };
}

const rules = Object.fromEntries(
  LANGUAGES.map((language) => [language, once(() => rulesCatalogue(language))]),
) as Record<Language, ReturnType<typeof once<ReturnType<typeof rulesCatalogue>>>>;
const bots = once(() => ({ data: BOTS.map(({ name, description }) => ({ name, description })) }));

export const catalogue = createRouter()
  .answer(listRules, asPublic, (_, c) => {
    const { body, tag } = rules[languageFor(c)]();
    return fresh(c, [tag], body);
  })
  .answer(listBots, asPublic, (_, c) => {
    const { body, tag } = bots();
    return fresh(c, [tag], body);
  });
