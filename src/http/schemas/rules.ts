/** Rule options, made from the engine's own table of them: they are described in one place. */

import { z } from "@hono/zod-openapi";
import {
  CONTRACTS,
  describeSpec,
  makeAction,
  OPTIONS,
  type OptionSpec,
  PRESETS,
  type RuleOption,
  type Rules as RuleSet,
  type RulesRequest as RulesInput,
  resolveRules,
  SUITS,
} from "../../engine/index.ts";
import { directionOf, LANGUAGES, type Language, label } from "../../labels/languages.ts";
import { meaningOf } from "../../labels/meanings.ts";
import { CONTRACT_LABELS, SUIT_LABELS } from "../../labels/terms.ts";
import { Contract } from "./card.ts";

type JsonSchema = {
  type: "string" | "boolean" | "integer" | "array" | "object";
  enum?: string[];
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: false;
};

/** What an option takes, as JSON Schema. */
export function specSchema(spec: OptionSpec): JsonSchema {
  switch (spec.kind) {
    case "choice":
      return { type: "string", enum: [...spec.values] };
    case "flag":
      return { type: "boolean" };
    case "integer":
      return { type: "integer", minimum: spec.min, maximum: spec.max };
    case "integers":
      return {
        type: "array",
        items: { type: "integer", minimum: spec.min, maximum: spec.max },
        minItems: spec.length,
        maxItems: spec.length,
      };
    case "choices":
      return {
        type: "array",
        items: { type: "string", enum: [...spec.values] },
        minItems: spec.min,
        maxItems: spec.max,
      };
  }
}

/** The default is in the text: as a keyword it would be wrong for every preset that changes it. */
const optionSchema = ({ spec, meaning, default: standard }: RuleOption, request: boolean): JsonSchema => ({
  ...specSchema(spec),
  description:
    request && standard !== undefined
      ? `${meaning} Default, unless the preset changes it: \`${typeof standard === "string" ? standard : JSON.stringify(standard)}\`.`
      : meaning,
});

/** An object schema of all options, with dotted names grouped. A request may omit any option but add none. */
function rulesSchema(request: boolean) {
  const objectOf = (properties: Record<string, unknown>) => ({
    type: "object",
    properties,
    ...(request ? { additionalProperties: false } : { required: Object.keys(properties) }),
  });
  const groups = Object.groupBy(OPTIONS, ({ name }) => name.split(".")[0]);
  const properties = Object.entries(groups).map(([name, options]) => {
    const single = options!.find((option) => option.name === name);
    if (single !== undefined) return [name, optionSchema(single, request)];
    const group = objectOf(
      Object.fromEntries(options!.map((option) => [option.name.slice(name.length + 1), optionSchema(option, request)])),
    );
    return [
      name,
      name === "practice"
        ? { ...group, type: ["object", "null"], description: "Only in practice mode; otherwise null." }
        : group,
    ];
  });
  const preset = {
    type: "string",
    enum: Object.keys(PRESETS),
    description: `The set of options that the other options modify.${request ? " Defaults to `trix`." : ""}`,
  };
  return objectOf({ preset, ...Object.fromEntries(properties) });
}

/** A component that is described by hand: the engine, not zod, knows these objects. */
type Described = Parameters<z.ZodType["openapi"]>[1];

export const Rules = z
  .custom<RuleSet>((rules) => typeof rules === "object" && rules !== null)
  .openapi("Rules", {
    description:
      "Every rule option of a game, resolved. New options and values can be added, so ignore any that you do not know.",
    ...rulesSchema(false),
  } as Described);

export const RulesRequest = z
  .custom<RulesInput>(() => true)
  .superRefine((rules, context) => {
    const resolved = resolveRules(rules);
    if (resolved.ok) return;
    for (const { option, code, message } of resolved.errors) {
      context.addIssue({ code: "custom", message, params: { code }, path: option === "" ? [] : option.split(".") });
    }
  })
  .openapi("RulesRequest", {
    description: "Any rule options. Omitted options come from the preset, then from the defaults.",
    ...rulesSchema(true),
    example: { preset: "trix", kingdoms: 1, doubling: { selfCapture: "double" } },
  } as Described);

const RuleOptionItem = z
  .object({
    name: z
      .string()
      .openapi({ description: "The name of the option, dotted if it is in a group.", example: "doubling.order" }),
    schema: z.record(z.string(), z.any()).openapi({
      description: "The allowed values, as JSON Schema.",
      example: { type: "string", enum: ["simultaneous", "sequential"] },
    }),
    default: z.any().openapi({
      description:
        "The value if neither the request nor the preset sets one; null for options that only practice mode needs.",
      example: "simultaneous",
    }),
    takes: z
      .string()
      .openapi({ description: "The same as `schema`, for people.", example: "one of simultaneous, sequential" }),
    meaning: z.string().openapi({ description: "What the option means, in `language`." }),
  })
  .openapi("RuleOption");

const name = z.string().openapi({ description: "The name, in `language`." });

export const RulesCatalogue = z
  .object({
    defaults: Rules,
    presets: z.array(z.object({ name: z.string().openapi({ example: "jordan" }), rules: Rules }).openapi("Preset")),
    options: z.array(RuleOptionItem),
    contracts: z.array(
      z
        .object({
          id: Contract,
          letter: z
            .string()
            .openapi({ description: "The letter in action ids (`c:q`) and in text records.", example: "q" }),
          label: name,
        })
        .openapi("ContractLetter"),
    ),
    suits: z.array(z.object({ id: z.enum(SUITS).openapi({ example: "H" }), label: name }).openapi("SuitLabel")),
    language: z
      .enum(LANGUAGES)
      .openapi({ description: "The language of labels and meanings, selected by `Accept-Language`.", example: "en" }),
    direction: z.enum(["ltr", "rtl"]).openapi({ description: "The writing direction of that language." }),
  })
  .openapi("RulesCatalogue", {
    description: "All rules a game can use. `defaults` are the rules of a game created without any.",
  });

const resolved = (request: unknown): RuleSet => {
  const answer = resolveRules(request);
  if (!answer.ok) throw new Error("a preset of the engine does not resolve");
  return answer.rules;
};

/** The catalogue of this release, for a reader. */
export const rulesCatalogue = (language: Language): z.infer<typeof RulesCatalogue> => ({
  defaults: resolved({}),
  presets: Object.keys(PRESETS).map((name) => ({ name, rules: resolved({ preset: name }) })),
  options: OPTIONS.map(({ name, spec, default: standard }) => ({
    name,
    schema: specSchema(spec),
    default: standard ?? null,
    takes: describeSpec(spec),
    meaning: meaningOf(name, language),
  })),
  contracts: CONTRACTS.map((id) => ({
    id,
    letter: makeAction({ type: "choose_contract", contracts: [id] }).slice(2),
    label: label(CONTRACT_LABELS[id], language),
  })),
  suits: SUITS.map((id) => ({ id, label: label(SUIT_LABELS[id], language) })),
  language,
  direction: directionOf(language),
});
