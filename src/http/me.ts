/** What is the caller's alone: his own events, his days of vacation. */

import { z } from "@hono/zod-openapi";
import { negotiate } from "./accept.ts";
import { callerOf, credentialOf } from "./auth.ts";
import { refusal } from "./follower.ts";
import { askPlayer, dialPlayer } from "./objects.ts";
import { json, operation, tagged } from "./operation.ts";
import { fresh } from "./representation.ts";
import { createRouter } from "./router.ts";
import { type PlayerEvent, PlayerEventPage, Vacation } from "./schemas/inbox.ts";
import { queryInteger } from "./schemas/list.ts";
import { LastEventId, Prefer } from "./schemas/stream.ts";
import { sse, waited, waitOf } from "./stream.ts";

const FORMS = ["application/json", "text/event-stream"] as const;
const DEFAULT_EVENTS = 200,
  MOST_EVENTS = 1000;

const own = { access: "player", scope: "games:read" } as const;

const listPlayerEvents = operation({
  ...own,
  method: "get",
  path: "/v1/me/events",
  operationId: "listPlayerEvents",
  tags: ["Play"],
  problems: ["limit_reached", "player_unavailable"],
  summary: "Read or follow my events",
  description:
    "Returns events that only the caller can see, from all games: decisions that opened, and what happened to plans. They are in no game's log. You read and follow them like the events of a game: repeat the call with the `seq` of the last one; `Prefer: wait=25` waits for the next event; `Accept: text/event-stream` returns a stream. The stream ends with an event named `end` only when the token is no longer valid.",
  request: {
    headers: z.object({ Prefer, "Last-Event-ID": LastEventId }),
    query: z.object({
      after: queryInteger(0, 1e9, 0, "The `seq` of the last event that you know."),
      limit: queryInteger(1, MOST_EVENTS, DEFAULT_EVENTS, "The maximum number of events in a page."),
    }),
  },
  responses: {
    200: {
      description: "A page of events, oldest first, or a stream of events. Streams have no ETag.",
      headers: { ETag: { ...tagged(PlayerEventPage, "").headers.ETag, required: false } },
      content: {
        "application/json": { schema: PlayerEventPage },
        "text/event-stream": {
          schema: z.string().openapi({
            description:
              'Each `data` is a `PlayerEvent`. The `data` of `end` is `{"reason": "revoked", "version": 57}`.',
          }),
        },
      },
    },
  },
});

const getVacation = operation({
  ...own,
  method: "get",
  path: "/v1/me/vacation",
  operationId: "getVacation",
  tags: ["Players"],
  problems: ["player_unavailable"],
  summary: "Get my vacation",
  description:
    "Returns the caller's vacation days. If a game's clock has `vacation`, a day is used when the caller's time would run out. During its 24 hours, no other clock with `vacation` runs out on the caller either.",
  responses: { 200: json(Vacation, "The remaining vacation.") },
});

export const me = createRouter()
  .openapi(listPlayerEvents, async (c) => {
    const { after = 0, limit = DEFAULT_EVENTS } = c.req.valid("query");
    c.header("Vary", "Authorization, Trix-Act-As, Accept");
    const player = callerOf(c);
    if (negotiate(c.req.raw.headers.get("accept"), FORMS) === "text/event-stream") {
      const last = c.req.valid("header")["Last-Event-ID"] ?? "";
      return (await sse(c, {
        dial: dialPlayer(c, player, { counted: true }),
        after: last === "" ? after : Number(last),
        refused: refusal(c, credentialOf(c)!.token),
      })) as never;
    }
    const seconds = waitOf(c);
    const { data, version } =
      seconds > 0
        ? await waited(dialPlayer(c, player, { counted: true }), after, limit, seconds)
        : await askPlayer(c, player, (object) => object.entries(after, limit));
    return fresh(c, [version, player, "own"], { data: data as PlayerEvent[], version });
  })
  .openapi(getVacation, async (c) => {
    const player = callerOf(c);
    const { until, ...days } = await askPlayer(c, player, (object) => object.vacation());
    return c.json({ ...days, until: until === null ? null : new Date(until).toISOString() }, 200);
  });
