/** Rematches: the next game at the same table. */

import { atGame } from "../access/call.ts";
import { labelledFor } from "../exchange/language.ts";
import { json, operation } from "../exchange/operation.ts";
import { Problem } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
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
  problems: ["not_seated", "game_not_finished"],
  summary: "Play again",
  description:
    "Sits down at the next game of the same table, which the first of its players who asks makes: the same rules, clock and visibility, new deals, house bots where they were, and for each player the seat that he had, kept until he asks too. A game has one next game, whoever asks and however often. Who gave the match up may come again; a seat that was open stays open. After the last match of a series a new series of as many begins. `you` is null in the answer where the next game has no seat for the caller any more.",
  request: { params: gameParams, body: { content: { "application/json": { schema: RematchRequest } } } },
  responses: {
    200: { ...json(GameView, "The next game, which was there already."), headers: LOCATION },
    201: { ...json(GameView, "The next game, which this call has made."), headers: LOCATION },
  },
});

export const rematches = createRouter().answer(rematchGame, atGame, async (call, c) => {
  const { clientSeed } = c.req.valid("json");
  const { next, made, sitter } = await call.game.ask((object) => object.rematch(call.player), { repeatable: true });
  if (next === null) throw new Problem("game_unavailable", { headers: { "Retry-After": "1" } });
  const joined = await call
    .gameOf(next)
    .answer((object) => object.join(sitter, null, clientSeed ?? null), { repeatable: true });
  // Refused where it went on without him, or somebody runs the table who gave his seat away: then he sees what all see.
  if (joined.game === null) throw new Problem("game_unavailable", { headers: { "Retry-After": "1" } });
  c.header("Location", `/v1/games/${next}`);
  return c.json(labelledFor(c, joined.game), made ? 201 : 200);
});
