/** The way from a request to an object, a game's, a player's or a webhook's, and back. */

import type { Context } from "hono";
import { backoff, callsOf } from "../durable/index.ts";
import type { Follow } from "../feed/frames.ts";
import type { GameFollower } from "../game/feed.ts";
import type { Answer, GameCalls, GameRefusal, Refused } from "../game/types.ts";
import type { PlayerCalls } from "../player/types.ts";
import type { WebhookAnswer, WebhookCalls } from "../webhook/types.ts";
import { VACATION_DAYS } from "../wire/bounds.ts";
import { overLimit } from "./access/budgets.ts";
import type { AppEnv } from "./exchange/env.ts";
import { Problem } from "./exchange/problem.ts";
import { dialBy } from "./live/dial.ts";
import type { Dial } from "./live/line.ts";
import { quietLine } from "./live/quiet.ts";

/** How often a call is repeated at most, and the longest pause before a repeat in milliseconds; each pause may be twice the last. */
const REPEATS = 3;
const FIRST_PAUSE_MS = 40;

/**
 * How the platform says that an object has no such call. While a new release goes out, a Worker can meet objects that still
 * run the one before, for seconds to minutes: nothing was done, and the call will go through a little later.
 */
const OLDER_OBJECT = /does not implement the method/;

/** Whether a call is repeated with a fresh stub where the platform says that it helps: the first one may have come through, so only what does no more the second time may be. */
interface Repeating {
  repeatable: boolean;
}

interface TransportError extends Error {
  retryable?: boolean;
  overloaded?: boolean;
  remote?: boolean;
}

/** Every object answers an opening request for its feed beside its calls. */
interface Followable {
  fetch(request: Request): Promise<Response>;
}

/** The object of one game. */
export class RemoteGame {
  readonly id: string;
  readonly #context: Context<AppEnv>;

  constructor(context: Context<AppEnv>, id: string) {
    this.#context = context;
    this.id = id;
  }

  /** What the game answers. Its refusals become problems with its fresh view. */
  async ask<T>(call: (game: GameCalls) => Promise<Answer<T>>, repeating: Repeating): Promise<{ ok: true } & T> {
    return granted(await this.answer(call, repeating));
  }

  /** The same for callers who make something of a refusal themselves. */
  async answer<T>(call: (game: GameCalls) => Promise<Answer<T>>, { repeatable }: Repeating): Promise<Answer<T>> {
    this.#context.set("hasAsked", true);
    const answer = await this.#reach<Answer<T>, GameCalls>(call, repeatable ? REPEATS : 0);
    // Where no game is, nobody has counted anything.
    if (!answer.ok && (answer as Refused).code === "game_not_found") this.#context.set("hasAsked", false);
    return answer;
  }

  /** How to open a line to the game, for who follows it. A ticket is good once, so that its opening is not repeated. */
  dial(follow: Omit<Follow<GameFollower>, "after">): Dial {
    const repeats = follow.ticket === undefined ? REPEATS : 0;
    return dialBy(
      (request) => this.#reach<Response, Followable>((game) => game.fetch(request.clone()), repeats),
      follow,
      "game_unavailable",
    );
  }

  #reach<T, C>(call: (game: C) => Promise<T>, repeats: number): Promise<T> {
    return reach(() => call(callsOf<C>(this.#context.env.GAMES, this.id)), {
      what: `game ${this.id}`,
      code: "game_unavailable",
      repeats,
    });
  }
}

/** What a game answered, where it did what was asked for; else its refusal is thrown as a problem. */
export function granted<T>(answer: Answer<T>): { ok: true } & T {
  if (answer.ok) return answer;
  throw refusalOf(answer as Refused);
}

/** A game's refusal as a problem. */
function refusalOf({ code, game, over }: Refused): Problem {
  if (over !== undefined) return overLimit(over, game);
  const after = RETRY_AFTER_S[code];
  return new Problem(code, { game, ...(after !== undefined && { headers: { "Retry-After": String(after) } }) });
}

/** After how many seconds what was refused may be tried again. */
const RETRY_AFTER_S: { [Code in GameRefusal]?: number } = { too_many_refusals: 60, player_unavailable: 1 };

/** What is asked of a player's object here: reading, which makes nothing. */
type PlayerReads = Pick<PlayerCalls, "decisions" | "closed" | "entries" | "vacation">;

/** What the object of somebody would say for whom nothing has ever happened. */
const NOBODY: PlayerReads = {
  decisions: async () => ({ data: [], more: false, version: 0, games: { waiting: 0, playing: 0 } }),
  closed: async () => {},
  entries: async () => ({ data: [], version: 0 }),
  vacation: async () => ({ daysAYear: VACATION_DAYS, daysLeft: VACATION_DAYS, until: null }),
};

/** The object of one player. All its calls may be repeated. It is woken only for somebody who is there. */
export class RemotePlayer {
  readonly id: string;
  readonly #context: Context<AppEnv>;
  readonly #isThere: () => Promise<boolean>;

  constructor(context: Context<AppEnv>, id: string, isThere: () => Promise<boolean>) {
    this.#context = context;
    this.id = id;
    this.#isThere = isThere;
  }

  /** What the object gives: it refuses nothing. */
  async ask<T>(call: (player: PlayerReads) => Promise<T>): Promise<T> {
    return (await this.#isThere()) ? this.#reach<T, PlayerReads>(call) : call(NOBODY);
  }

  /** How to open a line to the player's own log. `counted`: among the streams that a player may have open at a time. */
  dial({ counted }: { counted: boolean }): Dial {
    const dial = dialBy(
      (request) => this.#reach<Response, Followable>((player) => player.fetch(request.clone())),
      { who: null, counted: counted ? this.id : null },
      "player_unavailable",
    );
    return async (after, again) => ((await this.#isThere()) ? dial(after, again) : quietLine());
  }

  #reach<T, C>(call: (player: C) => Promise<T>): Promise<T> {
    return reach(() => call(callsOf<C>(this.#context.env.PLAYERS, this.id)), {
      what: `player ${this.id}`,
      code: "player_unavailable",
      repeats: REPEATS,
    });
  }
}

/** The object of one webhook. None of its calls does more the second time, but for `rotate`, whose first secret may be lost. */
export class RemoteWebhook {
  readonly id: string;
  readonly #context: Context<AppEnv>;

  constructor(context: Context<AppEnv>, id: string) {
    this.#context = context;
    this.id = id;
  }

  /** What the webhook answers. Its refusals become problems. */
  async ask<T>(call: (webhook: WebhookCalls) => Promise<WebhookAnswer<T>>): Promise<{ ok: true } & T> {
    const answer = await this.answer(call);
    if (!answer.ok) throw new Problem(answer.code);
    return answer;
  }

  /** The same for callers who make something of a refusal themselves. */
  answer<T>(call: (webhook: WebhookCalls) => Promise<WebhookAnswer<T>>): Promise<WebhookAnswer<T>> {
    return reach(() => call(callsOf<WebhookCalls>(this.#context.env.COURIERS, this.id)), {
      what: `webhook ${this.id}`,
      code: "game_unavailable",
      repeats: REPEATS,
    });
  }
}

/** Calls an object, again where that may help. A stub that has failed stays broken: each try makes one of its own. */
async function reach<T>(
  call: () => Promise<T>,
  { what, code, repeats }: { what: string; code: "game_unavailable" | "player_unavailable"; repeats: number },
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await call();
    } catch (error) {
      const { retryable, overloaded, message } = error as TransportError;
      const isOlder = OLDER_OBJECT.test(message);
      if (retryable !== true && overloaded !== true && !isOlder) throw error;
      if (overloaded === true || isOlder || tried > repeats) {
        console.warn(`${what} could not be reached: ${String(error)}`);
        throw new Problem(code, { headers: { "Retry-After": "1" } });
      }
      await scheduler.wait(backoff(tried, FIRST_PAUSE_MS));
    }
  }
}
