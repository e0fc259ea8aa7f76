/** What a player has played: the games, and what they come to. */

import type { z } from "@hono/zod-openapi";
import { findPlayer } from "../../history/players.ts";
import { type PlayerStats as Facts, statsOf } from "../../history/stats.ts";
import { playerBytes } from "../../ids/ids.ts";
import { asPublic } from "../access/call.ts";
import { json, operation } from "../exchange/operation.ts";
import { Problem } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { GameList, PlayerGamesQuery } from "../schemas/list.ts";
import { playerParams } from "../schemas/params.ts";
import { CONTRACT_GROUPS, PlayerStats } from "../schemas/stats.ts";
import { pageOfGames } from "./list.ts";

const problems = ["player_not_found", "history_unavailable"] as const;

const getPlayerStats = operation({
  method: "get",
  path: "/v1/players/{playerId}/stats",
  operationId: "getPlayerStats",
  tags: ["Players"],
  access: "public",
  scope: "games:read",
  problems,
  summary: "Get a player's statistics",
  description:
    "Returns statistics from the player's finished games: places, points by contract, places in trix, and what the player named as king.",
  request: { params: playerParams },
  responses: { 200: json(PlayerStats, "The statistics.") },
});

const listPlayerGames = operation({
  method: "get",
  path: "/v1/players/{playerId}/games",
  operationId: "listPlayerGames",
  tags: ["Players"],
  access: "public",
  scope: "games:read",
  problems,
  summary: "List a player's games",
  description:
    "Lists the games in which this player has a seat or has one kept for them, newest first. This is the same as `GET /v1/games?player=`.",
  request: { params: playerParams, query: PlayerGamesQuery },
  responses: { 200: json(GameList, "A page of games.") },
});

export const stats = createRouter()
  .answer(getPlayerStats, asPublic, async ({ env, player }, c) => {
    const { playerId } = c.req.valid("param");
    const [, facts] = await Promise.all([mustExist(env.DB, playerId), statsOf(env.DB, playerId, player)]);
    return c.json(summary(playerId, facts), 200);
  })
  .answer(listPlayerGames, asPublic, async (call, c) => {
    const { playerId } = c.req.valid("param");
    const [, page] = await Promise.all([
      mustExist(call.env.DB, playerId),
      pageOfGames(call, c.req.valid("query"), playerId),
    ]);
    return c.json(page, 200);
  });

async function mustExist(d1: D1Database, id: string): Promise<void> {
  if (playerBytes(id) === undefined || (await findPlayer(d1, id)) === undefined) throw new Problem("player_not_found");
}

/** A mean to two places. */
const meanOf = (sum: number, of: number): number => Math.round((sum / of) * 100) / 100;

function standing(rows: Facts["matches"]) {
  const sum = (key: "matches" | "wins" | "placeSum") => rows.reduce((total, row) => total + row[key], 0);
  const matches = sum("matches");
  return {
    matches,
    wins: sum("wins"),
    meanPlace: matches === 0 ? null : meanOf(sum("placeSum"), matches),
    bestPlace: matches === 0 ? null : Math.min(...rows.map(({ bestPlace }) => bestPlace)),
  };
}

type Group = (typeof CONTRACT_GROUPS)[number];

function summary(player: string, { matches, points, trixPlaces, choices }: Facts): z.infer<typeof PlayerStats> {
  const order = ({ contract }: { contract: string }) => CONTRACT_GROUPS.indexOf(contract as Group);
  return {
    player,
    ...standing(matches),
    byMode: matches.map((row) => ({ mode: row.mode, partnership: row.partnership, ...standing([row]) })),
    points: points
      .toSorted((a, b) => order(a) - order(b))
      .map(({ contract, deals, total }) => ({ contract: contract as Group, deals, total, mean: meanOf(total, deals) })),
    trixPlaces: [1, 2, 3, 4].map((place) => trixPlaces.find((row) => row.place === place)?.deals ?? 0),
    choices: choices
      .toSorted((a, b) => a.choice - b.choice || order(a) - order(b))
      .map((row) => ({ ...row, contract: row.contract as Group })),
  };
}
