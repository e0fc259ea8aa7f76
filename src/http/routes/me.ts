/** What is the caller's alone: his own events, his days of vacation. */

import { instantOrNull } from "../../wire/instants.ts";
import { asPlayer } from "../access/call.ts";
import { json, operation } from "../exchange/operation.ts";
import { createRouter } from "../exchange/router.ts";
import { answerLog, LogHeaders, LogQuery, logResponse } from "../live/log.ts";
import { type PlayerEvent, PlayerEventPage, Vacation } from "../schemas/inbox.ts";

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
  request: { headers: LogHeaders, query: LogQuery },
  responses: {
    200: logResponse(
      PlayerEventPage,
      "Events, oldest first; or a stream of events, without an ETag.",
      'Each `data` is a `PlayerEvent`; that of `end` is `{"reason": "revoked", "version": 57}`.',
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
  summary: "Read my vacation",
  description:
    "The caller's days of vacation. Where a game's clock has `vacation`, one is drawn when the caller's time would run out there, and for its 24 hours no other game's clock of that kind runs out on the caller either.",
  responses: { 200: json(Vacation, "What is left.") },
});

export const me = createRouter()
  .answer(listPlayerEvents, asPlayer, (call, c) =>
    answerLog<PlayerEvent>(
      c,
      {
        dial: call.own.dial({ counted: true }),
        lapsed: () => call.lapsed(),
        read: (after, limit) => call.own.ask((object) => object.entries(after, limit)),
        audience: [call.player, "own"],
      },
      c.req.valid("query"),
      c.req.valid("header")["Last-Event-ID"],
    ),
  )
  .answer(getVacation, asPlayer, async ({ own }, c) => {
    const { until, ...days } = await own.ask((object) => object.vacation());
    return c.json({ ...days, until: instantOrNull(until) }, 200);
  });
