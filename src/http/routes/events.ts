/** The events of a game: read a page at a time, waited for, or followed. */

import { asFollower } from "../access/follower.ts";
import { operation } from "../exchange/operation.ts";
import { createRouter } from "../exchange/router.ts";
import { answerLog, LogHeaders, LogQuery, logResponse } from "../live/log.ts";
import { EventPage, type GameEvent } from "../schemas/event.ts";
import { gameParams } from "../schemas/params.ts";
import { TicketQuery } from "../schemas/stream.ts";

const listEvents = operation({
  method: "get",
  path: "/v1/games/{gameId}/events",
  operationId: "listEvents",
  tags: ["Play"],
  access: "public",
  scope: "games:read",
  seatTokens: true,
  problems: ["limit_reached"],
  summary: "Read or follow events",
  description: [
    "The events after `after`, oldest first, as the caller may read them. The sequence has no gaps: ask again with the `seq` of the last one. With `Prefer: wait=25` the answer waits until there is one.",
    "With `Accept: text/event-stream` they are a stream of Server-Sent Events, those that there are and those to come: `id` is the `seq`, `data` the event as JSON, the event has no name. Comments every 15 seconds show that it lives. An EventSource comes back by itself and goes on where it stood; one that was opened by a ticket needs a new ticket, and `after`. When the game is over and everything has been sent, or when the token holds no longer, an event named `end` is the last one; who comes back all the same gets 204.",
  ].join("\n\n"),
  request: { params: gameParams, headers: LogHeaders, query: LogQuery.extend({ ticket: TicketQuery }) },
  responses: {
    200: logResponse(
      EventPage,
      "Events, and the version of the game; or a stream of events, without an ETag.",
      'Each `data` is a `GameEvent`; that of `end` is `{"reason": "over", "version": 57}`.',
    ),
    204: { description: "Asked for a stream: the game is over, and the caller has everything." },
  },
});

export const events = createRouter().answer(listEvents, asFollower, (call, c) => {
  const { player, onlySeat } = call.who;
  return answerLog<GameEvent>(
    c,
    {
      dial: call.dial,
      lapsed: () => call.lapsed(),
      read: (after, limit) =>
        call.game.ask((object) => object.events(player, after, limit, onlySeat), { repeatable: true }),
      // Which seat reads is not told here; a caller's token stands for it, as nothing else may be shown under the same tag.
      audience: [player ?? "public", `${onlySeat ?? "any"}`, "events"],
      streamOnly: call.byTicket,
    },
    c.req.valid("query"),
    c.req.valid("header")["Last-Event-ID"],
  );
});
