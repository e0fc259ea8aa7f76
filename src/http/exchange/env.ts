/** What the Worker is given by the platform, and what a request carries through its handlers. */

import type { Context } from "hono";
import type { Game } from "../../game/game.ts";
import type { Player } from "../../player/player.ts";
import type { Webhook } from "../../webhook/webhook.ts";
import type { Caller } from "../access/access.ts";

export interface Env {
  GAMES: DurableObjectNamespace<Game>;
  PLAYERS: DurableObjectNamespace<Player>;
  COURIERS: DurableObjectNamespace<Webhook>;
  DB: D1Database;
  /** The static files that are deployed beside the Worker. */
  ASSETS: Fetcher;
  /** Signs tokens and ids. Without it every call that needs one answers 500. */
  TOKEN_SECRET: string;
  /** Opens the operator's door (operator.ts), at least 32 characters. Without it there is none. */
  ADMIN_SECRET?: string;
  /** Counters of the budgets in access/budgets.ts. */
  LIMIT_ACCOUNTS: RateLimit;
  LIMIT_PUBLIC: RateLimit;
  LIMIT_CHECKS: RateLimit;
  LIMIT_REQUESTS: RateLimit;
  LIMIT_APPS: RateLimit;
  LIMIT_GAMES: RateLimit;
  LIMIT_WEBHOOKS: RateLimit;
  /** How far webhooks may call (`reachOf`): missing, `loopback` or `1`. */
  WEBHOOKS_PRIVATE?: string;
  /** Where people reach a server of one's own, without a trailing slash. Missing where the platform answers for the host of a request. */
  PUBLIC_URL?: string;
}

/** What a request carries through its handlers. */
interface Carried {
  requestId: string;
  caller: Caller;
  /** Whether a game was reached, which then counts the refusals itself. */
  hasAsked?: boolean;
  /** Whether the answer has the headers that every answer carries. */
  isEnveloped?: boolean;
}

/** The context type of every router. */
export interface AppEnv {
  Bindings: Env;
  Variables: Carried;
}

/** A request and its answer as handlers have them: without what the platform gives, which they reach by their call alone. */
export type Exchange<C = Context<AppEnv>> = Omit<C, "env">;
