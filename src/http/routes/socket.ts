/** A game over one WebSocket: its events as they come, and actions the other way. Held here; the object sleeps while nothing happens. */

import { z } from "@hono/zod-openapi";
import { asFollower } from "../access/follower.ts";
import { languageOf } from "../exchange/language.ts";
import { json, operation } from "../exchange/operation.ts";
import { Problem } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { Session } from "../live/session.ts";
import { queryInteger } from "../schemas/list.ts";
import { gameParams } from "../schemas/params.ts";
import { SocketMessage, TicketQuery } from "../schemas/stream.ts";

const openSocket = operation({
  method: "get",
  path: "/v1/games/{gameId}/socket",
  operationId: "openSocket",
  tags: ["Play"],
  access: "public",
  scope: "games:read",
  seatTokens: true,
  problems: ["upgrade_required", "limit_reached"],
  summary: "Follow and play over a WebSocket",
  description: [
    "A WebSocket that sends the events after `after`, those that there are and those to come, as the caller may read them. Every message is JSON in a text frame; the server's are each a `SocketMessage`, by `type`: `event`, `acted`, `refused`, `heartbeat`, `end`.",
    'With a token that may play, a client can act: it sends an `ActionRequest` with an `id` of its own, at most 64 characters, `{"id": "1", "action": "p:7H", "decision": "57"}`, and gets `acted` or `refused` with the same `id` and the same content as from the call. The text `ping` is answered with the text `pong`.',
    "A socket that closes without an `end` was cut: open another with `after` set to the `seq` of the last event. Several sockets of one token do not disturb each other.",
  ].join("\n\n"),
  request: {
    params: gameParams,
    query: z.object({
      after: queryInteger(0, 1e9, 0, "The `seq` of the last event that is known."),
      ticket: TicketQuery,
    }),
  },
  responses: { 101: json(SocketMessage, "The socket is open; this is what its messages are.") },
});

export const socket = createRouter().answer(openSocket, asFollower, async (call, c) => {
  const { after = 0 } = c.req.valid("query");
  if (c.req.raw.headers.get("upgrade")?.toLowerCase() !== "websocket")
    throw new Problem("upgrade_required", { headers: { Upgrade: "websocket" } });
  const { 0: theirs, 1: ours } = new WebSocketPair();
  const requestId = c.get("requestId");
  const { dial, who } = call;
  const client = { who, language: languageOf(c), requestId };
  await new Session(ours, client, { dial, after, lapsed: () => call.lapsed() }).open();
  return new Response(null, { status: 101, webSocket: theirs, headers: { "X-Request-Id": requestId } }) as never;
});
