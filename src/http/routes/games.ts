/** Games: making one, reading one. */

import { z } from "@hono/zod-openapi";
import { knowledgeOf, resolveRules, SEATS } from "../../engine/index.ts";
import type { CreateRequest, SeatRequest as SeatCall } from "../../game/types.ts";
import type { Account } from "../../history/players.ts";
import { newGameId, repeatableGameId } from "../../ids/ids.ts";
import { asPlayer, asReader, type PlayerCall } from "../access/call.ts";
import { digest } from "../exchange/digest.ts";
import { labelledFor, languageOf } from "../exchange/language.ts";
import { json, operation, tagged } from "../exchange/operation.ts";
import { type Fault, faulty, Problem } from "../exchange/problem.ts";
import { fresh } from "../exchange/representation.ts";
import { createRouter } from "../exchange/router.ts";
import { termsOf } from "../schemas/clock.ts";
import { GameView } from "../schemas/game.ts";
import { GameRequest } from "../schemas/game-request.ts";
import { gameParams } from "../schemas/params.ts";
import { accountsOf, cardOf } from "./accounts.ts";

const IdempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, "Must be 1 to 255 printable ASCII characters.")
  .optional()
  .openapi({
    maxLength: 255,
    description:
      "Repeating the request with the same key does not create a second game. You get the first response again.",
    example: "table-42",
  });

/** The header that says where a game is. */
export const LOCATION = {
  Location: {
    schema: { type: "string" as const, format: "uri-reference", maxLength: 60 },
    description: "The path of the game.",
  },
};

const createGame = operation({
  method: "post",
  path: "/v1/games",
  operationId: "createGame",
  tags: ["Games"],
  access: "player",
  scope: "games:create",
  budget: "games",
  problems: [
    "player_not_found",
    "limit_reached",
    "idempotency_key_reused",
    "game_unavailable",
    "player_unavailable",
    "history_unavailable",
  ],
  summary: "Create a game",
  description:
    "Creates a game. Every field is optional. The game starts automatically when four seats are filled, so a game with the creator and three bots has already started when the response arrives. A game that is never full expires after 14 days.",
  request: {
    headers: z.object({ "Idempotency-Key": IdempotencyKey }),
    body: { content: { "application/json": { schema: GameRequest } } },
  },
  responses: {
    201: {
      ...json(GameView, "The game as its creator sees it."),
      headers: LOCATION,
    },
  },
});

const getGame = operation({
  method: "get",
  path: "/v1/games/{gameId}",
  operationId: "getGame",
  tags: ["Games"],
  access: "public",
  scope: "games:read",
  seatTokens: true,
  problems: [],
  summary: "Get a game",
  description:
    "Returns the game as the caller sees it: with a token, the view of the caller's seat; without a token or a seat, what everyone sees. With `include=knowledge`, the response also has what public play reveals about the hidden cards, which is the same for every caller.",
  request: {
    params: gameParams,
    query: z.object({
      include: z.enum(["knowledge"]).optional().openapi({ description: "What to include in addition to the view." }),
    }),
  },
  responses: { 200: tagged(GameView, "The game.") },
});

export const games = createRouter()
  .answer(createGame, asPlayer, async (call, c) => {
    const body = c.req.valid("json");
    const key = c.req.valid("header")["Idempotency-Key"];
    const id = key === undefined ? newGameId(call.env) : repeatableGameId(call.env, call.player, key);
    const request = await createRequest(call, body, id);
    const { game } = await call.gameOf(id).ask((object) => object.create(request), { repeatable: true });
    c.header("Location", `/v1/games/${id}`);
    return c.json(labelledFor(c, game), 201);
  })
  .answer(getGame, asReader, async (call, c) => {
    const { game: seen } = await call.game.ask((object) => object.view(call.player, call.onlySeat), {
      repeatable: true,
    });
    const game = labelledFor(c, seen);
    // What a seat sees is never taken for what the public sees, nor one language for another.
    const facts = [game.version, game.you === null ? "public" : `seat${game.you.seat}${languageOf(c)}`];
    if (c.req.valid("query").include === undefined) return fresh(c, [...facts, "game"], game);
    // From the public part of the view alone, so that it cannot tell more than the table has seen.
    const knowledge = game.deal === null ? null : knowledgeOf(game.rules, game.deal);
    return fresh(c, [...facts, "knowledge"], { ...game, knowledge });
  });

type Body = z.infer<typeof GameRequest>;

async function createRequest(call: PlayerCall, body: Body, id: string): Promise<CreateRequest> {
  const wished = body.seats ?? [{ player: "me" }];
  const named = wished.flatMap(({ player }) => (player === undefined || player === "me" ? [] : [player]));
  const { own, others } = await accountsOf(call, named);
  const rules = resolveRules(body.rules ?? {});
  if (!rules.ok) throw new Error("rules that the schema let pass do not resolve");
  return {
    id,
    creator: cardOf(own),
    rules: rules.rules,
    seats: seatCalls(wished, own, others),
    visibility: body.visibility ?? "public",
    sameApp: body.sameApp ?? false,
    clock: clockAsked(body.clock, call),
    ...(body.newcomers !== undefined && { newcomers: body.newcomers }),
    sandbox: body.sandbox ?? false,
    series:
      body.series === undefined
        ? null
        : { matches: body.series.matches, number: 1, first: id, scores: [0, 0, 0, 0], wins: [0, 0, 0, 0] },
    seed: body.seed ?? null,
    // With or without a key: a repeat after a lost connection must be known for one.
    fingerprint: digest(body),
  };
}

/** Three days for each answer, and who does not come back is played for. */
const APP_CLOCK = { perMoveMs: 3 * 24 * 3600 * 1000, onTimeout: "houseBot" } as const;

/** The clock of a new game. The users of an app may be gone for good without a word: unless the app says so, no game waits for them for ever. */
function clockAsked(clock: Body["clock"], { credential }: PlayerCall): CreateRequest["clock"] {
  const asked = clock === undefined && credential.app !== null ? APP_CLOCK : clock;
  return asked == null ? null : termsOf(asked);
}

/** The four seats as the game object takes them; seats that are not wished for are open. */
function seatCalls(wished: NonNullable<Body["seats"]>, own: Account, others: ReadonlyMap<string, Account>): SeatCall[] {
  const faults: Fault[] = [];
  const accounts = wished.map(({ player }, seat) => {
    if (player === undefined) return undefined;
    const account = player === "me" ? own : others.get(player);
    if (account === undefined)
      faults.push({
        in: "body",
        pointer: `/seats/${seat}/player`,
        code: "unknown_player",
        message: "There is no player with this id.",
      });
    return account;
  });
  if (faults.length > 0) throw new Problem("player_not_found", { errors: faults });
  const owned = accounts.flatMap((account, seat) => (account?.id === own.id ? [seat] : []));
  if (owned.length > 1) {
    throw faulty([
      {
        in: "body",
        pointer: `/seats/${owned[1]}/player`,
        code: "repeated",
        message: "An account can have only one seat.",
      },
    ]);
  }
  return SEATS.map((seat) => {
    const account = accounts[seat];
    if (account !== undefined) return { player: cardOf(account), keep: account.id !== own.id };
    const bot = wished[seat]?.bot;
    return bot === undefined ? { open: true } : { bot };
  });
}
