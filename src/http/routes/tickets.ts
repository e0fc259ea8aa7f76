/** Tickets for streams, for browsers, whose streams cannot send a header. */

import { makeTicket, TICKET_MS } from "../../ids/ticket.ts";
import { instant } from "../../wire/instants.ts";
import { atGame } from "../access/call.ts";
import { json, operation } from "../exchange/operation.ts";
import { createRouter } from "../exchange/router.ts";
import { gameParams } from "../schemas/params.ts";
import { NewTicket } from "../schemas/stream.ts";

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

export const tickets = createRouter().answer(createTicket, atGame, async (call, c) => {
  const { player, credential, onlySeat = null } = call;
  const { app, token } = credential;
  const { ticket, expiresAt } = makeTicket(
    call.env,
    { game: call.game.id, player, app, onlySeat, mayAct: token.scopes.includes("games:play"), token },
    Date.now(),
  );
  return c.json({ ticket, expiresAt: instant(expiresAt) }, 201);
});
