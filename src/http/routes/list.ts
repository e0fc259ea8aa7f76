/** The list of games. */

import type { z } from "@hono/zod-openapi";
import type { Occupant } from "../../game/types.ts";
import { type ListedGame, listGames } from "../../history/read.ts";
import { instant, instantOrNull } from "../../wire/instants.ts";
import { unauthorized } from "../access/auth.ts";
import { asPublic, type PublicCall } from "../access/call.ts";
import { makeCursor, readCursor } from "../exchange/cursor.ts";
import { json, operation } from "../exchange/operation.ts";
import { createRouter } from "../exchange/router.ts";
import { DEFAULT_LIMIT, GameList, GameListQuery, KINDS } from "../schemas/list.ts";

const listGamesRoute = operation({
  method: "get",
  path: "/v1/games",
  operationId: "listGames",
  tags: ["Games"],
  access: "public",
  scope: "games:read",
  problems: ["history_unavailable"],
  summary: "List games",
  description:
    "Lists games, newest first: public games, and with a token also the caller's own unlisted games. Use `nextCursor` to get the next page until it is null: a page of one player's games can have fewer games than `limit`, or none, while more follow. No game is skipped or repeated between pages.",
  request: { query: GameListQuery },
  responses: { 200: json(GameList, "A page of games.") },
});

export const list = createRouter().answer(listGamesRoute, asPublic, async (call, c) => {
  const { player, ...query } = c.req.valid("query");
  if (player === "me" && call.player === null) throw unauthorized();
  return c.json(await pageOfGames(call, query, player), 200);
});

/** A page of games that the caller may find; `player` as it was asked for, which may be `me`. */
export async function pageOfGames(
  { env, player: viewer }: PublicCall,
  { limit = DEFAULT_LIMIT, cursor, ...query }: Omit<z.output<typeof GameListQuery>, "player">,
  player?: string,
): Promise<z.infer<typeof GameList>> {
  const filters = { ...query, player };
  const after = cursor === undefined ? null : readCursor(cursor, filters);
  const { games, next } = await listGames(
    env.DB,
    viewer,
    { ...filters, player: player === "me" ? viewer! : player },
    after,
    limit,
    KINDS,
  );
  return {
    data: games.map(itemOf),
    nextCursor: next === null ? null : makeCursor(next.createdAt, next.id, filters),
  };
}

const itemOf = (game: ListedGame) => ({
  id: game.id,
  status: game.status,
  preset: game.preset,
  mode: game.mode,
  partnership: game.partnership,
  seats: game.seats.map((row) => ({ seat: row.seat, ...occupantOf(row) })),
  scores: game.scores,
  dealsPlayed: game.dealsPlayed,
  sandbox: game.sandbox,
  createdAt: instant(game.createdAt),
  finishedAt: instantOrNull(game.finishedAt),
});

function occupantOf({
  kind,
  playerId,
  playerName,
  playerKind,
  appId,
  appName,
  appOwner,
  bot,
}: ListedGame["seats"][number]): Occupant {
  switch (kind) {
    case "player":
    case "kept":
      return {
        kind,
        player: { id: playerId!, name: playerName!, kind: playerKind! },
        ...(appId !== null && { app: { id: appId, name: appName!, owner: appOwner! } }),
      };
    case "bot":
      return { kind, bot: bot! };
    case "open":
      return { kind };
  }
}
