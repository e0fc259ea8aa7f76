/** Rule options: their names, values, defaults and presets (docs/rules.md sections 3 and 4), and how a request becomes a full set. */

import type { OptionSpec, RuleOption } from "./option.ts";
import { OPTIONS, type OptionValues } from "./options.ts";
import { type Edition, FIRST_EDITION, PRESETS, type Preset, TODAY } from "./presets.ts";
import { quote } from "./quote.ts";

/** The options without a group, and those of one group by what stands behind the dot. */
type Ungrouped = {
  [Name in keyof OptionValues as Name extends `${string}.${string}` ? never : Name]: OptionValues[Name];
};
type GroupName<Name> = Name extends `${infer Group}.${string}` ? Group : never;
type Grouped<Group extends string> = {
  [Name in keyof OptionValues as Name extends `${Group}.${infer Key}` ? Key : never]: OptionValues[Name];
};
type Groups = { [Group in GroupName<keyof OptionValues>]: Grouped<Group> | (Group extends "practice" ? null : never) };
type Flat<Type> = { [Key in keyof Type]: Type[Key] };

/** A full, validated option set. Made by the functions here alone; nothing in the engine decides a variant without reading it. */
export type Rules = Flat<{ preset: Preset } & Ungrouped & Groups>;

/** What a request may say: any part of `Rules`, checked by nobody yet. */
export type RulesRequest = { [Key in keyof Rules]?: Rules[Key] extends object ? Partial<Rules[Key]> : Rules[Key] };

export interface RulesError {
  /** The option's dotted name as the requester wrote it (`doubling.order`). */
  option: string;
  code: "unknown_option" | "out_of_range" | "required" | "not_allowed_here";
  message: string;
}

export type ResolvedRules = { ok: true; rules: Rules } | { ok: false; errors: RulesError[] };

/** The table where any name may be looked up. */
const ALL: readonly RuleOption[] = OPTIONS;
const SPECS = new Map(ALL.map((option) => [option.name, option]));
const GROUPS = new Set(ALL.filter(({ name }) => name.includes(".")).map(({ name }) => name.split(".")[0]));
const PRACTICE_ONLY = ALL.filter((option) => option.default === undefined).map(({ name }) => name);
const NOT_IN_PRACTICE = ALL.filter((option) => option.notInPractice === true);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is one that the option takes. */
function fits(spec: OptionSpec, value: unknown): boolean {
  const integer = (n: unknown, min: number, max: number) =>
    Number.isInteger(n) && (n as number) >= min && (n as number) <= max;
  switch (spec.kind) {
    case "choice":
      return spec.values.includes(value as string);
    case "flag":
      return typeof value === "boolean";
    case "integer":
      return integer(value, spec.min, spec.max);
    case "integers":
      return Array.isArray(value) && value.length === spec.length && value.every((n) => integer(n, spec.min, spec.max));
    case "choices":
      return (
        Array.isArray(value) &&
        value.length >= spec.min &&
        value.length <= spec.max &&
        value.every((item) => spec.values.includes(item as string))
      );
  }
}

/** One sentence on what an option takes, for error messages. */
export function describeSpec(spec: OptionSpec): string {
  switch (spec.kind) {
    case "choice":
      return `one of ${spec.values.join(", ")}`;
    case "flag":
      return "true or false";
    case "integer":
      return `an integer from ${spec.min} to ${spec.max}`;
    case "integers":
      return `a list of ${spec.length} integers from ${spec.min} to ${spec.max}`;
    case "choices":
      return `a list of ${spec.min} to ${spec.max} of ${spec.values.join(", ")}`;
  }
}

const unknown = (name: string): RulesError => ({
  option: name,
  code: "unknown_option",
  message: `There is no rule option ${quote(name)}.`,
});

/** Flattens a request to dotted options, collecting what is not an option at all or has a wrong value. */
function flatten(request: Record<string, unknown>, errors: RulesError[]): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  const take = (name: string, value: unknown) => {
    const option = SPECS.get(name);
    if (option === undefined) errors.push(unknown(name));
    else if (!fits(option.spec, value))
      errors.push({ option: name, code: "out_of_range", message: `"${name}" must be ${describeSpec(option.spec)}.` });
    else flat.set(name, value);
  };
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined || name === "preset") continue;
    if (name.includes(".")) errors.push(unknown(name));
    else if (!GROUPS.has(name)) take(name, value);
    else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) if (inner !== undefined) take(`${name}.${key}`, inner);
    } else if (name !== "practice" || value !== null) {
      errors.push({ option: name, code: "out_of_range", message: `"${name}" must be an object of options.` });
    }
  }
  return flat;
}

/** What stands in a request where its mode has no use for it, or is missing where its mode needs it. */
function misplaced(request: Record<string, unknown>, given: Map<string, unknown>, wrong: RulesError[]): RulesError[] {
  const errors: RulesError[] = [];
  const practising = given.get("mode") === "practice";
  for (const name of PRACTICE_ONLY) {
    if (practising && !given.has(name) && !wrong.some((error) => error.option === name)) {
      errors.push({ option: name, code: "required", message: `Practice mode requires "${name}".` });
    } else if (!practising && given.has(name)) {
      errors.push({ option: name, code: "not_allowed_here", message: `"${name}" is only allowed in practice mode.` });
    }
  }
  if (!practising && isObject(request.practice) && Object.keys(request.practice).length === 0) {
    errors.push({
      option: "practice",
      code: "not_allowed_here",
      message: '"practice" is only allowed in practice mode.',
    });
  }
  for (const { name } of NOT_IN_PRACTICE) {
    if (practising && given.has(name))
      errors.push({ option: name, code: "not_allowed_here", message: `"${name}" is not allowed in practice mode.` });
  }
  return errors;
}

/** A request as dotted options with its preset, or what is wrong with it. */
function check(
  request: unknown,
): { ok: true; preset: Preset; given: Map<string, unknown> } | { ok: false; errors: RulesError[] } {
  if (!isObject(request))
    return {
      ok: false,
      errors: [{ option: "", code: "out_of_range", message: "The rules must be an object of options." }],
    };
  const errors: RulesError[] = [];
  const given = flatten(request, errors);
  const preset = request.preset === undefined ? "trix" : request.preset;
  if (!isPreset(preset)) {
    errors.push({
      option: "preset",
      code: "out_of_range",
      message: `"preset" must be one of ${Object.keys(PRESETS).join(", ")}.`,
    });
    return { ok: false, errors };
  }
  errors.push(...misplaced(request, given, errors));
  return errors.length > 0 ? { ok: false, errors } : { ok: true, preset, given };
}

const isPreset = (name: unknown): name is Preset => typeof name === "string" && Object.hasOwn(PRESETS, name);

/** Builds the nested object that the defaults and layers of dotted options over them stand for; a later layer counts more. */
function nest(preset: Preset, ...layers: Iterable<readonly [string, unknown]>[]): Rules {
  const flat = new Map<string, unknown>(ALL.map((option) => [option.name, option.default]));
  for (const layer of layers) for (const [name, value] of layer) flat.set(name, value);
  const rules: Record<string, unknown> = { preset, practice: null };
  for (const { name } of ALL) {
    const value = structuredClone(flat.get(name));
    const [group, key] = name.split(".");
    if (key === undefined) rules[name] = value;
    else if (value !== undefined) rules[group] = { ...(rules[group] as object | null), [key]: value };
  }
  // Every value fits its option, whose type is made from the same table.
  return rules as Rules;
}

/**
 * A full option set from a request: request, then what `partnership` implies, then the preset, then the defaults, field by
 * field; lists are replaced whole (docs/rules.md section 3). Refuses, with the option's name, unknown options, values out of
 * range, and `practice`, `kingdoms` or `kingdomRotation` where the mode has no use for them. Never throws.
 */
export const resolveRules = (request: unknown = {}): ResolvedRules => resolve(request, TODAY);

function resolve(request: unknown, { presets, impliedByPartners }: Edition): ResolvedRules {
  const checked = check(request);
  if (!checked.ok) return checked;
  const { preset, given } = checked;
  const implied = given.get("partnership") === "opposite" ? impliedByPartners[preset] : {};
  return { ok: true, rules: nest(preset, Object.entries(presets[preset]), Object.entries(implied), given) };
}

/** The same for what a record in text says beside its preset, which has the meaning of its first edition for good. */
export const resolveRecorded = (request: unknown): ResolvedRules => resolve(request, FIRST_EDITION);

/**
 * The full set that one means which was written down whole, in a stored game or a record in JSON: options that came after it
 * take their defaults, whatever its preset says of them now, so that a match keeps the rules that it began with. Refuses what
 * `resolveRules` refuses, but that options without a use in practice may stand there with their defaults.
 */
export function completeRules(stored: unknown): ResolvedRules {
  const checked = check(asRequest(stored));
  return checked.ok ? { ok: true, rules: nest(checked.preset, checked.given) } : checked;
}

/** A full set as a request might say it. */
function asRequest(full: unknown): unknown {
  if (!isObject(full) || full.mode !== "practice") return full;
  const request = { ...full };
  for (const option of NOT_IN_PRACTICE) if (request[option.name] === option.default) delete request[option.name];
  return request;
}

/** How many deals a match under these rules has at most, tie-breaks apart. */
export const mostDeals = ({ mode, kingdoms, practice }: Rules): number =>
  practice?.deals ?? kingdoms * (mode === "complex" ? 2 : 5);
