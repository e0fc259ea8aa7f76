/** What a player's games come to, over HTTP: counted again here from the rows themselves. */

import { drizzle } from "drizzle-orm/d1";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MatchRecord } from "../../src/engine/index.ts";
import { statsQueries } from "../../src/history/stats.ts";
import { GameList } from "../../src/http/schemas/list.ts";
import { CONTRACT_GROUPS, PlayerStats } from "../../src/http/schemas/stats.ts";
import { Client, expectProblem, type TestPlayer, WITH_BOTS } from "../support/http.ts";
import { randomFrom } from "../support/random.ts";
import { startTestServer } from "../support/server.ts";

interface Deal {
  tiebreak: boolean;
  kingdom: number | null;
  king: number;
  contracts: string;
  points: number[];
  places: number[];
}
interface Planted {
  id: string;
  status: string;
  visibility: string;
  mode: string;
  seat: number;
  kind: string;
  deals: Deal[];
  places: number[];
  won: boolean[];
  createdAt: number;
}

const CLASSIC = ["king_of_hearts", "queens", "diamonds", "tricks", "trix"];
const MODES: Record<string, string[]> = {
  classic: CLASSIC,
  complex: ["king_of_hearts,queens,diamonds,tricks", "trix"],
  practice: ["trix", "queens"],
};

let client: Client;
let amal: TestPlayer, basil: TestPlayer, carla: TestPlayer, dina: TestPlayer;
let planted: Planted[];

/** Games of Carla as the export writes them, among games of others. */
beforeAll(async () => {
  client = new Client(await startTestServer());
  [amal, basil, carla, dina] = await Promise.all(["Amal", "Basil", "Carla", "Dina"].map((name) => client.player(name)));
  const random = randomFrom("statistics");
  planted = Array.from({ length: 40 }, (_, i) => {
    const mode = random.pick(Object.keys(MODES));
    const deals = [1, 2].flatMap((kingdom): Deal[] =>
      shuffled(MODES[mode], random).map((contracts) => ({
        tiebreak: false,
        kingdom: mode === "practice" ? null : kingdom,
        king: kingdom === 1 ? i % 4 : (i + 1) % 4,
        contracts,
        points: [0, 1, 2, 3].map(() => random.below(400) - 200),
        places: contracts === "trix" ? shuffled([0, 1, 2, 3], random) : [],
      })),
    );
    if (i % 5 === 0)
      deals.push({
        tiebreak: true,
        kingdom: null,
        king: i % 4,
        contracts: "trix",
        points: [1, 2, 3, 4],
        places: [3, 2, 1, 0],
      });
    return {
      id: `gm_stats${String(i).padStart(2, "0")}`,
      status: i % 7 === 3 ? "playing" : "finished",
      visibility: i % 3 === 1 ? "unlisted" : "public",
      mode,
      seat: random.below(4),
      kind: i % 11 === 10 ? "kept" : "player",
      deals,
      places: shuffled([1, 2, 3, 4], random),
      won: [0, 1, 2, 3].map(() => random.chance(0.4)),
      createdAt: 1_700_000_000_000 + i,
    };
  });
  const db = await client.server.mf.getD1Database("DB");
  const statements = planted.flatMap((game) => [
    db
      .prepare("INSERT INTO games VALUES (?, ?, 'trix', ?, 'none', ?, ?, 9, ?, ?, ?, 0)")
      .bind(
        game.id,
        game.status,
        game.mode,
        game.visibility,
        amal.id,
        game.createdAt,
        game.createdAt,
        game.status === "finished" ? game.createdAt + 5 : null,
      ),
    ...[0, 1, 2, 3].map((seat) =>
      db
        .prepare(
          "INSERT INTO seats (game_id, seat, kind, player_id, player_name, player_kind, bot, created_at) VALUES (?, ?, ?, ?, ?, 'human', NULL, ?)",
        )
        .bind(
          game.id,
          seat,
          seat === game.seat ? game.kind : "player",
          seat === game.seat ? carla.id : `pl_other${"abcd"[seat].repeat(11)}`,
          "Somebody",
          game.createdAt,
        ),
    ),
    ...game.deals.map((deal, n) =>
      db
        .prepare("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(
          game.id,
          n + 1,
          n + 1,
          deal.tiebreak ? 1 : 0,
          deal.kingdom,
          deal.king,
          deal.contracts,
          ...deal.points,
          deal.places.join(","),
        ),
    ),
    ...(game.status === "finished" ? [0, 1, 2, 3] : []).map((seat) =>
      db
        .prepare("INSERT INTO results VALUES (?, ?, 0, ?, ?)")
        .bind(game.id, seat, game.places[seat], game.won[seat] ? 1 : 0),
    ),
  ]);
  for (let from = 0; from < statements.length; from += 200) await db.batch(statements.slice(from, from + 200));
});
afterAll(async () => {
  const failures = client.server.logs.filter(({ level }) => level === "error");
  await client.server.close();
  expect(failures).toEqual([]);
});

function shuffled<T>(items: readonly T[], random: ReturnType<typeof randomFrom>): T[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0]);
}

const mean = (values: number[]) =>
  Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;
const groupOf = ({ contracts }: Deal) => (contracts.includes(",") ? "combined" : contracts);

function standingOf(games: Planted[]) {
  const places = games.map(({ places, seat }) => places[seat]);
  return {
    matches: games.length,
    wins: games.filter(({ won, seat }) => won[seat]).length,
    meanPlace: places.length === 0 ? null : mean(places),
    bestPlace: places.length === 0 ? null : Math.min(...places),
  };
}

/** The statistics of these games, counted the plain way. */
function expected(games: Planted[]) {
  const deals = games.flatMap((game) =>
    game.deals.filter(({ tiebreak }) => !tiebreak).map((deal) => ({ ...deal, seat: game.seat })),
  );
  const chosen = games
    .filter(({ mode }) => mode !== "practice")
    .flatMap((game) =>
      [1, 2].flatMap((kingdom) =>
        game.deals
          .filter((deal) => deal.kingdom === kingdom && deal.king === game.seat)
          .map((deal, i) => ({ choice: i + 1, contract: groupOf(deal) })),
      ),
    );
  return {
    ...standingOf(games),
    byMode: Object.keys(MODES)
      .map((mode) => ({ mode, partnership: "none", ...standingOf(games.filter((game) => game.mode === mode)) }))
      .filter(({ matches }) => matches > 0),
    points: CONTRACT_GROUPS.flatMap((contract) => {
      const own = deals.filter((deal) => groupOf(deal) === contract).map(({ points, seat }) => points[seat]);
      return own.length === 0
        ? []
        : [{ contract, deals: own.length, total: own.reduce((sum, each) => sum + each, 0), mean: mean(own) }];
    }),
    trixPlaces: [0, 1, 2, 3].map((place) => deals.filter(({ places, seat }) => places[place] === seat).length),
    choices: [1, 2, 3, 4, 5].flatMap((choice) =>
      CONTRACT_GROUPS.flatMap((contract) => {
        const times = chosen.filter((each) => each.choice === choice && each.contract === contract).length;
        return times === 0 ? [] : [{ choice, contract, deals: times }];
      }),
    ),
  };
}

test("they are those of finished games, of unlisted ones only for the player himself", async () => {
  const finished = planted.filter(({ status, kind }) => status === "finished" && kind === "player");
  const open = finished.filter(({ visibility }) => visibility === "public");
  expect(open.length).toBeLessThan(finished.length);
  for (const [token, games] of [
    [undefined, open],
    [basil.token, open],
    [amal.token, open],
    [carla.token, finished],
  ] as const) {
    const reply = await client.call("GET", `/v1/players/${carla.id}/stats`, { token });
    expect(reply.status, reply.text).toBe(200);
    expect(PlayerStats.parse(reply.json)).toEqual(reply.json);
    expect(reply.json).toEqual({ player: carla.id, ...expected(games) });
  }
  const all = expected(finished);
  expect(all.choices.length).toBeGreaterThan(10);
  expect(all.points.map(({ contract }) => contract)).toEqual(CONTRACT_GROUPS);
});

test("a player without games has none", async () => {
  const { json } = await client.call("GET", `/v1/players/${basil.id}/stats`);
  expect(json).toEqual({
    player: basil.id,
    matches: 0,
    wins: 0,
    meanPlace: null,
    bestPlace: null,
    byMode: [],
    points: [],
    trixPlaces: [0, 0, 0, 0],
    choices: [],
  });
});

test("a match that was played counts as its record says", async () => {
  const made = await client.game(dina, { seats: WITH_BOTS, rules: { kingdoms: 1 }, seed: "for statistics" });
  const path = `/v1/games/${made.id}`;
  let game = made;
  for (let turn = 0; game.status === "playing"; turn++) {
    const { legalActions, decision } = game.you!;
    game = (
      await client.call("POST", `${path}/actions`, {
        token: dina.token,
        body: { action: legalActions[turn % legalActions.length].id, decision: decision!.id },
      })
    ).json.game;
  }
  const { deals } = (await client.call("GET", `${path}/record`)).json as MatchRecord;
  await expect.poll(async () => (await client.call("GET", `/v1/players/${dina.id}/stats`)).json.matches).toBe(1);
  const { json } = await client.call("GET", `/v1/players/${dina.id}/stats`);
  const place = game.result!.places[0];
  expect(json).toMatchObject({
    matches: 1,
    wins: game.result!.winners.includes(0) ? 1 : 0,
    meanPlace: place,
    bestPlace: place,
  });
  expect(json.points).toEqual(
    CLASSIC.map((contract) => {
      const total = deals.find(({ contracts }) => contracts[0] === contract)!.points[0];
      return { contract, deals: 1, total, mean: total };
    }),
  );
  const out = game.deals.find(({ contracts }) => contracts[0] === "trix")!.places.indexOf(0);
  expect(json.trixPlaces).toEqual([0, 1, 2, 3].map((each) => (each === out ? 1 : 0)));
  expect(json.choices).toEqual(
    deals[0].king === 0 ? deals.map(({ contracts: [contract] }, i) => ({ choice: i + 1, contract, deals: 1 })) : [],
  );
});

test("a player's games are those of the list, page by page", async () => {
  for (const token of [undefined, carla.token]) {
    const { json: whole } = await client.call("GET", `/v1/games?player=${carla.id}&limit=100`, { token });
    const ids: string[] = [];
    for (let cursor = ""; ; ) {
      const reply = await client.call("GET", `/v1/players/${carla.id}/games?limit=7${cursor}`, { token });
      expect(GameList.parse(reply.json)).toEqual(reply.json);
      ids.push(...reply.json.data.map(({ id }: { id: string }) => id));
      if (reply.json.nextCursor === null) break;
      cursor = `&cursor=${reply.json.nextCursor}`;
    }
    expect(ids).toEqual(whole.data.map(({ id }: { id: string }) => id));
    const some = await client.call("GET", `/v1/players/${carla.id}/games?status=playing&mode=complex`, { token });
    expect(some.json).toEqual(
      (await client.call("GET", `/v1/games?player=${carla.id}&status=playing&mode=complex`, { token })).json,
    );
  }
  expectProblem(await client.call("GET", `/v1/players/${carla.id}/games?player=me`), 400, "invalid_request");
});

test("unknown players are told, and a wrong token is refused", async () => {
  for (const end of ["stats", "games"]) {
    for (const id of ["pl_aaaaaaaaaaaaaaaa", "pl_x", "me"])
      expectProblem(await client.call("GET", `/v1/players/${id}/${end}`), 404, "player_not_found");
    expectProblem(await client.call("GET", `/v1/players/${carla.id}/${end}`, { token: "trix_x" }), 401, "unauthorized");
  }
});

test("every question starts at the player's seats and reads the rest by key, whoever asks", async () => {
  const d1 = await client.server.mf.getD1Database("DB");
  for (const viewer of [null, carla.id]) {
    for (const query of statsQueries(drizzle(d1 as unknown as Parameters<typeof drizzle>[0]), carla.id, viewer)) {
      const { sql, params } = query.toSQL();
      const { results } = await d1
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...params)
        .all<{ detail: string }>();
      const plan = results.map(({ detail }) => detail);
      expect(
        plan.filter((detail) => /^SCAN (?!chosen|\(subquery)/.test(detail)),
        sql,
      ).toEqual([]);
      const reads = plan.filter((detail) => /^SEARCH/.test(detail));
      expect(reads[0]).toMatch(/^SEARCH seats USING INDEX seats_by_player \(player_id=\?\)/);
      for (const read of reads.slice(1))
        expect(read).toMatch(/^SEARCH (games|deals|results) USING PRIMARY KEY \((id|game_id)=\?/);
    }
  }
});
