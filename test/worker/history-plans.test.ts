/** How D1 goes about everything that the Worker asks it: each statement as it is really sent, among thousands of games. */
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as apps from "../../src/history/apps.ts";
import * as players from "../../src/history/players.ts";
import * as read from "../../src/history/read.ts";
import * as stats from "../../src/history/stats.ts";
import * as tokens from "../../src/history/tokens.ts";
import * as write from "../../src/history/write.ts";
import { KINDS } from "../../src/http/schemas/list.ts";
import { type ManyGames, plantings, summing, uprootings } from "../support/many-games.ts";

interface Sent {
  sql: string;
  params: unknown[];
}

/** The same database, which writes down each statement that is bound to values. */
function listening(d1: D1Database, sent: Sent[]): D1Database {
  const listen = <T extends Pick<D1Database, "prepare">>(to: T): T =>
    new Proxy(to, {
      get(target, name) {
        if (name === "withSession") return (...given: unknown[]) => listen(Reflect.apply(d1.withSession, d1, given));
        if (name !== "prepare") {
          const own = Reflect.get(target, name);
          return typeof own === "function" ? own.bind(target) : own;
        }
        return (sql: string) => {
          const statement = target.prepare(sql);
          const bind = statement.bind.bind(statement);
          statement.bind = (...params: unknown[]) => {
            sent.push({ sql, params });
            return bind(...params);
          };
          // What has no values is sent unbound.
          if (!sql.includes("?")) sent.push({ sql, params: [] });
          return statement;
        };
      },
    });
  return listen(d1);
}

const BUSY = "pl_planted_busy",
  QUIET = "pl_planted_quiet";
const MANY: ManyGames[] = [
  { prefix: "gm_many_p", visibility: "public" as const },
  { prefix: "gm_many_u", visibility: "unlisted" as const },
].map((each) => ({ ...each, games: 1200, player: BUSY, others: "pl_planted_", dealsPerGame: 2 }));
const FEW: ManyGames = { ...MANY[0], prefix: "gm_few_p", games: 3, player: QUIET };

const run = (statements: string[]) => env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));

beforeAll(async () => {
  await run([...MANY, FEW].flatMap((each) => plantings(each)));
  await run([...summing(), "ANALYZE"]);
});
afterAll(async () => {
  await run([...MANY, FEW].flatMap(({ prefix }) => uprootings(prefix)));
  await run([
    "DELETE FROM players WHERE id GLOB 'pl_planted*'",
    "DELETE FROM tokens WHERE player_id GLOB 'pl_planted*'",
  ]);
});

const PLAYER = { id: QUIET, name: "Quiet", kind: "human", createdAt: 1, appId: null, claimedBy: null } as const;
const APP = { id: "ap_planted", ownerId: QUIET, name: "App", createdAt: 1, deletedAt: null };
const TOKEN: tokens.TokenRow = {
  id: "tk_planted",
  playerId: QUIET,
  appId: null,
  name: "Token",
  scopes: "",
  gameId: null,
  seat: null,
  createdAt: 1,
  expiresAt: null,
  revokedAt: null,
};

/** Lists under every combination of filters, of which some let nothing through, for everybody who may ask. */
const listCalls = (d1: D1Database) =>
  [undefined, "waiting" as const].flatMap((status) =>
    [undefined, "jordan"].flatMap((preset) =>
      [undefined, "complex"].flatMap((mode) =>
        [undefined, BUSY, QUIET].flatMap((player) =>
          [null, BUSY, QUIET].map(
            // Where a page before has ended changes values alone.
            (viewer) => () => read.listGames(d1, viewer, { status, preset, mode, player }, null, 2, KINDS),
          ),
        ),
      ),
    ),
  );

const history = (results: boolean): write.GameHistory => ({
  gameId: "gm_few_p0000001",
  game: {
    id: "gm_few_p0000001",
    status: "finished",
    preset: "trix",
    mode: "classic",
    partnership: "none",
    visibility: "public",
    creatorId: QUIET,
    version: 9,
    createdAt: 1_577_836_801_000,
    startedAt: 1_577_836_801_000,
    finishedAt: 1_577_836_801_000,
    category: "standard",
  },
  seats: [
    {
      gameId: "gm_few_p0000001",
      seat: 0,
      kind: "player",
      playerId: QUIET,
      playerName: "Somebody",
      playerKind: "human",
      createdAt: 1_577_836_801_000,
      visibility: "public",
    },
  ],
  deals: [
    {
      gameId: "gm_few_p0000001",
      ordinal: 1,
      number: 1,
      tiebreak: false,
      kingdom: 1,
      king: 0,
      contracts: "queens",
      points0: -25,
      points1: -25,
      points2: -25,
      points3: -25,
      places: "",
      player0: QUIET,
      chosenBy: QUIET,
      choice: 1,
    },
  ],
  results: results
    ? [{ gameId: "gm_few_p0000001", seat: 0, total: 0, place: 1, won: true, playerId: QUIET, hasLeft: false }]
    : [],
});

/** Every call that there is, by the name of its function. */
const CALLS: Record<string, (d1: D1Database) => (() => Promise<unknown>)[]> = {
  listGames: listCalls,
  statsOf: (d1) => [() => stats.statsOf(d1, BUSY, null), () => stats.statsOf(d1, BUSY, BUSY)],
  writeHistory: (d1) => [() => write.writeHistory(d1, history(false)), () => write.writeHistory(d1, history(true))],
  addPlayer: (d1) => [() => players.addPlayer(d1, PLAYER, TOKEN)],
  findPlayer: (d1) => [() => players.findPlayer(d1, BUSY)],
  findPlayers: (d1) => [() => players.findPlayers(d1, [BUSY, QUIET])],
  putUser: (d1) => [() => players.putUser(d1, PLAYER, {}), () => players.putUser(d1, PLAYER, { name: "Quiet" })],
  claimUser: (d1) => [() => players.claimUser(d1, QUIET, BUSY)],
  claimedUsers: (d1) => [() => players.claimedUsers(d1, BUSY)],
  answers: (d1) => [() => players.answers(d1, 1000)],
  listApps: (d1) => [() => apps.listApps(d1, QUIET)],
  findApp: (d1) => [() => apps.findApp(d1, "ap_x")],
  addApp: (d1) => [() => apps.addApp(d1, APP, "tk_x", 0)],
  endApp: (d1) => [() => apps.endApp(d1, QUIET, "ap_x", 5)],
  listTokens: (d1) => [() => tokens.listTokens(d1, QUIET, 5)],
  addToken: (d1) => [() => tokens.addToken(d1, TOKEN, "tk_x", 0)],
  revokeToken: (d1) => [() => tokens.revokeToken(d1, QUIET, "tk_x", 5)],
  revokeAll: (d1) => [() => tokens.revokeAll(d1, QUIET, 5)],
  revokedSince: (d1) => [() => tokens.revokedSince(d1, 5)],
};

/** What is not a question to D1 among the functions of history. */
const OTHERS = ["hasBeenRevoked"];

/** What may be gone through from end to end: rows that a subquery has bounded, and lists that come with the statement. */
const BOUNDED =
  /^SCAN (listed|way|facts|\(subquery-\d+\)|\d+ CONSTANT ROWS?|CONSTANT ROW|\w+ VIRTUAL TABLE INDEX \d+:)$/;
/** What may be sorted: as many games of each kind as a page takes, and what one match comes to. */
const SORTED = /^(select created_at, id, fits from \(SELECT game\.value|insert into "statistics")/;

/** How many rows one statement may read: for each game that a walk goes through, it and its four seats, and once more to find where the walk ends. */
const MOST_READ = 8 * read.MOST_WALKED + 100;
/** Each kind has an entry in the list that comes with the statement, a row for its subquery, and as many games as a page takes. */
const MOST_READ_OF_KINDS = 4 * KINDS.presets.length * KINDS.modes.length * (2 * 3 + 3);

test("no statement that the Worker sends to D1 scans a table, sorts what has no bound, or reads more the more games there are", async () => {
  const named = [apps, players, read, stats, tokens, write].flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (typeof value === "function" ? [name] : [])),
  );
  expect(Object.keys(CALLS).sort()).toEqual(named.filter((name) => !OTHERS.includes(name)).sort());

  const sent = new Map<string, Sent & { by: string }>();
  for (const [by, calls] of Object.entries(CALLS)) {
    const own: Sent[] = [];
    for (const call of calls(listening(env.DB, own))) await call();
    expect(own.length, by).toBeGreaterThan(0);
    for (const each of own) sent.set(JSON.stringify(each), { ...each, by });
  }
  const found: string[] = [];
  for (const [sql, { params, by }] of new Map([...sent.values()].map((each) => [each.sql, each]))) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>();
    for (const { detail } of results)
      if (detail.startsWith("SCAN") ? !BOUNDED.test(detail) : detail.startsWith("USE TEMP") && !SORTED.test(sql))
        found.push(`${by}: ${detail} in ${sql}`);
  }
  for (const { sql, params, by } of sent.values()) {
    if (!/^select/i.test(sql)) continue;
    const { meta } = await env.DB.prepare(sql)
      .bind(...params)
      .all();
    const most = sql.includes("games_by_kind") ? MOST_READ_OF_KINDS : MOST_READ;
    if (meta.rows_read > most) found.push(`${by}: ${meta.rows_read} rows read by ${sql} (${params})`);
  }
  expect(found).toEqual([]);
});

test("statistics are read from a row for each kind of game, of a player with thousands of them as of one with three", async () => {
  for (const [player, rows] of [
    [BUSY, 4],
    [QUIET, 1],
  ] as const) {
    const sent: Sent[] = [];
    expect(await stats.statsOf(listening(env.DB, sent), player, player)).toHaveLength(rows);
    const [{ sql, params }] = sent;
    const { meta } = await env.DB.prepare(sql)
      .bind(...params)
      .all();
    // One more to see that no more follow.
    expect(meta.rows_read).toBeLessThanOrEqual(rows + 1);
  }
});

/** All pages of a list: the ids, and how many games each page had. */
async function pagesOf(viewer: string | null, filters: read.GameFilters) {
  const ids: string[] = [];
  const sizes: number[] = [];
  const keys: string[] = [];
  for (let after: read.GameKey | null = null; ; ) {
    const { games, next }: Awaited<ReturnType<typeof read.listGames>> = await read.listGames(
      env.DB,
      viewer,
      filters,
      after,
      20,
      KINDS,
    );
    ids.push(...games.map(({ id }) => id));
    sizes.push(games.length);
    if (next === null) return { ids, sizes, keys };
    keys.push(next.id);
    after = next;
  }
}

test("the pages of one player's games have each game that fits once, though some pages are short or empty", async () => {
  const hundredths = (prefix: string) =>
    Array.from({ length: 12 }, (_, i) => `${prefix}${String(1200 - i * 100).padStart(7, "0")}`);
  const listed = await pagesOf(null, { player: BUSY, mode: "complex" });
  expect(listed.ids).toEqual(hundredths("gm_many_p"));
  expect(Math.min(...listed.sizes)).toBeLessThan(20);
  expect(listed.sizes.length).toBeLessThanOrEqual(4);
  const own = await pagesOf(BUSY, { player: BUSY, mode: "complex" });
  expect(own.ids.toSorted()).toEqual([...hundredths("gm_many_p"), ...hundredths("gm_many_u")].toSorted());
  expect(await pagesOf(BUSY, { player: BUSY, status: "waiting" })).toMatchObject({ ids: [], sizes: [0, 0, 0] });
  // Games that both know of: one who sat there finds the unlisted ones as well.
  const both = await pagesOf("pl_planted_2", { player: BUSY, mode: "complex" });
  expect(both.ids.toSorted()).toEqual(own.ids.toSorted());
});

test("no cursor names a game that its reader may not know of", async () => {
  for (const viewer of [null, QUIET])
    for (const filters of [
      { since: 1_577_837_950_000 },
      { mode: "complex" },
      { status: "waiting" as const, player: BUSY },
      { player: BUSY, preset: "jordan" },
    ]) {
      const { ids, keys } = await pagesOf(viewer, filters);
      expect([...ids, ...keys].filter((id) => id.startsWith("gm_many_u"))).toEqual([]);
    }
});
