/** Seats: joining, leaving, resigning, pausing, and what the creator does with seats. */

import type { Seat } from "../../engine/index.ts";
import type { GameCalls } from "../../game/types.ts";
import { LONGEST_PAUSE_MS } from "../../wire/pauses.ts";
import { atGame, type GameCall } from "../access/call.ts";
import type { Exchange } from "../exchange/env.ts";
import { labelledFor } from "../exchange/language.ts";
import { json, operation } from "../exchange/operation.ts";
import { faulty } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { SeatBotRequest } from "../schemas/bot.ts";
import { PauseRequest } from "../schemas/clock.ts";
import { GameView } from "../schemas/game.ts";
import { JoinRequest } from "../schemas/game-request.ts";
import { gameParams, seatParams } from "../schemas/params.ts";
import { accountsOf, cardOf } from "./accounts.ts";

const view = { 200: json(GameView, "The game as the caller sees it now.") };
const shut = ["game_started", "game_over"] as const;

const joinGame = operation({
  method: "post",
  path: "/v1/games/{gameId}/join",
  operationId: "joinGame",
  tags: ["Seats"],
  access: "player",
  scope: "games:play",
  problems: [
    ...shut,
    "seat_taken",
    "seat_forfeited",
    "already_seated",
    "game_full",
    "no_newcomers",
    "app_seated",
    "limit_reached",
    "player_unavailable",
    "history_unavailable",
  ],
  summary: "Join a game",
  description:
    "Takes a seat: the one you name, or any free seat, starting with one kept for you. If you already have a seat, you can send `clientSeed` alone until the game starts. During the match, use this to take your own seat back: at once from a house bot, or with the next deal from a player who came later. If you have not sat at this table before, use it to take a seat that has opened, as the game's `newcomers` allow: with the next deal, `successor` shows your place until then, and you see what everyone sees.",
  request: { params: gameParams, body: { content: { "application/json": { schema: JoinRequest } } } },
  responses: view,
});

const resignGame = operation({
  method: "post",
  path: "/v1/games/{gameId}/resign",
  operationId: "resignGame",
  tags: ["Seats"],
  access: "player",
  scope: "games:play",
  problems: ["game_not_started", "game_over", "not_seated"],
  summary: "Resign",
  description:
    "Forfeits the match. A house bot plays your seat to the end so that the others can finish, and the seat is placed last whatever its total. In partnership games, the whole team is placed last. If you took the seat during the match, you give it back instead: nothing is forfeited, and the seat opens again.",
  request: { params: gameParams },
  responses: view,
});

const clocked = { tags: ["Seats"] as [string], access: "player", scope: "games:play" } as const;

const pauseGame = operation({
  ...clocked,
  method: "put",
  path: "/v1/games/{gameId}/pause",
  operationId: "pauseGame",
  problems: ["game_not_started", "game_over", "not_seated", "no_clock", "already_paused", "seat_substituted"],
  summary: "Ask for a pause",
  description:
    "Asks for a pause. The table pauses once all its players have asked. No clock runs until the earliest of the times they named, or until they agree to resume. Players can still make moves during the pause.",
  request: { params: gameParams, body: { required: true, content: { "application/json": { schema: PauseRequest } } } },
  responses: view,
});

const resumeGame = operation({
  ...clocked,
  method: "delete",
  path: "/v1/games/{gameId}/pause",
  operationId: "resumeGame",
  problems: ["game_not_started", "game_over", "not_seated", "no_clock", "seat_substituted"],
  summary: "Ask to resume",
  description:
    "Withdraws the caller's request for a pause. If the table is paused, it resumes when all its players have asked to. Every clock has the time it had left.",
  request: { params: gameParams },
  responses: view,
});

const leaveGame = operation({
  method: "post",
  path: "/v1/games/{gameId}/leave",
  operationId: "leaveGame",
  tags: ["Seats"],
  access: "player",
  scope: "games:play",
  problems: [...shut, "not_seated"],
  summary: "Leave a game",
  description:
    "Gives up the caller's seat. Possible only before the game starts. During the match, it withdraws a player who was to take a seat with the next deal.",
  request: { params: gameParams },
  responses: view,
});

const seatBot = operation({
  method: "put",
  path: "/v1/games/{gameId}/seats/{seat}",
  operationId: "seatBot",
  tags: ["Seats"],
  access: "player",
  scope: "games:create",
  problems: ["not_creator", ...shut, "seat_taken"],
  summary: "Seat a house bot",
  description:
    "Seats a house bot, also in place of another bot or of a player who has not joined. Only the creator can do this, before the game starts.",
  request: {
    params: seatParams,
    body: { required: true, content: { "application/json": { schema: SeatBotRequest } } },
  },
  responses: view,
});

const freeSeat = operation({
  method: "delete",
  path: "/v1/games/{gameId}/seats/{seat}",
  operationId: "freeSeat",
  tags: ["Seats"],
  access: "player",
  scope: "games:create",
  problems: ["not_creator", ...shut],
  summary: "Free a seat",
  description: "Opens a seat, whoever has it. Only the creator can do this, before the game starts.",
  request: { params: seatParams },
  responses: view,
});

const abortGame = operation({
  method: "post",
  path: "/v1/games/{gameId}/abort",
  operationId: "abortGame",
  tags: ["Games"],
  access: "player",
  scope: "games:create",
  problems: ["not_creator", ...shut],
  summary: "Abort a game",
  description: "Ends a game that has not started. Only the creator can do this.",
  request: { params: gameParams },
  responses: view,
});

/** When a pause that is asked for ends, in milliseconds since 1970, if it may. */
function pauseEnd(until: number): number {
  if (until > Date.now() && until <= Date.now() + LONGEST_PAUSE_MS) return until;
  throw faulty([
    {
      in: "body",
      pointer: "/until",
      code: "out_of_range",
      message: "A pause must end in the future, within 90 days.",
    },
  ]);
}

/** Repeated by themselves where that does no more: of most of these calls the second would be told apart from the first. */
const ONCE = { repeatable: false },
  AGAIN = { repeatable: true };

/** Answers with the game as it is when `work` has been done in it. */
const shows =
  <C extends Exchange>(
    work: (game: GameCalls, player: string, c: C) => ReturnType<GameCalls["view"]>,
    repeating: { repeatable: boolean } = ONCE,
  ) =>
  async ({ game, player }: GameCall, c: C) => {
    const { game: seen } = await game.ask((object) => work(object, player, c), repeating);
    return c.json(labelledFor(c, seen), 200);
  };

export const seats = createRouter()
  .answer(joinGame, atGame, async (call, c) => {
    const { seat, clientSeed } = c.req.valid("json");
    const { own } = await accountsOf(call);
    const { game } = await call.game.ask(
      (object) => object.join(cardOf(own), (seat ?? null) as Seat | null, clientSeed ?? null),
      ONCE,
    );
    return c.json(labelledFor(c, game), 200);
  })
  .answer(
    resignGame,
    atGame,
    shows((game, player) => game.resign(player), AGAIN),
  )
  .answer(
    pauseGame,
    atGame,
    shows((game, player, c) => game.pause(player, pauseEnd(c.req.valid("json").until))),
  )
  .answer(
    resumeGame,
    atGame,
    shows((game, player) => game.resume(player)),
  )
  .answer(
    leaveGame,
    atGame,
    shows((game, player) => game.leave(player)),
  )
  .answer(
    seatBot,
    atGame,
    shows((game, player, c) => game.reseat(player, c.req.valid("param").seat, c.req.valid("json").bot)),
  )
  .answer(
    freeSeat,
    atGame,
    shows((game, player, c) => game.reseat(player, c.req.valid("param").seat, null)),
  )
  .answer(
    abortGame,
    atGame,
    shows((game, player) => game.abort(player)),
  );
