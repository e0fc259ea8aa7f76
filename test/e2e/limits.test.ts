import { afterAll, beforeAll, expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { BUDGETS } from "../../src/http/access/budgets.ts";
import { REFUSAL_LIMIT, REFUSAL_WINDOW_MS } from "../../src/wire/refusals.ts";
import { operations } from "../contract/judge.ts";
import { Client, expectProblem, type Reply, type TestPlayer, WITH_BOTS } from "../support/http.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

/** What every budget of this server allows. */
const LITTLE = 8;

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer({ callsAMinute: LITTLE });
  client = new Client(server);
});
afterAll(() => server.close());

let addresses = 0;
/** As from an address of its own. */
const from = (address = `192.0.2.${++addresses}`) => ({ "CF-Connecting-IP": address });

async function player(name: string): Promise<TestPlayer> {
  const { json } = await client.call("POST", "/v1/players", { body: { name, kind: "bot" }, headers: from() });
  return { id: json.player.id, name, token: json.token };
}

/** Calls until the budget is gone: how many came through, and the refusal. */
async function drain(call: () => Promise<Reply>): Promise<{ passed: number; refused: Reply }> {
  for (let passed = 0; ; passed++) {
    const reply = await call();
    if (reply.status === 429) return { passed, refused: reply };
    if (passed > 3 * LITTLE) throw new Error(`never refused: ${reply.status}`);
  }
}

function expectLimited({ refused, passed }: { passed: number; refused: Reply }, budget: keyof typeof BUDGETS): void {
  expect(passed).toBe(LITTLE);
  expectProblem(refused, 429, "too_many_requests");
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(refused.headers.get("ratelimit-policy")).toBe(`"${budget}";q=${BUDGETS[budget].limit};w=60`);
}

test("each budget is counted by itself: accounts and calls without a token by address, calls with one by token", async () => {
  const home = from();
  expectLimited(
    await drain(() => client.call("POST", "/v1/players", { body: { name: "A", kind: "bot" }, headers: home })),
    "accounts",
  );
  expectLimited(await drain(() => client.call("GET", "/v1/rules", { headers: home })), "public");
  const away = from();
  expectLimited(await drain(() => client.call("GET", "/v1/me", { token: "trix_guess", headers: away })), "public");
  const amal = await player("Amal");
  expectLimited(
    await drain(() => client.call("POST", "/v1/games", { token: amal.token, body: {}, headers: home })),
    "games",
  );
  expectLimited(await drain(() => client.call("GET", "/v1/me", { token: amal.token, headers: home })), "requests");
  expect((await client.call("GET", "/v1/me", { token: (await player("Badr")).token, headers: home })).status).toBe(200);
  expect((await client.call("GET", "/v1/bots", { headers: from() })).status).toBe(200);
});

test("whoever watches the server hears of its health, however often it is called from there", async () => {
  const home = from();
  await drain(() => client.call("GET", "/v1/rules", { headers: home }));
  for (let i = 0; i < 3 * LITTLE; i++) {
    const { status, headers } = await client.call("GET", "/healthz", { headers: home });
    expect([status, headers.get("ratelimit-policy")]).toEqual([200, null]);
  }
  expectProblem(
    await client.call("GET", "/healthz", { headers: { ...home, Accept: "text/html" } }),
    406,
    "not_acceptable",
  );
});

test.each(operations.filter(({ id }) => id !== "getHealth"))(
  "$id has a budget, which is told when it is used up",
  async ({ method, path }) => {
    const home = from();
    const url = path.replace("{seat}", "1").replace(/\{\w+\}/g, "x:1");
    const refused = (await drain(() => client.call(method, url, { headers: home }))).refused;
    expectProblem(refused, 429, "too_many_requests");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  },
);

test("an app's calls are counted by its token, whoever it acts for", async () => {
  const carla = await player("Carla");
  const { json } = await client.call("POST", "/v1/apps", { token: carla.token, body: { name: "Chat" } });
  let user = 0;
  expectLimited(
    await drain(() =>
      client.call("GET", "/v1/me", { token: json.token.token, headers: { "Trix-Act-As": `x:${user++}` } }),
    ),
    "apps",
  );
});

test("legal actions are never throttled, whatever else is used up; refused ones are, and legal ones pass all the same", async () => {
  const dina = await player("Dina");
  const game = (
    await client.call("POST", "/v1/games", { token: dina.token, body: { rules: { kingdoms: 1 }, seats: WITH_BOTS } })
  ).json;
  await drain(() => client.call("GET", "/v1/me", { token: dina.token }));
  const act = (action: string, decision?: string) =>
    client.call("POST", `/v1/games/${game.id}/actions`, { token: dina.token, body: { action, decision } });
  let view = game;
  for (let acted = 0; acted < 3 * LITTLE; acted++) {
    const reply = await act(view.you.legalActions[0].id, view.you.decision.id);
    expect(reply.status, reply.text).toBe(200);
    view = reply.json.game;
  }
  let refused: Reply;
  let count = 0;
  do {
    refused = await act("c:kqdtx");
    count++;
  } while (refused.status !== 429 && count < 2 * REFUSAL_LIMIT);
  expect(count).toBe(REFUSAL_LIMIT + 1);
  expectProblem(refused, 429, "too_many_refusals");
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(refused.json.game).toBeUndefined();
  expect((await act(view.you.legalActions[0].id, view.you.decision.id)).status).toBe(200);
});

test("an action that never reaches a game is counted like any other call", async () => {
  const farid = await player("Farid");
  const game = (
    await client.call("POST", "/v1/games", { token: farid.token, body: { rules: { kingdoms: 1 }, seats: WITH_BOTS } })
  ).json;
  const act = (body: object | string) =>
    client.call("POST", `/v1/games/${game.id}/actions`, {
      token: farid.token,
      ...(typeof body === "string" ? { raw: body, headers: { "Content-Type": "application/json" } } : { body }),
    });
  expectLimited(await drain(() => act("{bad")), "requests");
  const { status, text } = await act({ action: game.you.legalActions[0].id, decision: game.you.decision.id });
  expect(status, text).toBe(200);
});

test("a token without a seat is counted like any other caller, hears soon that it is too much, and holds up nobody at the table", async () => {
  const [host, stranger] = [await player("Host"), await player("Stranger")];
  const game = (
    await client.call("POST", "/v1/games", { token: host.token, body: { rules: { kingdoms: 1 }, seats: WITH_BOTS } })
  ).json;
  const act = ({ token }: TestPlayer, body: object) =>
    client.call("POST", `/v1/games/${game.id}/actions`, { token, body });
  const drained = await drain(() => act(stranger, { action: "pass" }));
  expectLimited(drained, "requests");
  const replies = await Promise.all(Array.from({ length: 100 }, () => act(stranger, { action: "pass" })));
  const local = replies.filter(({ headers }) => headers.get("retry-after") === "1");
  expect(local.length).toBeGreaterThan(50);
  for (const reply of local) expectProblem(reply, 429, "too_many_refusals");
  const { id } = game.you.decision;
  expect((await act(host, { action: game.you.legalActions[0].id, decision: id })).status).toBe(200);
});

test("what an account sets in motion is counted by its deals, and by games that only house bots play", async () => {
  // This server allows as many deals in the window as eight whole matches have.
  const [iris, jana] = [await player("Iris"), await player("Jana")];
  const bots = Array.from({ length: 4 }, () => ({ bot: "steady" }));
  const create = ({ token }: TestPlayer, body: object) => client.call("POST", "/v1/games", { token, body });
  const series = { rules: { mode: "practice", practice: { contracts: ["trix"], deals: 100 } }, series: { matches: 2 } };
  expect((await create(iris, series)).status).toBe(201);
  const refused = await create(iris, {});
  expectProblem(refused, 429, "too_many_requests");
  expect(refused.json.detail).toContain("create games with at most 2000 deals in 10 minutes");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
  for (let i = 0; i < 5; i++) expect((await create(jana, { seats: bots })).status).toBe(201);
  const sixth = await create(jana, { seats: bots });
  expectProblem(sixth, 409, "limit_reached");
  expect(sixth.json.detail).toMatch(/at most 5 running games that only house bots play\. Wait until one is finished\./);
});

test("an account has at most fifty games that wait for players, and a creation that is repeated does not count", async () => {
  const own = await startTestServer();
  try {
    const many = new Client(own);
    const emil = await many.player("Emil");
    const make = (key: string) =>
      many.call("POST", "/v1/games", { token: emil.token, body: {}, headers: { "Idempotency-Key": key } });
    const replies = await Promise.all(Array.from({ length: 70 }, (_, i) => make(`k${i}`)));
    const made = replies.flatMap(({ status }, i) => (status === 201 ? [i] : []));
    expect(made).toHaveLength(50);
    const refused = replies.find(({ status }) => status !== 201)!;
    expectProblem(refused, 409, "limit_reached");
    expect(refused.json.detail).toMatch(/^An account can have at most 50 games waiting for players\./);
    const again = await make(`k${made[0]}`);
    expect(again.status).toBe(201);
    await many.call("POST", `/v1/games/${again.json.id}/abort`, { token: emil.token });
  } finally {
    await own.close();
  }
});

test("what is told of the limits is what the configuration, the game and the answers say", async () => {
  const told = (await client.call("GET", "/v1/limits", { headers: from() })).json;
  const { ratelimits } = unstable_readConfig({ config: "wrangler.toml" });
  const configured = (ratelimits as { name: string; simple: { limit: number; period: number } }[]).map(
    ({ name, simple: { limit, period } }) => ({ name, limit, windowMs: period * 1000 }),
  );
  expect(configured).toEqual(
    Object.values(BUDGETS).map(({ binding, limit, windowMs }) => ({ name: binding, limit, windowMs })),
  );
  expect(told.budgets.at(-1)).toMatchObject({ limit: REFUSAL_LIMIT, windowMs: REFUSAL_WINDOW_MS });
  expect(told.budgets.map(({ name, limit }: { name: string; limit: number }) => [name, limit])).toEqual([
    ...Object.entries(BUDGETS).map(([name, { limit }]) => [name, limit]),
    ["deals", 2000],
    ["app deals", 20_000],
    ["refused actions", REFUSAL_LIMIT],
  ]);
  expect(told.bounds).toMatchObject({
    bodyBytes: 16384,
    nameCharacters: 40,
    listItems: 100,
    tokensPerAccount: 50,
    appsPerAccount: 10,
    waitingGamesPerCreator: 50,
    joinedSeatsPerAccount: 20,
    botGamesPerAccount: 5,
    botGamesPerAppOwner: 50,
  });
});
