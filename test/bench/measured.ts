/** The real Worker, its objects counting the rows and bytes they write. For the benchmark alone. */

import { Game as RealGame } from "../../src/game/game.ts";
import type { GameEnv } from "../../src/game/host.ts";
import app from "../../src/index.ts";
import type { PlayerEnv } from "../../src/player/player.ts";
import { Player as RealPlayer } from "../../src/player/player.ts";

export { Courier } from "../../src/index.ts";

export interface Written {
  objectRows: number;
  d1Rows: number;
  databaseBytes: number;
  alarms: number;
}

/** Counts from now on what is written to this storage. */
function counted({ storage }: DurableObjectState): Written {
  const written: Written = { objectRows: 0, d1Rows: 0, databaseBytes: 0, alarms: 0 };
  const exec = storage.sql.exec.bind(storage.sql);
  const setAlarm = storage.setAlarm.bind(storage);
  Object.defineProperty(storage.sql, "exec", {
    value: (query: string, ...bindings: unknown[]) => {
      const cursor = exec(query, ...bindings);
      written.objectRows += cursor.rowsWritten;
      return cursor;
    },
  });
  Object.defineProperty(storage, "setAlarm", {
    value: (at: number) => {
      written.alarms++;
      return setAlarm(at);
    },
  });
  return written;
}

export class Game extends RealGame {
  readonly #written: Written;

  constructor(ctx: DurableObjectState, env: GameEnv) {
    const written = counted(ctx);
    const batch = env.DB.batch.bind(env.DB);
    super(ctx, {
      ...env,
      DB: Object.assign(Object.create(env.DB) as D1Database, {
        prepare: env.DB.prepare.bind(env.DB),
        batch: async (statements: D1PreparedStatement[]) => {
          const results = await batch(statements);
          for (const result of results) written.d1Rows += result.meta.rows_written;
          return results;
        },
      }),
    });
    this.#written = written;
  }

  written(): Written {
    return { ...this.#written, databaseBytes: this.ctx.storage.sql.databaseSize };
  }
}

export class Player extends RealPlayer {
  readonly #written: Written;

  constructor(ctx: DurableObjectState, env: PlayerEnv) {
    const written = counted(ctx);
    super(ctx, env);
    this.#written = written;
  }

  written(): Written {
    return { ...this.#written, databaseBytes: this.ctx.storage.sql.databaseSize };
  }
}

/** The app, and beside it `/measured/{id}`, which tells what the object of that game or player has written. */
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/measured/")) return app.fetch(request, env, context);
    const id = pathname.slice(10);
    const object = id.startsWith("pl_") ? env.PLAYERS.getByName(id) : env.GAMES.getByName(id);
    return Response.json(await object.written());
  },
} satisfies ExportedHandler<{
  GAMES: DurableObjectNamespace<Game>;
  PLAYERS: DurableObjectNamespace<Player>;
  DB: D1Database;
  TOKEN_SECRET: string;
}>;
