/** What is the caller's alone: his own events, his days of vacation. */

import { z } from "@hono/zod-openapi";
import { callerOf, credentialOf } from "../access/auth.ts";
import { refusal } from "../access/follower.ts";
import { negotiate } from "../exchange/accept.ts";
import { json, operation, tagged } from "../exchange/operation.ts";
import { fresh } from "../exchange/representation.ts";
import { createRouter } from "../exchange/router.ts";
import { sse, waited, waitOf } from "../live/stream.ts";
import { askPlayer, dialPlayer } from "../objects.ts";
import { type PlayerEvent, PlayerEventPage, Vacation } from "../schemas/inbox.ts";
import { queryInteger } from "../schemas/list.ts";
import { LastEventId, Prefer } from "../schemas/stream.ts";

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
  summary: "Read or follow my own events",
  description:
    "What is told to the caller alone, in all games: decisions that wait, and what became of plans. No log of a game has it. It is read and followed as the events of a game are: ask again with the `seq` of the last one; `Prefer: wait=25` waits for the next; `Accept: text/event-stream` is a stream, which ends by an event named `end` only when the token holds no longer.",
  request: {
    headers: z.object({ Prefer, "Last-Event-ID": LastEventId }),
    query: z.object({
      after: queryInteger(0, 1e9, 0, "The `seq` of the last event that is known."),
      limit: queryInteger(1, MOST_EVENTS, DEFAULT_EVENTS, "How many events at most, in a page."),
    }),
  },
  responses: {
    200: {
      description: "Events, oldest first; or a stream of events, without an ETag.",
      headers: { ETag: { ...tagged(PlayerEventPage, "").headers.ETag, required: false } },
      content: {
        "application/json": { schema: PlayerEventPage },
        "text/event-stream": {
          schema: z.string().openapi({
            description: 'Each `data` is a `PlayerEvent`; that of `end` is `{"reason": "revoked", "version": 57}`.',
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
  summary: "Read my vacation",
  description:
    "The caller's days of vacation. Where a game's clock has `vacation`, one is drawn when the caller's time would run out there, and for its 24 hours no other game's clock of that kind runs out on the caller either.",
  responses: { 200: json(Vacation, "What is left.") },
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
