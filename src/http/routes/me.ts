/** What is the caller's alone: their own events, their days of vacation. */

import { instantOrNull } from "../../wire/instants.ts";
import { asPlayer } from "../access/call.ts";
import { json, operation } from "../exchange/operation.ts";
import { createRouter } from "../exchange/router.ts";
import { answerLog, LogHeaders, LogQuery, logResponse } from "../live/log.ts";
import { Vacation } from "../schemas/inbox.ts";
import { type PlayerEvent, PlayerEventPage } from "../schemas/player-event.ts";

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
    "Returns the caller's own events from all games: what only they can see (decisions that opened or whose time runs out, and what happened to plans) and what happened at their tables (seats taken, kept or lost; games that started, ended or go on in another one). Each event is in the log once, and those of one game are in their order. You read and follow them like the events of a game: repeat the call with the `seq` of the last one; `Prefer: wait=25` waits for the next event; `Accept: text/event-stream` returns a stream. The stream ends with an event named `end` only when the token is no longer valid.",
  request: { headers: LogHeaders, query: LogQuery },
  responses: {
    200: logResponse(
      PlayerEventPage,
      "A page of events, oldest first, or a stream of events. Streams have no ETag.",
      'Each `data` is a `PlayerEvent`. The `data` of `end` is `{"reason": "revoked", "version": 57}`.',
    ),
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
  .answer(listPlayerEvents, asPlayer, (call, c) =>
    answerLog<PlayerEvent, object>(
      c,
      {
        dial: call.own.dial({ counted: true }),
        lapsed: () => call.lapsed(),
        read: (after, limit) => call.own.ask((object) => object.entries(after, limit)),
        audience: [call.player, "own"],
      },
      c.req.valid("query"),
      c.req.valid("header"),
    ),
  )
  .answer(getVacation, asPlayer, async ({ own }, c) => {
    const { until, ...days } = await own.ask((object) => object.vacation());
    return c.json({ ...days, until: instantOrNull(until) }, 200);
  });
