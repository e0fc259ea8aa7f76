/** Tickets for streams, for browsers, whose streams cannot send a header. */

import { callerOf, credentialOf, onlySeatOf } from "./auth.ts";
import { gameIdOf } from "./objects.ts";
import { json, operation } from "./operation.ts";
import { createRouter } from "./router.ts";
import { gameParams } from "./schemas/params.ts";
import { NewTicket } from "./schemas/stream.ts";
import { makeTicket, TICKET_MS } from "./ticket.ts";

const createTicket = operation({
  method: "post",
  path: "/v1/games/{gameId}/tickets",
  operationId: "createTicket",
  tags: ["Play"],
  access: "player",
  scope: "games:read",
  seatTokens: true,
  problems: [],
  summary: "Create a stream ticket",
  description: `Creates a ticket that opens one stream of this game, sent as \`?ticket=\`. It is for browsers, whose EventSource and WebSocket can't send a token. The ticket has the rights of the token of this call and is valid for ${TICKET_MS / 1000} seconds and one stream. The stream ends when the token is revoked.`,
  request: { params: gameParams },
  responses: { 201: json(NewTicket, "The ticket.") },
});

export const tickets = createRouter().openapi(createTicket, async (c) => {
  const player = callerOf(c);
  const { app, token } = credentialOf(c)!;
  const { gameId } = c.req.valid("param");
  const onlySeat = onlySeatOf(c, gameId) ?? null;
  const game = gameIdOf(c, gameId);
  const { ticket, expiresAt } = makeTicket(
    c.env,
    { game, player, app, onlySeat, mayAct: token.scopes.includes("games:play"), token },
    Date.now(),
  );
  return c.json({ ticket, expiresAt: new Date(expiresAt).toISOString() }, 201);
});
