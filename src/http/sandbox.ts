/** Sandboxes: games in which a bot author can let a month pass, and see what his bot does when an answer gets lost. */

import { callerOf } from "./auth.ts";
import { labelledFor } from "./labels/view.ts";
import { askGame, gameIdOf } from "./objects.ts";
import { json, operation } from "./operation.ts";
import { createRouter } from "./router.ts";
import { GameView } from "./schemas/game.ts";
import { gameParams } from "./schemas/params.ts";
import { AdvanceRequest, Faults, FaultsRequest } from "./schemas/sandbox.ts";

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
  .openapi(advance, async (c) => {
    const { advanceMs } = c.req.valid("json");
    const caller = callerOf(c);
    const id = gameIdOf(c, c.req.valid("param").gameId);
    const { game } = await askGame(c, id, (object) => object.advance(caller, advanceMs), { repeatable: false });
    return c.json(labelledFor(c, game), 200);
  })
  .openapi(setFaults, async (c) => {
    const wished = c.req.valid("json");
    const caller = callerOf(c);
    const id = gameIdOf(c, c.req.valid("param").gameId);
    const { faults } = await askGame(c, id, (object) => object.setFaults(caller, wished), { repeatable: true });
    return c.json(faults, 200);
  });
