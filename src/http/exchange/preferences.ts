/** What a client would rather have (RFC 7240): how long an answer may wait, and how much of one is wanted. */

import type { Exchange } from "./env.ts";

/** The longest that an answer waits, in seconds. */
export const MOST_WAIT = 60;

/** A preference: its name, and what it is set to. */
const PREFERENCE = /^([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]*)))?$/;

/** The beginning of what means to be `wait`. */
const WAIT = /^wait(?![\w!#$%&'*+.^`|~-])/i;

/** What a client should have written. */
export const WAIT_HINT = "To wait for an event, send the header `Prefer: wait=25`, with whole seconds.";

// Commas and semicolons in quotes are text.
const partsOf = (header: string | null): string[] =>
  (header?.match(/(?:[^,;"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []).map((part) => part.trim());

/**
 * Whether a header asks to wait in a form that is no preference at all, as `wait 25`. RFC 7240 has a server leave alone the
 * preferences that it cannot honour; this is none, and whoever sent it would be answered at once, again and again.
 */
export const isWaitMiswritten = (header: string | null): boolean =>
  partsOf(header).some((part) => WAIT.test(part) && !PREFERENCE.test(part));

/**
 * The preferences of a `Prefer` header by their names in lower case. Of a name that is there twice the first counts; what is
 * none is left out. Parameters are taken for preferences: no preference that is known here has any, and some clients write a
 * semicolon between two.
 */
export function readPreferences(header: string | null): Map<string, string> {
  const preferences = new Map<string, string>();
  for (const part of partsOf(header)) {
    const [, name, quoted, token = ""] = PREFERENCE.exec(part) ?? [];
    if (name === undefined || preferences.has(name.toLowerCase())) continue;
    preferences.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? token);
  }
  return preferences;
}

const wished = (c: Exchange, name: string): string | undefined =>
  readPreferences(c.req.raw.headers.get("prefer")).get(name);

/** How long the answer may wait, in whole seconds: 0 where it shall not, and never more than there is. The answer then says so. */
export function waitOf(c: Exchange): number {
  const wish = wished(c, "wait") ?? "";
  const seconds = /^\d+$/.test(wish) ? Math.min(Number(wish), MOST_WAIT) : 0;
  if (seconds > 0) c.header("Preference-Applied", `wait=${seconds}`);
  return c.req.raw.method === "HEAD" ? 0 : seconds;
}

/** Whether the client does without what an answer would show: what has become of the call is enough. */
export const wantsMinimal = (c: Exchange): boolean => wished(c, "return") === "minimal";
