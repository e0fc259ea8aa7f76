/** Who calls: read from the Authorization header alone. */

import type { Context } from "hono";
import type { AppEnv } from "./env.ts";
import { Problem } from "./problem.ts";
import { readToken } from "./token.ts";

/** The caller's player id, or `null` without a token: the public. A wrong or malformed token is refused, never taken for the public. */
export function audienceOf(c: Context<AppEnv>): string | null {
  const header = c.req.raw.headers.get("authorization");
  if (header === null) return null;
  const token = /^bearer +(\S+) *$/i.exec(header)?.[1];
  const player = token === undefined ? undefined : readToken(c.env, token);
  if (player === undefined) throw unauthorized("This token is not one of this server. Send `Authorization: Bearer trix_...` with a token as POST /v1/players gave it.");
  return player;
}

/** The caller's player id, for calls that need one. */
export function callerOf(c: Context<AppEnv>): string {
  const player = audienceOf(c);
  if (player === null) throw unauthorized();
  return player;
}

/** The 401 problem; `detail` where the token itself is at fault. */
export const unauthorized = (detail?: string): Problem => new Problem("unauthorized", {
  detail,
  headers: { "WWW-Authenticate": detail === undefined ? 'Bearer realm="trix"' : 'Bearer realm="trix", error="invalid_token"' },
});
