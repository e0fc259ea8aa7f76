/** Votes against a standstill: to end a match, or to replace a silent player. */

import type { Seat } from "../../engine/index.ts";
import type { Vote } from "../../game/types.ts";
import { atGame } from "../access/call.ts";
import { labelledFor } from "../exchange/language.ts";
import { json, operation } from "../exchange/operation.ts";
import { createRouter } from "../exchange/router.ts";
import { GameView } from "../schemas/game.ts";
import { gameParams } from "../schemas/params.ts";
import { VoteRequest } from "../schemas/vote.ts";

const voting = {
  path: "/v1/games/{gameId}/vote",
  tags: ["Seats"] as [string],
  access: "player",
  scope: "games:play",
} as const;
const view = { 200: json(GameView, "The game as the caller sees it now.") };
const REFUSALS = ["game_not_started", "game_over", "not_seated", "seat_substituted"] as const;

const castVote = operation({
  ...voting,
  method: "put",
  operationId: "castVote",
  problems: [...REFUSALS, "not_replaceable"],
  summary: "Vote to end the match or to replace a player",
  description:
    "Casts your vote, or changes it. `abort`: the match ends without a result once every player who plays their own seat votes for it. If the game has a clock, that also requires that no house bot plays for a player who could come back. `replace`: in a game without a clock, a player who has left a decision open for 14 days is replaced once all others vote for it who play their own seats and are not silent themselves. A house bot then plays the seat, and `newcomers` says who can take it; nothing is forfeited, and the player can come back. House bots have no vote. Votes end when the deal is over, and a vote on a seat ends when it moves.",
  request: { params: gameParams, body: { required: true, content: { "application/json": { schema: VoteRequest } } } },
  responses: view,
});

const withdrawVote = operation({
  ...voting,
  method: "delete",
  operationId: "withdrawVote",
  problems: REFUSALS,
  summary: "Withdraw your vote",
  description: "Withdraws your vote. Without one, nothing changes.",
  request: { params: gameParams },
  responses: view,
});

/** A second vote is told apart from the first: in between it may have been carried. */
const ONCE = { repeatable: false };

export const votes = createRouter()
  .answer(castVote, atGame, async ({ game, player }, c) => {
    const asked = c.req.valid("json");
    const vote: Vote = asked.type === "abort" ? { type: "abort" } : { type: "replace", seat: asked.seat as Seat };
    const { game: seen } = await game.ask((object) => object.vote(player, vote), ONCE);
    return c.json(labelledFor(c, seen), 200);
  })
  .answer(withdrawVote, atGame, async ({ game, player }, c) => {
    const { game: seen } = await game.ask((object) => object.vote(player, null), ONCE);
    return c.json(labelledFor(c, seen), 200);
  });
