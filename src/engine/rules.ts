/** Rule options: their names, values, defaults and presets (rules.md sections 3 and 4), and how a request becomes a full set. */

import type { Contract } from "./contracts.ts";
import { OPTIONS, type OptionSpec, PRESETS } from "./options.ts";

export type Preset = "trix" | "trex" | "pagat" | "levant_app" | "jordan";

/** A full, validated option set. Made by `resolveRules` alone; nothing in the engine decides a variant without reading it. */
export interface Rules {
  preset: Preset;
  kingdoms: number;
  mode: "classic" | "complex" | "combination" | "practice";
  practice: { contracts: Contract[]; deals: number } | null;
  partnership: "none" | "opposite";
  kingdomRotation: "right" | "seven_of_hearts";
  dealer: "king" | "rotates";
  firstLead: "king" | "right_of_dealer";
  layoutStart: "king" | "right_of_dealer";
  heartLead: "only_hearts" | "until_broken" | "free";
  heartLeadInCombined: boolean;
  voidDiscard: "free" | "must_discard_king";
  earlyEnd: boolean;
  doubling: {
    enabled: boolean;
    order: "simultaneous" | "sequential";
    selfCapture: "single" | "leader_gains" | "double" | "quadruple";
    partnerCapture: "as_opponent" | "no_bonus" | "single";
  };
  points: { kingOfHearts: number; queen: number; diamond: number; trick: number };
  layoutPoints: number[];
  layoutPass: "auto" | "explicit";
  exposeTwos: "off" | "after_first_round";
  redeal: {
    twos: "off" | "four" | "four_or_three_plus_three";
    bareHearts: boolean;
    longHearts: boolean;
    timing: "before_contract" | "after_contract";
  };
  openHands: boolean;
  revoke: "reject" | "penalize";
  tiebreak: "shared" | "king_of_hearts_deal" | "trix_firsts_then_playoff";
}

/** What a request may say: any part of `Rules`, checked by nobody yet. */
export type RulesRequest = { [Key in keyof Rules]?: Rules[Key] extends object ? Partial<Rules[Key]> : Rules[Key] };

export interface RulesError {
  /** The option's dotted name as the requester wrote it (`doubling.order`). */
  option: string;
  code: "unknown_option" | "out_of_range" | "required" | "not_allowed_here";
  message: string;
}

export type ResolvedRules = { ok: true; rules: Rules } | { ok: false; errors: RulesError[] };

const SPECS = new Map(OPTIONS.map((option) => [option.name, option]));
const GROUPS = new Set(
  OPTIONS.filter((option) => option.name.includes(".")).map((option) => option.name.split(".")[0]),
);

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
  message: `There is no rule option "${name}".`,
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
    else if (isObject(value))
      for (const [key, inner] of Object.entries(value)) inner !== undefined && take(`${name}.${key}`, inner);
    else if (name !== "practice" || value !== null)
      errors.push({ option: name, code: "out_of_range", message: `"${name}" must be an object of options.` });
  }
  return flat;
}

/** Builds the nested object that a flat set of options stands for. */
function nest(flat: Map<string, unknown>, preset: Preset): Rules {
  const rules: Record<string, unknown> = { preset, practice: null };
  for (const { name } of OPTIONS) {
    const value = structuredClone(flat.get(name));
    const [group, key] = name.split(".");
    if (key === undefined) rules[name] = value;
    else if (value !== undefined) rules[group] = { ...(rules[group] as object | null), [key]: value };
  }
  return rules as unknown as Rules;
}

/**
 * A full option set from a request: request, then what `partnership` implies, then the preset, then the defaults, field by
 * field; lists are replaced whole (rules.md section 3). Refuses, with the option's name, unknown options, values out of
 * range, and `practice`, `kingdoms` or `kingdomRotation` where the mode has no use for them. Never throws.
 */
export function resolveRules(request: unknown = {}): ResolvedRules {
  if (!isObject(request))
    return {
      ok: false,
      errors: [{ option: "", code: "out_of_range", message: "The rules must be an object of options." }],
    };
  const errors: RulesError[] = [];
  const given = flatten(request, errors);
  const preset = request.preset === undefined ? "trix" : request.preset;
  if (typeof preset !== "string" || !Object.hasOwn(PRESETS, preset)) {
    errors.push({
      option: "preset",
      code: "out_of_range",
      message: `"preset" must be one of ${Object.keys(PRESETS).join(", ")}.`,
    });
    return { ok: false, errors };
  }
  const practising = given.get("mode") === "practice";
  for (const name of ["practice.contracts", "practice.deals"]) {
    if (practising && !given.has(name) && !errors.some((error) => error.option === name)) {
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
  for (const name of ["kingdoms", "kingdomRotation"]) {
    if (practising && given.has(name))
      errors.push({ option: name, code: "not_allowed_here", message: `"${name}" is not allowed in practice mode.` });
  }
  if (errors.length > 0) return { ok: false, errors };
  const flat = new Map<string, unknown>(
    OPTIONS.filter((option) => option.default !== undefined).map((option) => [option.name, option.default]),
  );
  const layers: [string, unknown][][] = [Object.entries(PRESETS[preset as Preset])];
  if (given.get("partnership") === "opposite") layers.push([["exposeTwos", "after_first_round"]]);
  layers.push([...given]);
  for (const [name, value] of layers.flat()) flat.set(name, value);
  return { ok: true, rules: nest(flat, preset as Preset) };
}

/**
 * The same for a set that is already full, as records and views carry it: `kingdoms` and `kingdomRotation` then stand
 * beside mode practice with their defaults, which a request may not say.
 */
export function readRules(full: unknown): ResolvedRules {
  if (!isObject(full) || full.mode !== "practice") return resolveRules(full);
  const rest = { ...full };
  for (const name of ["kingdoms", "kingdomRotation"]) if (rest[name] === SPECS.get(name)!.default) delete rest[name];
  return resolveRules(rest);
}
