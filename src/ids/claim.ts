/** Claim codes: `trixclaim_` and base32 of the user's ten bytes, the second at which the code ends, and a MAC. They verify themselves. */

import { decodeBase32, encodeBase32 } from "./base32.ts";
import { playerBytes, playerId } from "./ids.ts";
import { type Secret, seal, sealed } from "./seal.ts";

const PREFIX = "trixclaim_";
const LABEL = "trix-claim/1";
const BODY_BYTES = 14,
  MAC_BYTES = 16;
/** How long a code is good for. */
const CLAIM_MS = 15 * 60_000;

/** A code by which `user` can be claimed; times in milliseconds. */
export function makeClaim(env: Secret, user: string, now: number): { code: string; expiresAt: number } {
  const end = Math.floor((now + CLAIM_MS) / 1000);
  const body = Buffer.alloc(BODY_BYTES);
  body.set(playerBytes(user)!);
  body.writeUInt32BE(end, 10);
  return {
    code: PREFIX + encodeBase32(Buffer.concat([body, seal(env, LABEL, body).subarray(0, MAC_BYTES)])),
    expiresAt: end * 1000,
  };
}

/** The user whom a code lets be claimed; `undefined` where this server did not make it or it has ended. */
export function readClaim(env: Secret, code: string, now: number): string | undefined {
  const bytes = code.startsWith(PREFIX) ? decodeBase32(code.slice(PREFIX.length)) : undefined;
  if (bytes?.length !== BODY_BYTES + MAC_BYTES) return undefined;
  const body = Buffer.from(bytes.subarray(0, BODY_BYTES));
  if (!sealed(env, bytes.subarray(BODY_BYTES), LABEL, body) || body.readUInt32BE(10) * 1000 <= now) return undefined;
  return playerId(body.subarray(0, 10));
}
