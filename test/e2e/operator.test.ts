/** The operator's door: what the command does over it, and that nobody else can tell that there is one. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../../scripts/bundle.ts";
import { Client, expectProblem, type Reply, WITH_BOTS } from "../support/http.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const SECRET = "an operator's secret for tests only";

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer({ vars: { ADMIN_SECRET: SECRET } });
  client = new Client(server);
});
afterAll(() => server.close());

const admin = (secret: string, body: object, method = "POST"): Promise<Reply> =>
  client.call(method, "/admin", { token: secret, ...(method === "POST" && { body }) });
const logged = () => server.logs.flatMap(({ message }) => (message.startsWith("operator at ") ? [message] : []));

/** What tells one answer from another, but for what every answer has of its own. */
const seen = ({ status, headers, json }: Reply) => {
  const { instance: _, requestId: __, ...problem } = json;
  return { status, problem, headers: [...headers.keys()].filter((name) => name !== "date") };
};

test("the command ends a match, whose players are told, and locks an account out", async () => {
  const amal = await client.player("Amal");
  const series = { rules: { kingdoms: 1 }, seats: WITH_BOTS, series: { matches: 3 } };
  const { json: game } = await client.call("POST", "/v1/games", { token: amal.token, body: series });
  const run = async (...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, ["scripts/admin.ts", "--url", server.url, ...args], {
        cwd: ROOT,
        env: { ...process.env, ADMIN_SECRET: SECRET },
      })
    ).stdout;
  expect(await run("end-game", game.id)).toContain('"status":"aborted"');
  const { json: ended } = await client.call("GET", `/v1/games/${game.id}`, { token: amal.token });
  expect(ended).toMatchObject({ status: "aborted", next: null, series: { ended: "aborted" } });
  expect(ended.deal.awaiting).toEqual([]);
  expect(ended.you).toMatchObject({ seat: 0, decision: null, legalActions: [] });
  const { json: events } = await client.call("GET", `/v1/games/${game.id}/events?after=${game.version}`);
  expect(events.data).toMatchObject([{ type: "game_aborted", reason: "operator" }]);
  const act = { action: game.you.legalActions[0].id };
  expectProblem(
    await client.call("POST", `/v1/games/${game.id}/actions`, { token: amal.token, body: act }),
    409,
    "game_over",
  );
  // The deal that was broken off stays hidden.
  const replay = await client.call("GET", `/v1/games/${game.id}/record?as=1&at=${ended.version}`);
  expectProblem(replay, 409, "deal_not_finished");

  const { json: waiting } = await client.call("POST", "/v1/games", { token: amal.token, body: {} });
  expect((await admin(SECRET, { command: "end-game", game: waiting.id })).json).toMatchObject({ status: "aborted" });
  const again = await admin(SECRET, { command: "end-game", game: waiting.id });
  expectProblem(again, 409, "game_over");
  expectProblem(
    await admin(SECRET, { command: "end-game", game: "gm_aaaaaaaaaaaaaaaaaaaaaaaa" }),
    404,
    "game_not_found",
  );
  expect((await admin(SECRET, { command: "revoke-tokens", account: amal.id })).json).toEqual({
    account: amal.id,
    revoked: 1,
  });
  expectProblem(await client.call("GET", "/v1/me", { token: amal.token }), 401, "unauthorized");
  expectProblem(await admin(SECRET, { command: "restart" }), 400, "invalid_request");
  expect(logged()).toHaveLength(6);
  expect(logged()[0]).toMatch(new RegExp(`^operator at \\S+: end-game ${game.id}: done$`));
});

test("the running games are listed with what they weigh, and the accounts that run the most", async () => {
  const [badr, carla] = [await client.player("Badr"), await client.player("Carla")];
  const made = [];
  for (const { token } of [badr, badr, carla])
    made.push((await client.call("POST", "/v1/games", { token, body: { seats: WITH_BOTS } })).json);
  let list: Reply["json"];
  for (let i = 0; i < 100; i++) {
    list = (await admin(SECRET, { command: "list-heavy" })).json;
    if (list.running === 3) break;
    await new Promise((done) => setTimeout(done, 20));
  }
  expect(list.accounts).toEqual([
    { account: badr.id, games: 2 },
    { account: carla.id, games: 1 },
  ]);
  expect(list.games).toHaveLength(3);
  for (const game of made) {
    expect(list.games.find(({ id }: { id: string }) => id === game.id)).toMatchObject({
      creator: game.creator,
      deals: 0,
      dealsAnHour: 0,
      events: game.version,
      commits: 1,
      botsAlone: false,
    });
  }
  // What is in nobody's hand is in no list.
  expect(JSON.stringify(list)).not.toMatch(/hand|"[2-9TJQKA][SHDC]"/);
});

test("without the secret there is nothing at that path that is not at any other", async () => {
  const body = { command: "list-heavy" };
  const before = logged().length;
  const nowhere = seen(await client.call("POST", "/nowhere", { token: "x".repeat(40), body }));
  expect(nowhere.status).toBe(404);
  for (const wrong of ["x", `${SECRET}x`, SECRET.slice(0, -1)]) expect(seen(await admin(wrong, body))).toEqual(nowhere);
  expect(seen(await client.call("POST", "/admin", { body }))).toEqual(nowhere);
  for (const method of ["GET", "PUT", "DELETE"])
    expect(seen(await admin(SECRET, body, method))).toEqual(seen(await client.call(method, "/nowhere")));
  const options = (path: string) =>
    client.call("OPTIONS", path, { headers: { "Access-Control-Request-Method": "POST" } });
  expect([...(await options("/admin")).headers.keys()]).toEqual([...(await options("/nowhere")).headers.keys()]);
  const { json: description } = await client.call("GET", "/openapi.json");
  expect(JSON.stringify(description)).not.toContain("/admin");
  expect(logged()).toHaveLength(before);

  // A secret that can be guessed opens nothing, as none does.
  const bare = await startTestServer({ vars: { ADMIN_SECRET: "short" } });
  try {
    const other = new Client(bare);
    const call = (path: string, headers: Record<string, string>) => other.call("POST", path, { headers, body });
    const at = seen(await call("/nowhere", {}));
    for (const token of ["short", SECRET])
      expect(seen(await call("/admin", { Authorization: `Bearer ${token}` }))).toEqual(at);
    expect(seen(await call("/admin", {}))).toEqual(at);
  } finally {
    await bare.close();
  }
});
