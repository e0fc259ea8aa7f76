/** What the Worker is given by the platform, and what a request carries through its handlers. */

import type { Game } from "../game/game.ts";

export interface Env {
  GAMES: DurableObjectNamespace<Game>;
  DB: D1Database;
  /** Signs tokens and ids. Without it every call that needs one answers 500. */
  TOKEN_SECRET: string;
}

/** The context type of every router. */
export interface AppEnv {
  Bindings: Env;
  Variables: { requestId: string };
}
