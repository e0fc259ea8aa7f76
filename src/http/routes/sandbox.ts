/** Sandboxes: games in which a bot author can let a month pass, and see what the bot does when an answer gets lost. */

import { atGame } from "../access/call.ts";
import { labelledFor } from "../exchange/language.ts";
import { json, operation } from "../exchange/operation.ts";
import { createRouter } from "../exchange/router.ts";
import { GameView } from "../schemas/game.ts";
import { gameParams } from "../schemas/params.ts";
import { AdvanceRequest, Faults, FaultsRequest } from "../schemas/sandbox.ts";

const own = {
  tags: ["Sandbox"] as [string],
  access: "player",
  scope: "games:create",
  problems: ["not_creator", "not_sandbox"],
} as const;

const advance = operation({
  ...own,
  method: "post",
  path: "/v1/games/{gameId}/sandbox/clock",
  operationId: "advanceClock",
  summary: "Advance time",
  description:
    "Advances time in a sandbox. Only its creator can do this. Each deadline passed on the way is enforced at its own time, as if that time had really elapsed.",
  request: {
    params: gameParams,
    body: { required: true, content: { "application/json": { schema: AdvanceRequest } } },
  },
  responses: { 200: json(GameView, "The game as the caller sees it afterwards.") },
});

const setFaults = operation({
  ...own,
  method: "put",
  path: "/v1/games/{gameId}/sandbox/faults",
  operationId: "setFaults",
  summary: "Inject faults",
  description:
    "Chooses what should go wrong in a sandbox: responses that get lost after the action has counted, webhooks that arrive twice or late, streams that close. Only its creator can do this. A client that survives these faults will survive the real ones.",
  request: { params: gameParams, body: { required: true, content: { "application/json": { schema: FaultsRequest } } } },
  responses: { 200: json(Faults, "The faults that have yet to occur.") },
});

export const sandbox = createRouter()
  .answer(advance, atGame, async ({ game, player }, c) => {
    const { advanceMs } = c.req.valid("json");
    const { game: seen } = await game.ask((object) => object.advance(player, advanceMs), { repeatable: false });
    return c.json(labelledFor(c, seen), 200);
  })
  .answer(setFaults, atGame, async ({ game, player }, c) => {
    const wished = c.req.valid("json");
    const { faults } = await game.ask((object) => object.setFaults(player, wished), { repeatable: true });
    return c.json(faults, 200);
  });
