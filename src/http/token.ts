/**
 * Bearer tokens: `trix_` and base32 of a version byte, ten bytes that name the token, the ten bytes of its player's id, and
 * a MAC of 16 bytes over all of it. They verify themselves; nothing is stored.
 */

import { decodeBase32, encodeBase32 } from "./base32.ts";
import type { Env } from "./env.ts";
import { playerBytes, playerId, randomBytes } from "./ids.ts";
import { seal, sealed } from "./seal.ts";

const PREFIX = "trix_";
const VERSION = 1;
const NAME_BYTES = 10;
const BODY_BYTES = 21;
const MAC_BYTES = 16;
const LABEL = "trix-token/1";

/** A new token of that player. */
export function makeToken(env: Env, player: string): string {
  const body = Buffer.concat([Uint8Array.of(VERSION), randomBytes(NAME_BYTES), playerBytes(player)!]);
  return PREFIX + encodeBase32(Buffer.concat([body, seal(env, LABEL, body).subarray(0, MAC_BYTES)]));
}

/** The player id that a token stands for; `undefined` where this server did not make it. */
export function readToken(env: Env, token: string): string | undefined {
  const bytes = token.startsWith(PREFIX) ? decodeBase32(token.slice(PREFIX.length)) : undefined;
  if (bytes?.length !== BODY_BYTES + MAC_BYTES || bytes[0] !== VERSION) return undefined;
  const body = bytes.subarray(0, BODY_BYTES);
  return sealed(env, bytes.subarray(BODY_BYTES), LABEL, body) ? playerId(body.subarray(1 + NAME_BYTES)) : undefined;
}
