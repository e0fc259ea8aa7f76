/** What zod finds wrong with a value, in the words of this API. A schema that knows better says so itself. */

import { z } from "@hono/zod-openapi";

type Issue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

/** What a value is, for the one who sent it. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "boolean") return String(value);
  return KINDS[typeof value] ?? "something else";
}

const counted = (count: unknown, one: string): string => `${count} ${one}${Number(count) === 1 ? "" : "s"}`;

/** A bound on a size: of a number itself, of the characters of a string, of the items of a list. */
function bound(origin: string, limit: unknown, isMost: boolean, isExact: boolean, isInclusive = true): string {
  const how = isExact ? "exactly" : isMost ? "at most" : "at least";
  if (origin === "string") return `Must have ${how} ${counted(limit, "character")}.`;
  if (origin === "array" || origin === "set") return `Must have ${how} ${counted(limit, "item")}.`;
  if (origin === "object" || origin === "record") return `Must have ${how} ${counted(limit, "field")}.`;
  if (isInclusive) return `Must be ${how} ${limit}.`;
  return `Must be ${isMost ? "less" : "greater"} than ${limit}.`;
}

const choices = (values: readonly unknown[]): string => {
  const written = values.map((value) => (typeof value === "string" ? `"${value}"` : String(value)));
  return written.length === 1 ? `Must be ${written[0]}.` : `Must be one of ${written.join(", ")}.`;
};

/** One sentence for each kind of issue. */
export function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "This field is required."
        : `Must be ${KINDS[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}.`;
    case "too_big":
      return bound(issue.origin, issue.maximum, true, issue.exact === true, issue.inclusive);
    case "too_small":
      return issue.origin === "string" && issue.minimum === 1 && issue.exact !== true
        ? "Must not be empty."
        : bound(issue.origin, issue.minimum, false, issue.exact === true, issue.inclusive);
    case "not_multiple_of":
      return `Must be a multiple of ${issue.divisor}.`;
    case "invalid_value":
      return choices(issue.values);
    case "invalid_union":
      return Array.isArray(issue.options) ? choices(issue.options) : "Doesn't have any of the allowed forms.";
    case "unrecognized_keys":
      return "There is no field with this name here.";
    case "invalid_key":
      return "This field name is not allowed here.";
    case "invalid_format":
      return "Doesn't have the required format.";
    default:
      return "Is not valid.";
  }
}

z.config({ customError: wordsOf });
