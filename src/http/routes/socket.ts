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
    "Opens a WebSocket that sends the events after `after`, both existing and new, as the caller may see them. Every message is JSON in a text frame. Each message from the server is a `SocketMessage` with one of these `type`s: `event`, `awaiting`, `acted`, `refused`, `heartbeat`, `end`.",
    'With a token that may play, a client can act. It sends an `ActionRequest` with an `id` of its choice, at most 64 characters, such as `{"id": "1", "action": "p:7H", "decision": "57"}`. The reply is `acted` or `refused` with the same `id` and the same content as the HTTP call. The server answers the text `ping` with the text `pong`.',
    "A connection that closes without an `end` was interrupted. Open a new one with `after` set to the `seq` of the last event. Several connections can use the same token independently.",
  ].join("\n\n"),
  request: {
    params: gameParams,
    query: z.object({
      after: queryInteger(0, 1e9, 0, "The `seq` of the last event that you know."),
      ticket: TicketQuery,
    }),
  },
  responses: { 101: json(SocketMessage, "The connection is open. This is the format of its messages.") },
});

export const socket = createRouter().answer(openSocket, asFollower, async (call, c) => {
  const { after = 0 } = c.req.valid("query");
  if (c.req.raw.headers.get("upgrade")?.toLowerCase() !== "websocket")
    throw new Problem("upgrade_required", { headers: { Upgrade: "websocket" } });
  const { 0: theirs, 1: ours } = new WebSocketPair();
  const requestId = c.get("requestId");
  const { dial, who, token } = call;
  const client = { who, token, game: call.game.id, language: languageOf(c), requestId };
  await new Session(ours, client, { dial, after, lapsed: () => call.lapsed() }).open();
  return new Response(null, { status: 101, webSocket: theirs, headers: { "X-Request-Id": requestId } }) as never;
});
