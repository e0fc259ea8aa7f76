/** The way from a request to a game object and back. */

import type { Context } from "hono";
import type { Answer, GameCalls, Refused } from "../game/types.ts";
import type { AppEnv } from "./env.ts";
import { isGameId } from "./ids.ts";
import { Problem } from "./problem.ts";

/** How often a call is repeated at most, and the longest pause before a repeat in milliseconds; each pause may be twice the last. */
const REPEATS = 3;
const FIRST_PAUSE_MS = 40;

interface TransportError extends Error { retryable?: boolean; overloaded?: boolean; remote?: boolean }

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
  c: Context<AppEnv>, gameId: string, call: (game: GameCalls) => Promise<Answer<T>>, { repeatable }: { repeatable: boolean },
): Promise<{ ok: true } & T> {
  // A stub that has failed stays broken. The cast: what the platform makes of the types adds only its own wrappings.
  const answer = await reach(`game ${gameId}`, () => call(c.env.GAMES.getByName(gameId) as unknown as GameCalls), { repeatable });
  if (answer.ok) return answer;
  const { code, game } = answer as Refused;
  throw new Problem(code, { game, ...(code === "too_many_refusals" && { headers: { "Retry-After": "60" } }) });
}

/** Calls an object, by a fresh stub each time. `name` is for the log. */
export async function reach<T>(name: string, call: () => Promise<T>, { repeatable }: { repeatable: boolean }): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await call();
    } catch (error) {
      const { retryable, overloaded } = error as TransportError;
      if (retryable !== true && overloaded !== true) throw error;
      if (overloaded === true || tried >= (repeatable ? REPEATS : 0)) {
        console.warn(`${name} could not be reached: ${String(error)}`);
        throw new Problem("game_unavailable", { headers: { "Retry-After": "1" } });
      }
      await scheduler.wait(FIRST_PAUSE_MS * 2 ** tried * (0.5 + Math.random() / 2));
    }
  }
}
