/** The real Worker, its game object counting the rows and bytes it writes. For the benchmark alone. */

import { Game as RealGame } from "../../src/game/game.ts";
import type { GameEnv } from "../../src/game/host.ts";
import app from "../../src/index.ts";

export { Courier, Player } from "../../src/index.ts";

export interface Written {
  objectRows: number;
  d1Rows: number;
  databaseBytes: number;
  alarms: number;
}

export class Game extends RealGame {
  readonly #written: Written;

  constructor(ctx: DurableObjectState, env: GameEnv) {
    const written: Written = { objectRows: 0, d1Rows: 0, databaseBytes: 0, alarms: 0 };
    const sql = ctx.storage.sql,
      exec = sql.exec.bind(sql);
    Object.defineProperty(sql, "exec", {
      value: (query: string, ...bindings: unknown[]) => {
        const cursor = exec(query, ...bindings);
        written.objectRows += cursor.rowsWritten;
        return cursor;
      },
    });
    const setAlarm = ctx.storage.setAlarm.bind(ctx.storage);
    Object.defineProperty(ctx.storage, "setAlarm", {
      value: (at: number) => {
        written.alarms++;
        return setAlarm(at);
      },
    });
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

/** The app, and beside it `/measured/{game}`, which tells what that game's object has written. */
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/measured/")) return app.fetch(request, env, context);
    return Response.json(await env.GAMES.getByName(pathname.slice(10)).written());
  },
} satisfies ExportedHandler<{ GAMES: DurableObjectNamespace<Game>; DB: D1Database; TOKEN_SECRET: string }>;
