/** The events of a game: read a page at a time, waited for, or followed. */

import type { AwaitingView } from "../../game/types.ts";
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
    "Returns the events after `after`, oldest first, as the caller may see them. The sequence has no gaps. `awaiting` says who must act now. To get the next events, repeat the call with the `seq` of the last one. With `Prefer: wait=25`, the response waits for an event.",
    "With `Accept: text/event-stream`, you get a stream of Server-Sent Events, both existing and new. `id` is the `seq`, `data` is the event as JSON, and the event has no name. An event named `awaiting`, with no `id` of its own, says who must act as of the last event; it is sent at the start and after each change. A comment every 15 seconds is the heartbeat. An EventSource reconnects and resumes automatically. One that was opened with a ticket needs a new ticket and `after`. When the game is over and everything has been sent, or when the token is no longer valid, the last event is named `end`. If the client reconnects anyway, it gets 204.",
  ].join("\n\n"),
  request: { params: gameParams, headers: LogHeaders, query: LogQuery.extend({ ticket: TicketQuery }) },
  responses: {
    200: logResponse(
      EventPage,
      "A page of events with the version of the game, or a stream of events. Streams have no ETag.",
      'Each `data` is a `GameEvent`. The `data` of `awaiting` is `{"version": 57, "awaiting": {...}}`, an `Awaiting` or null. The `data` of `end` is `{"reason": "over", "version": 57}`.',
    ),
    204: { description: "For a stream: the game is over, and the caller has received everything." },
  },
});

export const events = createRouter().answer(listEvents, asFollower, (call, c) => {
  const { player, onlySeat } = call.who;
  return answerLog<GameEvent, { awaiting: AwaitingView | null }>(
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
    c.req.valid("header"),
  );
});
