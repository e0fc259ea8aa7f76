/** Ids of players and games: opaque, prefixed, unguessable (api.md section 1 row 9). */

import { decodeBase32, encodeBase32 } from "./base32.ts";
import type { Env } from "./env.ts";
import { seal, sealed } from "./seal.ts";

const RANDOM_BYTES = 10;
const GAME_MAC_BYTES = 5;
const GAME_LABEL = "trix-game-id/1";
const REPEAT_LABEL = "trix-idempotency/1";

export const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

/** The ten bytes of a player id, `undefined` for anything else. */
export function playerBytes(id: string): Uint8Array | undefined {
  const bytes = id.startsWith("pl_") ? decodeBase32(id.slice(3)) : undefined;
  return bytes?.length === RANDOM_BYTES ? bytes : undefined;
}

/** The player id of ten bytes. */
export const playerId = (bytes: Uint8Array): string => `pl_${encodeBase32(bytes)}`;

export const newPlayerId = (): string => playerId(randomBytes(RANDOM_BYTES));

const gameId = (env: Env, body: Uint8Array): string =>
  `gm_${encodeBase32(Buffer.concat([body, seal(env, GAME_LABEL, body).subarray(0, GAME_MAC_BYTES)]))}`;

export const newGameId = (env: Env): string => gameId(env, randomBytes(RANDOM_BYTES));

/** The id of the one game that this player's creating call under this idempotency key makes, however often it is sent. */
export const repeatableGameId = (env: Env, player: string, key: string): string =>
  gameId(env, seal(env, REPEAT_LABEL, player, "\0createGame\0", key).subarray(0, RANDOM_BYTES));

/** Whether this server made the id. An invented one is told without waking an object. */
export function isGameId(env: Env, id: string): boolean {
  const bytes = id.startsWith("gm_") ? decodeBase32(id.slice(3)) : undefined;
  return bytes?.length === RANDOM_BYTES + GAME_MAC_BYTES
    && sealed(env, bytes.subarray(RANDOM_BYTES), GAME_LABEL, bytes.subarray(0, RANDOM_BYTES));
}
