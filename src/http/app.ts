/** The app: every router, what all responses carry, and the one place that turns errors into problem documents. */

import { HTTPException } from "hono/http-exception";
import { HistoryUnavailable } from "../history/database.ts";
import { actions } from "./actions.ts";
import { apps } from "./apps.ts";
import { assets } from "./assets.ts";
import { limits } from "./bounds.ts";
import { catalogue } from "./catalogue.ts";
import { checks } from "./checks.ts";
import { decisions } from "./decisions.ts";
import { docsRouter } from "./docs.ts";
import { envelope, preflight } from "./envelope.ts";
import { games } from "./games.ts";
import { health } from "./health.ts";
import { home } from "./home.ts";
import { list } from "./list.ts";
import { log } from "./log.ts";
import { me } from "./me.ts";
import { methodsOf } from "./methods.ts";
import { plans } from "./plans.ts";
import { players } from "./players.ts";
import { Problem, problemResponse } from "./problem.ts";
import { rematches } from "./rematches.ts";
import { createRouter } from "./router.ts";
import { sandbox } from "./sandbox.ts";
import { seats } from "./seats.ts";
import { socket } from "./socket.ts";
import { specRouter } from "./spec.ts";
import { stats } from "./stats.ts";
import { tickets } from "./tickets.ts";
import { tokens } from "./tokens.ts";
import { webhooks } from "./webhooks.ts";

const app = createRouter();
app.use(
  envelope,
  preflight((path) => methodsAt(path)),
);
const routers = [
  home,
  health,
  specRouter(() => app),
  docsRouter(() => app),
  assets,
  players,
  tokens,
  apps,
  limits,
  catalogue,
  games,
  list,
  seats,
  rematches,
  sandbox,
  actions,
  decisions,
  me,
  plans,
  log,
  tickets,
  socket,
  webhooks,
  checks,
  stats,
];
for (const router of routers) app.route("/", router);
const methodsAt = methodsOf(app.routes);

app.notFound((c) => {
  const methods = methodsAt(c.req.path);
  return problemResponse(
    c,
    methods.length === 0
      ? new Problem("not_found")
      : new Problem("method_not_allowed", { headers: { Allow: methods.join(", ") } }),
  );
});

app.onError((error, c) => {
  const problem = problemOf(error);
  if (problem.code === "internal_error")
    console.error(`request ${c.get("requestId")}: ${error.stack ?? String(error)}`);
  if (problem.code === "history_unavailable") console.error(`request ${c.get("requestId")}: D1: ${error.message}`);
  return problemResponse(c, problem);
});

function problemOf(error: Error): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof HistoryUnavailable)
    return new Problem("history_unavailable", { headers: { "Retry-After": "5" } });
  // The router's own refusals, which the intake comes before: kept in the same form should it ever let one pass.
  if (error instanceof HTTPException && error.status === 415) return new Problem("unsupported_media_type");
  if (error instanceof HTTPException && error.status === 400) return new Problem("malformed_json");
  return new Problem("internal_error");
}

export { app };
