/** What a player's games come to, over HTTP: counted again here from the rows themselves. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { CONTRACTS, type MatchRecord } from "../../src/engine/index.ts";
import { CATEGORIES } from "../../src/history/schema.ts";
import { CONTRACT_GROUPS, NEW_SUMS } from "../../src/history/tally.ts";
import { GameList } from "../../src/http/schemas/list.ts";
import { PlayerStats } from "../../src/http/schemas/stats.ts";
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
  /** By seat, whether its player made all decisions. */
  own: boolean[];
  /** Whether the king named the contract. */
  chosen: boolean;
}
interface Planted {
  id: string;
  status: string;
  visibility: string;
  mode: string;
  category: (typeof CATEGORIES)[number];
  seat: number;
  /** Whether Carla left the match. */
  left: boolean;
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
        own: [0, 1, 2, 3].map(() => random.chance(0.8)),
        chosen: mode !== "practice" && random.chance(0.8),
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
        own: [true, true, true, true],
        chosen: true,
      });
    return {
      id: `gm_stats${String(i).padStart(2, "0")}`,
      status: i % 7 === 3 ? "playing" : "finished",
      visibility: i % 3 === 1 ? "unlisted" : "public",
      mode,
      category:
        i % 6 === 5 ? "seeded" : mode === "practice" ? "practice" : random.pick(["standard", "custom"] as const),
      seat: random.below(4),
      left: i % 11 === 10,
      deals,
      places: shuffled([1, 2, 3, 4], random),
      won: [0, 1, 2, 3].map(() => random.chance(0.4)),
      createdAt: 1_700_000_000_000 + i,
    };
  });
  const db = await client.server.mf.getD1Database("DB");
  const sitters = (game: Planted) =>
    [0, 1, 2, 3].map((seat) => (seat === game.seat ? carla.id : `pl_other${"abcd"[seat].repeat(11)}`));
  const insert = (table: string, row: Record<string, string | number | null>) =>
    db
      .prepare(`INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row).map(() => "?")})`)
      .bind(...Object.values(row));
  const statements = planted.flatMap((game) => {
    const { id: game_id, createdAt: created_at, visibility, mode, category, status, deals } = game;
    const players = sitters(game);
    const times = { created_at, started_at: created_at, finished_at: status === "finished" ? created_at + 5 : null };
    return [
      insert("games", {
        id: game_id,
        status,
        preset: "trix",
        mode,
        partnership: "none",
        visibility,
        creator_id: amal.id,
        version: 9,
        ...times,
        category,
      }),
      ...players.map((player_id, seat) =>
        insert("seats", {
          game_id,
          seat,
          kind: "player",
          player_id,
          player_name: "Somebody",
          player_kind: "human",
          created_at,
          visibility,
        }),
      ),
      ...deals.map(({ tiebreak, kingdom, king, contracts, points, places, own, chosen }, n) =>
        insert("deals", {
          game_id,
          ordinal: n + 1,
          number: n + 1,
          tiebreak: tiebreak ? 1 : 0,
          kingdom,
          king,
          contracts,
          ...Object.fromEntries(points.map((each, seat) => [`points_${seat}`, each])),
          places: places.join(","),
          ...Object.fromEntries(players.map((player, seat) => [`player_${seat}`, own[seat] ? player : null])),
          chosen_by: chosen ? players[king] : null,
          choice: chosen ? 1 + deals.filter((each, i) => i < n && each.kingdom === kingdom).length : null,
        }),
      ),
      ...(status === "finished" ? players : []).map((player_id, seat) =>
        insert("results", {
          game_id,
          seat,
          total: 0,
          place: game.places[seat],
          won: game.won[seat] ? 1 : 0,
          player_id,
          has_left: seat === game.seat && game.left ? 1 : 0,
        }),
      ),
    ];
  });
  statements.push(...NEW_SUMS.map((statement) => db.prepare(statement)));
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

function standingOf(all: Planted[]) {
  const games = all.filter(({ left }) => !left);
  const places = games.map(({ places, seat }) => places[seat]);
  return {
    matches: games.length,
    wins: games.filter(({ won, seat }) => won[seat]).length,
    meanPlace: places.length === 0 ? null : mean(places),
    bestPlace: places.length === 0 ? null : Math.min(...places),
    left: all.length - games.length,
  };
}

/** What these games come to, counted the plain way. */
function playedIn(games: Planted[]) {
  const all = games.flatMap((game) =>
    game.deals.filter(({ tiebreak }) => !tiebreak).map((deal) => ({ ...deal, seat: game.seat })),
  );
  const deals = all.filter(({ own, seat }) => own[seat]);
  const chosen = games.flatMap((game) =>
    [1, 2].flatMap((kingdom) =>
      game.deals
        .filter((deal) => deal.kingdom === kingdom)
        .map((deal, i) => ({ ...deal, choice: i + 1, contract: groupOf(deal) }))
        .filter((deal) => deal.king === game.seat && deal.chosen),
    ),
  );
  return {
    ...standingOf(games),
    byMode: Object.keys(MODES)
      .map((mode) => ({ mode, of: games.filter((game) => game.mode === mode) }))
      .filter(({ of }) => of.length > 0)
      .map(({ mode, of }) => ({ mode, partnership: "none", ...standingOf(of) })),
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

/** The statistics of these games. */
const expected = (games: Planted[]) => ({
  ...playedIn(games.filter(({ category }) => category === "standard" || category === "custom")),
  byCategory: CATEGORIES.map((category) => ({ category, of: games.filter((game) => game.category === category) }))
    .filter(({ of }) => of.length > 0)
    .map(({ category, of }) => ({ category, ...playedIn(of) })),
});

test("they are those of finished games, by category, and of unlisted ones only for the player themselves", async () => {
  const finished = planted.filter(({ status }) => status === "finished");
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
  expect(all.left).toBeGreaterThan(0);
  expect(all.points.map(({ contract }) => contract)).toEqual(CONTRACT_GROUPS);
  expect(all.byCategory.map(({ category }) => category)).toEqual(CATEGORIES);
  expect(CONTRACT_GROUPS).toEqual([...CONTRACTS, "combined"]);
});

test("a player without games has none", async () => {
  const { json } = await client.call("GET", `/v1/players/${basil.id}/stats`);
  expect(json).toEqual({
    player: basil.id,
    matches: 0,
    wins: 0,
    meanPlace: null,
    bestPlace: null,
    left: 0,
    byMode: [],
    points: [],
    trixPlaces: [0, 0, 0, 0],
    choices: [],
    byCategory: [],
  });
});

test("a match that was played counts as its record says", async () => {
  const made = await client.game(dina, { seats: WITH_BOTS, rules: { kingdoms: 1 } });
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
  expect(json.byCategory).toMatchObject([{ category: "custom", matches: 1 }]);
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
