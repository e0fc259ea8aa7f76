/** Seats: joining, leaving, resigning, pausing, and what the creator does with seats. */

import type { Seat } from "../engine/index.ts";
import { accountsOf, cardOf } from "./accounts.ts";
import { callerOf } from "./auth.ts";
import { labelledFor } from "./labels/view.ts";
import { askGame, gameIdOf } from "./objects.ts";
import { json, operation } from "./operation.ts";
import { faulty } from "./problem.ts";
import { createRouter } from "./router.ts";
import { SeatBotRequest } from "./schemas/bot.ts";
import { PauseRequest } from "./schemas/clock.ts";
import { GameView } from "./schemas/game.ts";
import { JoinRequest } from "./schemas/game-request.ts";
import { gameParams, seatParams } from "./schemas/params.ts";

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
    "app_seated",
    "history_unavailable",
  ],
  summary: "Join a game",
  description:
    "Takes a seat: the one you name, or any free seat, starting with one kept for you. If you already have a seat, you can send `clientSeed` alone until the game starts. During the match, use this to take your own seat back from a house bot, or, if you have not sat at this table before, to take a seat that has opened.",
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
    "Forfeits the match. A house bot plays your seat to the end so that the others can finish, and the seat is placed last whatever its total. In partnership games, the whole team is placed last.",
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
  description: "Gives up the caller's seat. Possible only before the game starts.",
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

/** The longest pause that can be asked for, in milliseconds. */
const LONGEST_PAUSE_MS = 90 * 24 * 3600 * 1000;

/** None of these calls is repeated by itself: the second of two would be told apart from the first. */
const ONCE = { repeatable: false };

export const seats = createRouter()
  .openapi(joinGame, async (c) => {
    const { seat, clientSeed } = c.req.valid("json");
    callerOf(c);
    const id = gameIdOf(c, c.req.valid("param").gameId);
    const { own } = await accountsOf(c);
    const { game } = await askGame(
      c,
      id,
      (object) => object.join(cardOf(own), (seat ?? null) as Seat | null, clientSeed ?? null),
      ONCE,
    );
    return c.json(labelledFor(c, game), 200);
  })
  .openapi(resignGame, async (c) => {
    const caller = callerOf(c);
    const id = gameIdOf(c, c.req.valid("param").gameId);
    const { game } = await askGame(c, id, (object) => object.resign(caller), { repeatable: true });
    return c.json(labelledFor(c, game), 200);
  })
  .openapi(pauseGame, async (c) => {
    const until = Date.parse(c.req.valid("json").until);
    const caller = callerOf(c);
    const id = gameIdOf(c, c.req.valid("param").gameId);
    if (until <= Date.now() || until > Date.now() + LONGEST_PAUSE_MS) {
      throw faulty([
        {
          in: "body",
          pointer: "/until",
          code: "out_of_range",
          message: "A pause must end in the future, within 90 days.",
        },
      ]);
    }
    const { game } = await askGame(c, id, (object) => object.pause(caller, until), ONCE);
    return c.json(labelledFor(c, game), 200);
  })
  .openapi(resumeGame, async (c) => {
    const caller = callerOf(c);
    const id = gameIdOf(c, c.req.valid("param").gameId);
    const { game } = await askGame(c, id, (object) => object.resume(caller), ONCE);
    return c.json(labelledFor(c, game), 200);
  })
  .openapi(leaveGame, async (c) => {
    const caller = callerOf(c);
    const id = gameIdOf(c, c.req.valid("param").gameId);
    const { game } = await askGame(c, id, (object) => object.leave(caller), ONCE);
    return c.json(labelledFor(c, game), 200);
  })
  .openapi(seatBot, async (c) => {
    const { bot } = c.req.valid("json");
    const { gameId, seat } = c.req.valid("param");
    const caller = callerOf(c);
    const { game } = await askGame(c, gameIdOf(c, gameId), (object) => object.reseat(caller, seat, bot), ONCE);
    return c.json(labelledFor(c, game), 200);
  })
  .openapi(freeSeat, async (c) => {
    const { gameId, seat } = c.req.valid("param");
    const caller = callerOf(c);
    const { game } = await askGame(c, gameIdOf(c, gameId), (object) => object.reseat(caller, seat, null), ONCE);
    return c.json(labelledFor(c, game), 200);
  })
  .openapi(abortGame, async (c) => {
    const caller = callerOf(c);
    const id = gameIdOf(c, c.req.valid("param").gameId);
    const { game } = await askGame(c, id, (object) => object.abort(caller), ONCE);
    return c.json(labelledFor(c, game), 200);
  });
