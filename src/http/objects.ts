/** The way from a request to an object, a game's or a player's, and back. */

import type { Context } from "hono";
import type { CourierCalls } from "../courier/types.ts";
import type { Follow } from "../feed/frames.ts";
import type { GameFollower } from "../game/feed.ts";
import type { Game } from "../game/game.ts";
import type { Answer, GameCalls, Refused } from "../game/types.ts";
import { isGameId } from "../ids/ids.ts";
import type { Player } from "../player/player.ts";
import type { PlayerCalls } from "../player/types.ts";
import type { AppEnv } from "./exchange/env.ts";
import { Problem, type ProblemCode } from "./exchange/problem.ts";
import { dialBy } from "./live/dial.ts";
import type { Dial } from "./live/line.ts";

/** How often a call is repeated at most, and the longest pause before a repeat in milliseconds; each pause may be twice the last. */
const REPEATS = 3;
const FIRST_PAUSE_MS = 40;

interface TransportError extends Error {
  retryable?: boolean;
  overloaded?: boolean;
  remote?: boolean;
}

/** The id in the path, if this server made it. Nothing is woken for an invented one. */
export function gameIdOf(c: Context<AppEnv>, gameId: string): string {
  if (!isGameId(c.env, gameId)) throw new Problem("game_not_found");
  return gameId;
}

/**
 * Calls a game object. Its refusals become problems with its fresh view. `repeatable` calls are repeated with a fresh stub
 * where the platform says that it helps: the first one may have come through, so only what does no more the second time
 * may be repeated.
 */
export async function askGame<T>(
  c: Context<AppEnv>,
  gameId: string,
  call: (game: GameCalls) => Promise<Answer<T>>,
  { repeatable }: { repeatable: boolean },
): Promise<{ ok: true } & T> {
  const answer = await answerOf(c, gameId, call, { repeatable });
  if (answer.ok) return answer;
  const { code, game } = answer as Refused;
  throw new Problem(code, { game, ...(code === "too_many_refusals" && { headers: { "Retry-After": "60" } }) });
}

/** The same for callers who make something of a refusal themselves. The cast: what the platform makes of the types adds only its own wrappings. */
export const answerOf = <T>(
  c: Context<AppEnv>,
  gameId: string,
  call: (game: GameCalls) => Promise<Answer<T>>,
  { repeatable }: { repeatable: boolean },
): Promise<Answer<T>> => reachGame(c, gameId, (game) => call(game as unknown as GameCalls), repeatable ? REPEATS : 0);

/** How to open a line to a game, for who follows it. A ticket is good once, so that its opening is not repeated. */
export const dialGame = (c: Context<AppEnv>, gameId: string, follow: Omit<Follow<GameFollower>, "after">): Dial =>
  dialBy(
    (request) => reachGame(c, gameId, (game) => game.fetch(request.clone()), follow.ticket === undefined ? REPEATS : 0),
    follow,
    "game_unavailable",
  );

/** Calls a player's own object. All its calls may be repeated. */
export const askPlayer = <T>(
  c: Context<AppEnv>,
  player: string,
  call: (object: PlayerCalls) => Promise<T>,
): Promise<T> => reachPlayer(c, player, (object) => call(object as unknown as PlayerCalls));

/** How to open a line to a player's own log. `counted`: among the streams that he may have open at a time. */
export const dialPlayer = (c: Context<AppEnv>, player: string, { counted }: { counted: boolean }): Dial =>
  dialBy(
    (request) => reachPlayer(c, player, (object) => object.fetch(request.clone())),
    { who: null, counted: counted ? player : null },
    "player_unavailable",
  );

// A stub that has failed stays broken: each try has one of its own.
const reachGame = <T>(
  c: Context<AppEnv>,
  gameId: string,
  call: (game: DurableObjectStub<Game>) => Promise<T>,
  repeats: number,
): Promise<T> =>
  reach(() => call(c.env.GAMES.getByName(gameId)), { what: `game ${gameId}`, code: "game_unavailable", repeats });
const reachPlayer = <T>(
  c: Context<AppEnv>,
  player: string,
  call: (object: DurableObjectStub<Player>) => Promise<T>,
): Promise<T> =>
  reach(() => call(c.env.PLAYERS.getByName(player)), {
    what: `player ${player}`,
    code: "player_unavailable",
    repeats: REPEATS,
  });

/** Calls the courier of a webhook. All its calls may be repeated. */
export const reachCourier = <T>(
  c: Context<AppEnv>,
  hook: string,
  call: (courier: CourierCalls) => Promise<T>,
): Promise<T> =>
  reach(() => call(c.env.COURIERS.getByName(hook) as unknown as CourierCalls), {
    what: `courier ${hook}`,
    code: "game_unavailable",
    repeats: REPEATS,
  });

async function reach<T>(
  call: () => Promise<T>,
  { what, code, repeats }: { what: string; code: ProblemCode; repeats: number },
): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await call();
    } catch (error) {
      const { retryable, overloaded } = error as TransportError;
      if (retryable !== true && overloaded !== true) throw error;
      if (overloaded === true || tried >= repeats) {
        console.warn(`${what} could not be reached: ${String(error)}`);
        throw new Problem(code, { headers: { "Retry-After": "1" } });
      }
      await scheduler.wait(FIRST_PAUSE_MS * 2 ** tried * (0.5 + Math.random() / 2));
    }
  }
}
