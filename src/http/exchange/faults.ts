/** What zod finds wrong with a request, as the faults of a problem document. */

import type { z } from "@hono/zod-openapi";
import { type Fault, faulty, type Problem } from "./problem.ts";
// Whoever tells of faults has their words.
import "./words.ts";

type Target = "json" | "query" | "param" | "header" | "form" | "cookie";
type Issue = z.core.$ZodIssue;

const PLACES: Record<Target, Fault["in"]> = {
  json: "body",
  form: "body",
  query: "query",
  param: "path",
  header: "header",
  cookie: "header",
};

const CODES: Partial<Record<Issue["code"], string>> = {
  invalid_type: "wrong_type",
  too_small: "out_of_range",
  too_big: "out_of_range",
  not_multiple_of: "out_of_range",
  invalid_format: "wrong_format",
  invalid_value: "not_a_choice",
  invalid_union: "not_a_choice",
  invalid_key: "unknown_field",
};

/** The problem that a failed validation stands for; `data` is what was validated. */
export function problemOfIssues(target: string, issues: readonly Issue[], data: unknown): Problem {
  const place = PLACES[target as Target];
  return faulty(issues.flatMap((issue) => faultsOf(issue, data).map((fault) => ({ in: place, ...fault }))));
}

/** The faults of the branch of a union that was meant: the one that got furthest, and of those the one with the fewest faults. */
function meant(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  return branches.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
}

function faultsOf(issue: Issue, data: unknown): Omit<Fault, "in">[] {
  const path = issue.path.map(String);
  // A union whose branches all failed at the value itself is told as one fault: it is none of what is allowed.
  if (issue.code === "invalid_union" && issue.errors.flat().some(({ path }) => path.length > 0))
    return meant(issue.errors).flatMap((each) =>
      faultsOf({ ...each, path: [...issue.path, ...each.path] } as Issue, data),
    );
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      pointer: pointerTo([...path, key]),
      code: "unknown_field",
      message: "There is no field with this name here.",
    }));
  }
  const pointer = pointerTo(path);
  if (
    (issue.code === "invalid_type" || issue.code === "invalid_value" || issue.code === "invalid_union") &&
    valueAt(data, issue.path) === undefined
  )
    return [{ pointer, code: "required", message: "This field is required." }];
  if (issue.code === "custom")
    return [{ pointer, code: String(issue.params?.code ?? "invalid"), message: issue.message }];
  return [{ pointer, code: CODES[issue.code] ?? "invalid", message: issue.message }];
}

/** A JSON pointer (RFC 6901). */
export const pointerTo = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path)
    value = typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
  return value;
}
