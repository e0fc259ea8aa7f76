/** The app: every router, what all responses carry, and the one place that turns errors into problem documents. */

import { HTTPException } from "hono/http-exception";
import { HistoryUnavailable } from "../history/database.ts";
import { envelope, preflight } from "./exchange/envelope.ts";
import { methodsOf } from "./exchange/methods.ts";
import { Problem, problemResponse } from "./exchange/problem.ts";
import { createRouter } from "./exchange/router.ts";
import { answerOperator } from "./operator.ts";
import { assets } from "./pages/assets.ts";
import { docsRouter } from "./pages/docs.ts";
import { pageNotFound } from "./pages/not-found.ts";
import { specRouter } from "./pages/spec.ts";
import { actions } from "./routes/actions.ts";
import { apps } from "./routes/apps.ts";
import { catalogue } from "./routes/catalogue.ts";
import { checks } from "./routes/checks.ts";
import { decisions } from "./routes/decisions.ts";
import { events } from "./routes/events.ts";
import { games } from "./routes/games.ts";
import { health } from "./routes/health.ts";
import { limits } from "./routes/limits.ts";
import { list } from "./routes/list.ts";
import { me } from "./routes/me.ts";
import { plans } from "./routes/plans.ts";
import { players } from "./routes/players.ts";
import { records } from "./routes/records.ts";
import { rematches } from "./routes/rematches.ts";
import { sandbox } from "./routes/sandbox.ts";
import { seats } from "./routes/seats.ts";
import { socket } from "./routes/socket.ts";
import { start } from "./routes/start.ts";
import { stats } from "./routes/stats.ts";
import { tickets } from "./routes/tickets.ts";
import { tokens } from "./routes/tokens.ts";
import { votes } from "./routes/votes.ts";
import { webhooks } from "./routes/webhooks.ts";

const app = createRouter().hono;
app.use(
  envelope,
  preflight((path) => methodsAt(path)),
);
const routers = [
  health,
  specRouter(() => app),
  docsRouter(() => app),
  assets,
  start,
  players,
  tokens,
  apps,
  limits,
  catalogue,
  games,
  list,
  seats,
  votes,
  rematches,
  sandbox,
  actions,
  decisions,
  me,
  plans,
  events,
  records,
  tickets,
  socket,
  webhooks,
  checks,
  stats,
];
for (const { hono } of routers) app.route("/", hono);
const methodsAt = methodsOf(app.routes);

app.notFound(async (c) => {
  const answered = await answerOperator(c);
  if (answered !== null) return answered;
  const methods = methodsAt(c.req.path);
  const page = methods.length > 0 ? null : pageNotFound(c, (path) => methodsAt(path).includes("GET"));
  if (page !== null) return page;
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
