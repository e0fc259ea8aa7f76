/** Ids of players, games and webhooks: opaque, prefixed, unguessable (docs/api.md section 1 row 9). */

import { decodeBase32, encodeBase32 } from "./base32.ts";
import { remembered } from "./remembered.ts";
import { type Secret, seal, sealed } from "./seal.ts";

const RANDOM_BYTES = 10;
const MAC_BYTES = 5;
const GAME_LABEL = "trix-game-id/1";
const HOOK_LABEL = "trix-hook-id/1";
const REPEAT_LABEL = "trix-idempotency/1";
const NEXT_LABEL = "trix-next-game/1";
const USER_LABEL = "trix-app-user/1";

export const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

/** The bytes of an id with that prefix, `undefined` for anything else. */
function bytesOf(prefix: string, id: string, length = RANDOM_BYTES): Uint8Array | undefined {
  const bytes = id.startsWith(prefix) ? decodeBase32(id.slice(prefix.length)) : undefined;
  return bytes?.length === length ? bytes : undefined;
}

export const playerBytes = (id: string): Uint8Array | undefined => bytesOf("pl_", id);
export const playerId = (bytes: Uint8Array): string => `pl_${encodeBase32(bytes)}`;
export const newPlayerId = (): string => playerId(randomBytes(RANDOM_BYTES));

export const appBytes = (id: string): Uint8Array | undefined => bytesOf("ap_", id);
export const appId = (bytes: Uint8Array): string => `ap_${encodeBase32(bytes)}`;
export const newAppId = (): string => appId(randomBytes(RANDOM_BYTES));

/** The player that a user of an app is: it follows from the app and the user's identity there, so that nothing needs to be looked up. */
export const userId = (env: Secret, app: string, identity: string): string =>
  playerId(seal(env, USER_LABEL, app, "\0", identity).subarray(0, RANDOM_BYTES));

const gameId = (env: Secret, body: Uint8Array): string =>
  gameIdOfBytes(Buffer.concat([body, seal(env, GAME_LABEL, body).subarray(0, MAC_BYTES)]));

export const newGameId = (env: Secret): string => gameId(env, randomBytes(RANDOM_BYTES));

/** The id of the one game that this player's creating call under this idempotency key makes, however often it is sent. */
export const repeatableGameId = (env: Secret, player: string, key: string): string =>
  gameId(env, seal(env, REPEAT_LABEL, player, "\0createGame\0", key).subarray(0, RANDOM_BYTES));

/** The id of the one game that follows on another at the same table: it follows from the other's, so that no game can have two. */
export const nextGameId = (env: Secret, previous: string): string =>
  gameId(env, seal(env, NEXT_LABEL, previous).subarray(0, RANDOM_BYTES));

/** The 15 bytes of a game id, its MAC among them; whether that is right is not asked. */
export const gameBytes = (id: string): Uint8Array | undefined => bytesOf("gm_", id, RANDOM_BYTES + MAC_BYTES);
export const gameIdOfBytes = (bytes: Uint8Array): string => `gm_${encodeBase32(bytes)}`;

/** Whether this server made the id. An invented one is told without waking an object. */
export const isGameId = remembered((env, id): boolean => {
  const bytes = gameBytes(id);
  return bytes !== undefined && sealed(env, bytes.subarray(RANDOM_BYTES), GAME_LABEL, bytes.subarray(0, RANDOM_BYTES));
});

const hookMac = (game: string, player: string, body: Uint8Array): [string, string, string, Uint8Array] => [
  `${game}\0`,
  player,
  "\0",
  body,
];

/** A new webhook of this player and game. */
export function newHookId(env: Secret, game: string, player: string): string {
  const body = randomBytes(RANDOM_BYTES);
  return `wh_${encodeBase32(Buffer.concat([body, seal(env, HOOK_LABEL, ...hookMac(game, player, body)).subarray(0, MAC_BYTES)]))}`;
}

/** Whether this server made the id for a webhook of this player and game. */
export function isHookId(env: Secret, id: string, game: string, player: string): boolean {
  const bytes = bytesOf("wh_", id, RANDOM_BYTES + MAC_BYTES);
  return (
    bytes !== undefined &&
    sealed(env, bytes.subarray(RANDOM_BYTES), HOOK_LABEL, ...hookMac(game, player, bytes.subarray(0, RANDOM_BYTES)))
  );
}
