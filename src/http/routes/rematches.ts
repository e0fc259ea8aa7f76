/** Rematches: the next game at the same table. */

import type { Refused } from "../../game/types.ts";
import { DETAILS } from "../../labels/details/index.ts";
import { forbidden } from "../access/auth.ts";
import { atGame } from "../access/call.ts";
import { labelledFor } from "../exchange/language.ts";
import { json, operation } from "../exchange/operation.ts";
import { Problem } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { granted } from "../objects.ts";
import { GameView } from "../schemas/game.ts";
import { RematchRequest } from "../schemas/game-request.ts";
import { gameParams } from "../schemas/params.ts";
import { LOCATION } from "./games.ts";

const rematchGame = operation({
  method: "post",
  path: "/v1/games/{gameId}/rematch",
  operationId: "rematchGame",
  tags: ["Seats"],
  access: "player",
  scope: "games:play",
  budget: "games",
  problems: ["not_seated", "game_not_finished", "limit_reached"],
  summary: "Ask for a rematch",
  description:
    "Seats the caller in the next game at the same table. The first player who calls this creates it, which requires the scope `games:create` as well, with the same rules, clock and visibility, new deals, and house bots in the same seats. Each player's seat is kept for them until they call this too. A game has only one next game, no matter who calls this or how often. Players who forfeited can come back. A seat that changed hands goes to the player who had it at the end, or to its former player if they were about to take it back or if it was open. After the last match of a series, a new series of the same length begins. `you` is null in the response if the next game no longer has a seat for the caller.",
  request: { params: gameParams, body: { content: { "application/json": { schema: RematchRequest } } } },
  responses: {
    200: { ...json(GameView, "The next game, which already existed."), headers: LOCATION },
    201: { ...json(GameView, "The next game, created by this call."), headers: LOCATION },
  },
});

export const rematches = createRouter().answer(rematchGame, atGame, async (call, c) => {
  const { clientSeed } = c.req.valid("json");
  const mayCreate = call.credential.token.scopes.includes("games:create");
  const answer = await call.game.answer((object) => object.rematch(call.player, mayCreate), { repeatable: true });
  if (!answer.ok && (answer as Refused).code === "insufficient_scope")
    throw forbidden("games:create", DETAILS.first_rematch);
  const { next, made, sitter } = granted(answer);
  if (next === null) throw new Problem("game_unavailable", { headers: { "Retry-After": "1" } });
  const joined = await call
    .gameOf(next)
    .answer((object) => object.join(sitter, null, clientSeed ?? null), { repeatable: true });
  // Refused where it went on without them, or whoever runs the table gave their seat away: then they see what everybody sees.
  if (joined.game === null) throw new Problem("game_unavailable", { headers: { "Retry-After": "1" } });
  c.header("Location", `/v1/games/${next}`);
  return c.json(labelledFor(c, joined.game), made ? 201 : 200);
});
