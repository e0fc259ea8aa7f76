/** The yardstick of the benchmark: the least a Hono route and a Durable Object can do, one row inserted a call. */

import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";

interface Env {
  GAMES: DurableObjectNamespace<Game>;
  DB: D1Database;
}

/** Named like the real class, so that the same wrangler.toml serves both. */
export class Game extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT");
  }

  insert(body: string): number {
    return this.ctx.storage.sql.exec<{ seq: number }>("INSERT INTO log (body) VALUES (?) RETURNING seq", body).one()
      .seq;
  }
}

/** The configuration names them. */
export class Player extends DurableObject<Env> {}
export class Courier extends DurableObject<Env> {}

const app = new Hono<{ Bindings: Env }>();
app.get("/healthz", (c) => c.json({ status: "ok" }));
app.post("/v1/games/:id/actions", async (c) => {
  const body = await c.req.json<{ action: string }>();
  return c.json({ seq: await c.env.GAMES.getByName(c.req.param("id")).insert(body.action) });
});

export default app;
