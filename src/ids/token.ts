/**
 * Bearer tokens: `trix_` and base32 of what the token stands for, and a MAC of 16 bytes over it. They verify themselves, so
 * that no call waits for a database; only the list of revoked ones comes from there.
 *
 * version 2 | scopes, 2 bytes | expiry in seconds since 1970, 4 bytes, 0 for none | name, 10 bytes | kind | subject, 10 bytes |
 * for one seat: game id, 15 bytes, and seat | MAC
 */

import type { Seat } from "../engine/index.ts";
import { decodeBase32, encodeBase32 } from "./base32.ts";
import { appBytes, appId, gameBytes, gameIdOfBytes, playerBytes, playerId, randomBytes } from "./ids.ts";
import { remembered } from "./remembered.ts";
import { maskOf, type Scope, scopesOf } from "./scopes.ts";
import { type Secret, seal, sealed } from "./seal.ts";

const PREFIX = "trix_";
const VERSION = 2;
const NAME_BYTES = 10,
  SUBJECT_AT = 18,
  SEAT_AT = 28,
  SEAT_BYTES = 16,
  MAC_BYTES = 16;
const LABEL = "trix-token/2";
const KINDS = ["player", "seat", "app"] as const;

/** What a token says. */
export interface Token {
  /** `tk_`: by what it is listed and revoked. */
  id: string;
  scopes: readonly Scope[];
  /** Milliseconds since 1970, whole seconds; `null` for never. */
  expiresAt: number | null;
  /** Whose it is: a player's (for `only` one seat of one game), or an app's. */
  bearer: { player: string; only: { game: string; seat: Seat } | null } | { app: string };
}

export const newTokenId = (): string => `tk_${encodeBase32(randomBytes(NAME_BYTES))}`;

/** The text of a token. */
export function makeToken(env: Secret, { id, scopes, expiresAt, bearer }: Token): string {
  const only = "app" in bearer ? null : bearer.only;
  const body = Buffer.alloc(only === null ? SEAT_AT : SEAT_AT + SEAT_BYTES);
  body[0] = VERSION;
  body.writeUInt16BE(maskOf(scopes), 1);
  body.writeUInt32BE(expiresAt === null ? 0 : Math.floor(expiresAt / 1000), 3);
  body.set(decodeBase32(id.slice(3))!, 7);
  body[17] = KINDS.indexOf("app" in bearer ? "app" : only === null ? "player" : "seat");
  body.set("app" in bearer ? appBytes(bearer.app)! : playerBytes(bearer.player)!, SUBJECT_AT);
  if (only !== null) {
    body.set(gameBytes(only.game)!, SEAT_AT);
    body[SEAT_AT + SEAT_BYTES - 1] = only.seat;
  }
  return PREFIX + encodeBase32(Buffer.concat([body, seal(env, LABEL, body).subarray(0, MAC_BYTES)]));
}

/** What a token says; `undefined` where this server did not make it. Whether it has expired or was revoked is not asked here. */
export const readToken = remembered((env, token): Token | undefined => {
  const bytes = token.startsWith(PREFIX) ? decodeBase32(token.slice(PREFIX.length)) : undefined;
  if (bytes === undefined || bytes[0] !== VERSION) return undefined;
  const kind = KINDS[bytes[17]];
  const size = kind === "seat" ? SEAT_AT + SEAT_BYTES : SEAT_AT;
  if (kind === undefined || bytes.length !== size + MAC_BYTES) return undefined;
  const body = Buffer.from(bytes.subarray(0, size));
  if (!sealed(env, bytes.subarray(size), LABEL, body)) return undefined;
  const seconds = body.readUInt32BE(3);
  const subject = body.subarray(SUBJECT_AT, SUBJECT_AT + 10);
  const only =
    kind === "seat"
      ? { game: gameIdOfBytes(body.subarray(SEAT_AT, SEAT_AT + 15)), seat: body[SEAT_AT + 15] as Seat }
      : null;
  return {
    id: `tk_${encodeBase32(body.subarray(7, 17))}`,
    scopes: scopesOf(body.readUInt16BE(1)),
    expiresAt: seconds === 0 ? null : seconds * 1000,
    bearer: kind === "app" ? { app: appId(subject) } : { player: playerId(subject), only },
  };
});
