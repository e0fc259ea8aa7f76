import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, expectProblem, type TestPlayer } from "../support/http.ts";
import { startTestServer } from "../support/server.ts";

const STATUSES = ["waiting", "playing", "finished", "aborted"];
const PRESETS = ["trix", "jordan", "pagat"];
const MODES = ["classic", "complex"];
const START = Date.UTC(2026, 0, 1);

interface Planted {
  id: string;
  status: string;
  preset: string;
  mode: string;
  visibility: string;
  creator: string;
  sits: string | null;
  createdAt: number;
}

let client: Client;
let amal: TestPlayer, basil: TestPlayer, carla: TestPlayer;
let planted: Planted[];

/** Games as the export writes them, straight into D1: several share an instant, a third is unlisted. */
beforeAll(async () => {
  client = new Client(await startTestServer());
  [amal, basil, carla] = await Promise.all(["Amal", "Basil", "Carla"].map((name) => client.player(name)));
  planted = Array.from({ length: 90 }, (_, i) => ({
    id: `gm_planted${String((i * 37) % 90).padStart(2, "0")}`,
    status: STATUSES[i % 4],
    preset: PRESETS[i % 3],
    mode: MODES[Math.floor(i / 3) % 2],
    visibility: i % 3 === 1 ? "unlisted" : "public",
    creator: [amal, basil][i % 2].id,
    sits: i % 5 === 0 ? carla.id : null,
    createdAt: START + Math.floor(i / 4) * 60_000,
  }));
  const db = await client.server.mf.getD1Database("DB");
  const statements = planted.flatMap((game, i) => [
    db
      .prepare(
        "INSERT INTO games (id, status, preset, mode, partnership, visibility, creator_id, version, created_at, finished_at) VALUES (?, ?, ?, ?, 'none', ?, ?, 9, ?, ?)",
      )
      .bind(
        game.id,
        game.status,
        game.preset,
        game.mode,
        game.visibility,
        game.creator,
        game.createdAt,
        game.status === "finished" ? game.createdAt + 5 : null,
      ),
    ...[0, 1, 2, 3].map((seat) =>
      seat === 2 && game.sits !== null
        ? db
            .prepare(
              "INSERT INTO seats (game_id, seat, kind, player_id, player_name, player_kind, created_at, visibility) VALUES (?, 2, ?, ?, 'Carla', 'human', ?, ?)",
            )
            .bind(game.id, i % 2 === 0 ? "player" : "kept", game.sits, game.createdAt, game.visibility)
        : db
            .prepare("INSERT INTO seats (game_id, seat, kind, bot, created_at, visibility) VALUES (?, ?, ?, ?, ?, ?)")
            .bind(
              game.id,
              seat,
              seat === 1 ? "bot" : "open",
              seat === 1 ? "steady" : null,
              game.createdAt,
              game.visibility,
            ),
    ),
    ...Array.from({ length: i % 3 }, (_, deal) =>
      db
        .prepare(
          "INSERT INTO deals (game_id, ordinal, number, tiebreak, kingdom, king, contracts, points_0, points_1, points_2, points_3, places) VALUES (?, ?, ?, ?, 1, 0, 'queens', ?, -25, -75, 0, '')",
        )
        .bind(game.id, deal + 1, deal + 1, deal === 1 ? 1 : 0, i),
    ),
  ]);
  for (let from = 0; from < statements.length; from += 200) await db.batch(statements.slice(from, from + 200));
});
afterAll(() => client.server.close());

const newestFirst = (games: Planted[]): string[] =>
  games.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).map(({ id }) => id);

const visibleTo =
  (player: TestPlayer | null) =>
  (game: Planted): boolean =>
    game.visibility === "public" || (player !== null && (game.creator === player.id || game.sits === player.id));

/** Every id of a list, by paging to its end. */
async function idsOf(query: Record<string, string>, player: TestPlayer | null, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const search = new URLSearchParams({ ...query, limit: String(limit), ...(cursor !== null && { cursor }) });
    const { status, json, text } = await client.call(
      "GET",
      `/v1/games?${search}`,
      player === null ? {} : { token: player.token },
    );
    expect(status, text).toBe(200);
    expect(json.data.length).toBeLessThanOrEqual(limit);
    ids.push(...json.data.map(({ id }: { id: string }) => id));
    cursor = json.nextCursor;
    if (cursor !== null) expect(json.data).toHaveLength(limit);
  } while (cursor !== null);
  return ids;
}

test("paging loses and repeats nothing, whatever the size of a page", async () => {
  const expected = newestFirst(planted.filter(visibleTo(null)));
  expect(expected.length).toBe(60);
  for (const limit of [1, 7, 20, 60, 100]) expect(await idsOf({}, null, limit)).toEqual(expected);
  expect((await client.call("GET", "/v1/games")).json.data).toHaveLength(20);
});

test("each filter, and any two together, gives exactly its games to each viewer", async () => {
  const since = new Date(START + 5 * 60_000).toISOString(),
    until = new Date(START + 15 * 60_000).toISOString();
  const filters: [Record<string, string>, (game: Planted) => boolean][] = [
    [{ status: "finished" }, ({ status }) => status === "finished"],
    [{ preset: "jordan" }, ({ preset }) => preset === "jordan"],
    [{ mode: "complex" }, ({ mode }) => mode === "complex"],
    [{ player: carla.id }, ({ sits }) => sits === carla.id],
    [{ since }, ({ createdAt }) => createdAt >= Date.parse(since)],
    [{ until }, ({ createdAt }) => createdAt < Date.parse(until)],
  ];
  for (const viewer of [null, amal, carla]) {
    for (const [first, fits] of filters) {
      for (const [second, fitsToo] of filters) {
        const expected = newestFirst(planted.filter((game) => visibleTo(viewer)(game) && fits(game) && fitsToo(game)));
        expect(await idsOf({ ...first, ...second }, viewer, 9), JSON.stringify({ ...first, ...second })).toEqual(
          expected,
        );
      }
    }
  }
});

test("unlisted games show to those who made them or sit in them, to nobody else", async () => {
  for (const viewer of [null, amal, basil, carla]) {
    expect(await idsOf({}, viewer, 100)).toEqual(newestFirst(planted.filter(visibleTo(viewer))));
  }
  expect(await idsOf({ player: "me" }, carla, 100)).toEqual(
    newestFirst(planted.filter(({ sits }) => sits === carla.id)),
  );
  const others = planted
    .filter((game) => game.sits === carla.id && game.visibility === "unlisted" && game.creator !== amal.id)
    .map(({ id }) => id);
  expect(others.length).toBeGreaterThan(0);
  const seen = await idsOf({ player: carla.id }, amal, 100);
  expect(seen.filter((id) => others.includes(id))).toEqual([]);
});

test("an item shows seats, totals of its deals without tie-breaks, and how many were played", async () => {
  const { json } = await client.call("GET", "/v1/games?limit=100", { token: amal.token });
  const i = planted.findIndex(
    ({ visibility, sits }, index) => visibility === "public" && sits !== null && index % 3 === 2,
  );
  const game = planted[i];
  expect(json.data.find(({ id }: { id: string }) => id === game.id)).toEqual({
    id: game.id,
    sandbox: false,
    status: game.status,
    preset: game.preset,
    mode: game.mode,
    partnership: "none",
    seats: [
      { seat: 0, kind: "open" },
      { seat: 1, kind: "bot", bot: "steady" },
      { seat: 2, kind: i % 2 === 0 ? "player" : "kept", player: { id: carla.id, name: "Carla", kind: "human" } },
      { seat: 3, kind: "open" },
    ],
    scores: [i, -25, -75, 0],
    dealsPlayed: 2,
    createdAt: new Date(game.createdAt).toISOString(),
    finishedAt: game.status === "finished" ? new Date(game.createdAt + 5).toISOString() : null,
  });
});

test("a cursor works only with the filters it was given for", async () => {
  const { nextCursor } = (await client.call("GET", "/v1/games?limit=5&status=finished")).json;
  expect((await client.call("GET", `/v1/games?limit=7&status=finished&cursor=${nextCursor}`)).status).toBe(200);
  for (const query of ["limit=5", "limit=5&status=waiting", "limit=5&status=finished&preset=trix"]) {
    const reply = await client.call("GET", `/v1/games?${query}&cursor=${nextCursor}`);
    expectProblem(reply, 400, "invalid_request");
    expect(reply.json.errors).toEqual([
      { in: "query", pointer: "/cursor", code: "other_filters", message: expect.any(String) },
    ]);
  }
  for (const cursor of [
    "x",
    "bnVsbA",
    `${nextCursor}x`,
    "a".repeat(400),
    Buffer.from('["1","2","3"]').toString("base64url"),
  ]) {
    expectProblem(await client.call("GET", `/v1/games?status=finished&cursor=${cursor}`), 400, "invalid_request");
  }
});

test("games that are made appear in lists, unlisted ones to their own players alone", async () => {
  const open = await client.game(amal),
    hidden = await client.game(basil, { visibility: "unlisted", seats: [{ player: carla.id }] });
  const find = async (id: string, player: TestPlayer | null) =>
    (await client.call("GET", "/v1/games?limit=5", player === null ? {} : { token: player.token })).json.data.some(
      (game: { id: string }) => game.id === id,
    );
  await expect.poll(() => find(open.id, null)).toBe(true);
  await expect.poll(() => find(hidden.id, basil)).toBe(true);
  expect(await find(hidden.id, carla)).toBe(true);
  expect(await find(hidden.id, null)).toBe(false);
  expect(await find(hidden.id, amal)).toBe(false);
  expect((await client.call("GET", `/v1/games/${hidden.id}`)).json.visibility).toBe("unlisted");
});
