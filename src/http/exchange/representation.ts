/** Answers that can be asked for again: weak ETags, 304, and what caches may keep. */

import type { TypedResponse } from "hono";
import type { Exchange } from "./env.ts";

/** Changes whenever the same facts are told in another form, so that no client keeps an old one. */
const FORM = "1";

/**
 * Answers 200 with `body`, or 304 where the client has it already. `facts` name what the body is made of: a version, an
 * audience, a kind of representation. Only what the public may read can be kept by caches, and they must ask each time.
 */
export function fresh<T>(
  c: Exchange,
  facts: readonly (string | number)[],
  body: T,
): Response & TypedResponse<T, 200, "json"> {
  return (unchanged(c, facts) ?? c.json(body as never, 200)) as never;
}

/** The same for an answer in plain text. */
export function freshText(
  c: Exchange,
  facts: readonly (string | number)[],
  body: string,
): Response & TypedResponse<string, 200, "text"> {
  return (unchanged(c, facts) ?? c.text(body, 200)) as never;
}

/** The same for a page. */
export const freshPage = (c: Exchange, facts: readonly (string | number)[], body: string): Response =>
  unchanged(c, facts) ?? (c.html(body) as Response);

/** Sets the tag; gives the 304 where the client's own copy stands for the body. */
function unchanged(c: Exchange, facts: readonly (string | number)[]): Response | undefined {
  const tag = `W/"${[...facts, FORM].join(".")}"`;
  c.header("ETag", tag);
  if (c.req.raw.headers.get("authorization") === null) c.header("Cache-Control", "no-cache");
  return matches(c.req.raw.headers.get("if-none-match"), tag) ? c.body(null, 304) : undefined;
}

/** Weak comparison (RFC 9110 section 13.1.2). */
export const matches = (header: string | null, tag: string): boolean =>
  header !== null &&
  (header.trim() === "*" || header.split(",").some((each) => each.trim().replace(/^W\//, "") === tag.slice(2)));
