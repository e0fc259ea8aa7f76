/** What is the caller's alone: his own events, his days of vacation. */

import { z } from "@hono/zod-openapi";
import { callerOf } from "./auth.ts";
import { askPlayer } from "./objects.ts";
import { json, operation, tagged } from "./operation.ts";
import { fresh } from "./representation.ts";
import { createRouter } from "./router.ts";
import { PlayerEventPage, Vacation } from "./schemas/inbox.ts";
import { queryInteger } from "./schemas/list.ts";

const DEFAULT_EVENTS = 200, MOST_EVENTS = 1000;

const own = { access: "player", scope: "games:read", problems: ["player_unavailable"] } as const;

const listPlayerEvents = operation({
  ...own, method: "get", path: "/v1/me/events", operationId: "listPlayerEvents", tags: ["Play"],
  summary: "Read my own events",
  description: "What is told to the caller alone, in all games: decisions that wait, and what became of plans. No log of a game has it. The sequence has no gaps: ask again with the `seq` of the last one.",
  request: {
    query: z.object({
      after: queryInteger(0, 1e9, 0, "The `seq` of the last event that is known."),
      limit: queryInteger(1, MOST_EVENTS, DEFAULT_EVENTS, "How many events at most."),
    }),
  },
  responses: { 200: tagged(PlayerEventPage, "Events, oldest first.") },
});

const getVacation = operation({
  ...own, method: "get", path: "/v1/me/vacation", operationId: "getVacation", tags: ["Players"],
  summary: "Read my vacation",
  description: "The caller's days of vacation. Where a game's clock has `vacation`, one is drawn when the caller's time would run out there, and for its 24 hours no other game's clock of that kind runs out on the caller either.",
  responses: { 200: json(Vacation, "What is left.") },
});

export const me = createRouter()
  .openapi(listPlayerEvents, async (c) => {
    const { after = 0, limit = DEFAULT_EVENTS } = c.req.valid("query");
    const player = callerOf(c);
    const page = await askPlayer(c, player, (object) => object.entries(after, limit));
    return fresh(c, [page.version, player, "own"], page);
  })
  .openapi(getVacation, async (c) => {
    const player = callerOf(c);
    const { until, ...days } = await askPlayer(c, player, (object) => object.vacation());
    return c.json({ ...days, until: until === null ? null : new Date(until).toISOString() }, 200);
  });
