/** What a player has played: the games, and what they come to. */

import type { z } from "@hono/zod-openapi";
import { findPlayer } from "../../history/players.ts";
import { CATEGORIES } from "../../history/schema.ts";
import { type Sums, statsOf } from "../../history/stats.ts";
import { CHOICES, CONTRACT_GROUPS, PLACES, SUM_NAMES, type SumName } from "../../history/tally.ts";
import { playerBytes } from "../../ids/ids.ts";
import { asPublic } from "../access/call.ts";
import { json, operation } from "../exchange/operation.ts";
import { Problem } from "../exchange/problem.ts";
import { createRouter } from "../exchange/router.ts";
import { GameList, PlayerGamesQuery } from "../schemas/list.ts";
import { playerParams } from "../schemas/params.ts";
import { PlayerStats } from "../schemas/stats.ts";
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
    "Returns statistics from the player's finished games: places, points by contract, places in trix, and what the player named as king. They cover what the player did, not what a house bot did at their seat. Practice and seeded matches are kept apart, under `byCategory`.",
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

type Totals = Record<SumName, number>;

const add = (rows: readonly Totals[]): Totals =>
  Object.fromEntries(
    SUM_NAMES.map((name) => [name, rows.reduce((total, row) => total + row[name], 0)]),
  ) as unknown as Totals;

function standing(sums: Totals) {
  const times = PLACES.map((place) => sums[`place_${place}`]);
  const matches = times.reduce((all, each) => all + each, 0);
  const placeSum = PLACES.reduce((all, place, i) => all + place * times[i], 0);
  return {
    matches,
    wins: sums.wins,
    meanPlace: matches === 0 ? null : meanOf(placeSum, matches),
    bestPlace: PLACES.find((_, i) => times[i] > 0) ?? null,
    left: sums.matches_left,
  };
}

/** What these rows come to together. */
function played(rows: readonly Sums[]) {
  const sums = add(rows);
  const modes = Map.groupBy(rows, ({ mode, partnership }) => `${mode} ${partnership}`);
  return {
    ...standing(sums),
    byMode: [...modes.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, same]) => ({ mode: same[0].mode, partnership: same[0].partnership, ...standing(add(same)) })),
    points: CONTRACT_GROUPS.flatMap((contract) => {
      const [deals, total] = [sums[`deals_${contract}`], sums[`points_${contract}`]];
      return deals === 0 ? [] : [{ contract, deals, total, mean: meanOf(total, deals) }];
    }),
    trixPlaces: PLACES.map((place) => sums[`out_${place}`]),
    choices: CHOICES.flatMap((choice) =>
      CONTRACT_GROUPS.flatMap((contract) => {
        const deals = sums[`choice_${choice}_${contract}`];
        return deals === 0 ? [] : [{ choice, contract, deals }];
      }),
    ),
  };
}

function summary(player: string, all: readonly Sums[]): z.infer<typeof PlayerStats> {
  // A match that turned out to count as something else leaves a row of zeros.
  const rows = all.filter((row) => SUM_NAMES.some((name) => row[name] !== 0));
  const of = (...categories: Sums["category"][]) => rows.filter(({ category }) => categories.includes(category));
  return {
    player,
    ...played(of("standard", "custom")),
    byCategory: CATEGORIES.flatMap((category) => {
      const own = of(category);
      return own.length === 0 ? [] : [{ category, ...played(own) }];
    }),
  };
}
