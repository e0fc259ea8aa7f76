/** Where people reach this server. */

import type { Context } from "hono";
import type { AppEnv } from "./env.ts";

/**
 * The address of this server without a trailing slash, safe to print in a page: the configured one, or else the one that the
 * request names, in which case the answer says that it varies by that.
 */
export function originOf(c: Context<AppEnv>): string {
  const configured = c.env.PUBLIC_URL;
  if (configured !== undefined) return escaped(configured);
  c.header("Vary", "Host", { append: true });
  return escaped(new URL(c.req.url).origin);
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
