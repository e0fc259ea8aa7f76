import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallOptions, Client, expectProblem, type TestPlayer, WITH_BOTS } from "../support/http.ts";
import { startTestServer } from "../support/server.ts";

let client: Client;
let db: D1Database;
let amal: TestPlayer, basil: TestPlayer, carla: TestPlayer;
/** Waiting, made by Amal, who sits at 0; Basil sits at 1, seat 2 is kept for Dina. */
let waiting: string;
/** Running, made by Amal against bots. */
let running: string;
let aborted: string;
/** Well formed, signed by nobody. */
const INVENTED = "gm_aaaaaaaaaaaaaaaaaaaaaaaa";
const LARGE = JSON.stringify({ action: "p:7H", decision: "x".repeat(20_000) });
const TEXT = { "Content-Type": "text/plain" };
const JSON_TYPE = { "Content-Type": "application/json" };

beforeAll(async () => {
  client = new Client(await startTestServer());
  db = (await client.server.mf.getD1Database("DB")) as unknown as D1Database;
  [amal, basil, carla] = await Promise.all(["Amal", "Basil", "Carla"].map((name) => client.player(name)));
  const dina = await client.player("Dina");
  waiting = (await client.game(amal, { seats: [{ player: "me" }, { open: true }, { player: dina.id }] })).id;
  await client.call("POST", `/v1/games/${waiting}/join`, { token: basil.token, body: { seat: 1 } });
  running = (await client.game(amal, { seats: WITH_BOTS, seed: "refusals" })).id;
  aborted = (await client.game(amal)).id;
  await client.call("POST", `/v1/games/${aborted}/abort`, { token: amal.token });
});
afterAll(() => client.server.close());

/** Everything that a refused call might have changed. */
async function stateOfAll(): Promise<unknown> {
  const views = await Promise.all(
    [waiting, running, aborted].map((id) => client.call("GET", `/v1/games/${id}`, { token: amal.token })),
  );
  const players = await db.prepare("SELECT count(*) AS count FROM players").first();
  const games = await db.prepare("SELECT count(*) AS count FROM games").first();
  return { views: views.map(({ json }) => json), players, games };
}

interface Row {
  name: string;
  method: string;
  path: () => string;
  options?: () => CallOptions;
  status: number;
  code: string;
}

const act = (game: () => string) => () => `/v1/games/${game()}/actions`;
const noGame = () => INVENTED;

/** Each row breaks what the rows after it break as well, so that only the order of the checks can decide. */
const ORDER: Row[] = [
  {
    name: "an unknown path, whatever else is wrong",
    method: "POST",
    path: () => "/v1/nothing?x=1",
    options: () => ({ raw: LARGE, headers: { ...TEXT, Accept: "text/html" } }),
    status: 404,
    code: "not_found",
  },
  {
    name: "a method that the path does not take",
    method: "PATCH",
    path: () => `${act(noGame)()}?x=1`,
    options: () => ({ raw: LARGE, headers: { ...TEXT, Accept: "text/html" } }),
    status: 405,
    code: "method_not_allowed",
  },
  {
    name: "an Accept that excludes JSON",
    method: "POST",
    path: () => `${act(noGame)()}?x=1`,
    options: () => ({ raw: LARGE, headers: { ...TEXT, Accept: "text/html" } }),
    status: 406,
    code: "not_acceptable",
  },
  {
    name: "a body that is too large",
    method: "POST",
    path: () => `${act(noGame)()}?x=1`,
    options: () => ({ raw: LARGE, headers: TEXT }),
    status: 413,
    code: "body_too_large",
  },
  {
    name: "a body of another type",
    method: "POST",
    path: () => `${act(noGame)()}?x=1`,
    options: () => ({ raw: "{", headers: TEXT }),
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "malformed JSON",
    method: "POST",
    path: () => `${act(noGame)()}?x=1`,
    options: () => ({ raw: "{", headers: JSON_TYPE }),
    status: 400,
    code: "malformed_json",
  },
  {
    name: "a wrong field",
    method: "POST",
    path: act(noGame),
    options: () => ({ body: { action: 7 }, token: "trix_wrong" }),
    status: 400,
    code: "invalid_request",
  },
  {
    name: "a field that there is not",
    method: "POST",
    path: () => "/v1/games",
    options: () => ({ body: { webhooks: [] }, token: "trix_wrong" }),
    status: 400,
    code: "invalid_request",
  },
  {
    name: "a wrong token",
    method: "POST",
    path: act(noGame),
    options: () => ({ body: { action: "p:7H" }, token: "trix_wrong" }),
    status: 401,
    code: "unauthorized",
  },
  {
    name: "no token",
    method: "POST",
    path: act(noGame),
    options: () => ({ body: { action: "p:7H" } }),
    status: 401,
    code: "unauthorized",
  },
  {
    name: "an invented game",
    method: "POST",
    path: act(noGame),
    options: () => ({ body: { action: "p:7H" }, token: carla.token }),
    status: 404,
    code: "game_not_found",
  },
  {
    name: "what only the creator may do, in a running game",
    method: "POST",
    path: () => `/v1/games/${running}/abort`,
    options: () => ({ token: carla.token }),
    status: 403,
    code: "not_creator",
  },
  {
    name: "a stranger's action in a waiting game",
    method: "POST",
    path: act(() => waiting),
    options: () => ({ body: { action: "p:7H", decision: "999" }, token: carla.token }),
    status: 409,
    code: "not_seated",
  },
  {
    name: "a seat's action before the start",
    method: "POST",
    path: act(() => waiting),
    options: () => ({ body: { action: "p:7H", decision: "999" }, token: amal.token }),
    status: 409,
    code: "game_not_started",
  },
  {
    name: "a decision that is not the open one, with an action of another phase",
    method: "POST",
    path: act(() => running),
    options: () => ({ body: { action: "pass", decision: "1" }, token: amal.token }),
    status: 409,
    code: "stale_decision",
  },
  {
    name: "an action of another phase",
    method: "POST",
    path: act(() => running),
    options: () => ({ body: { action: "pass" }, token: amal.token }),
    status: 409,
    code: "wrong_phase",
  },
];

const game = (path: string) => () => `/v1/games/${waiting}${path}`;
const started = (path: string) => () => `/v1/games/${running}${path}`;
const by = (player: () => TestPlayer, body?: unknown) => () => ({
  token: player().token,
  ...(body !== undefined && { body }),
});
const a = () => amal,
  b = () => basil,
  c = () => carla;

const GAMES: Row[] = [
  {
    name: "joining a taken seat",
    method: "POST",
    path: game("/join"),
    options: by(c, { seat: 0 }),
    status: 409,
    code: "seat_taken",
  },
  {
    name: "joining a seat kept for somebody else",
    method: "POST",
    path: game("/join"),
    options: by(c, { seat: 2 }),
    status: 409,
    code: "seat_taken",
  },
  {
    name: "joining twice",
    method: "POST",
    path: game("/join"),
    options: by(b, { seat: 3 }),
    status: 409,
    code: "already_seated",
  },
  {
    name: "joining after the start",
    method: "POST",
    path: started("/join"),
    options: by(c),
    status: 409,
    code: "game_started",
  },
  {
    name: "joining an aborted game",
    method: "POST",
    path: () => `/v1/games/${aborted}/join`,
    options: by(c),
    status: 409,
    code: "game_over",
  },
  {
    name: "leaving without a seat",
    method: "POST",
    path: game("/leave"),
    options: by(c),
    status: 409,
    code: "not_seated",
  },
  {
    name: "leaving after the start",
    method: "POST",
    path: started("/leave"),
    options: by(a),
    status: 409,
    code: "game_started",
  },
  {
    name: "a bot on a player's seat",
    method: "PUT",
    path: game("/seats/1"),
    options: by(a, { bot: "steady" }),
    status: 409,
    code: "seat_taken",
  },
  {
    name: "a bot from somebody else than the creator",
    method: "PUT",
    path: game("/seats/3"),
    options: by(b, { bot: "steady" }),
    status: 403,
    code: "not_creator",
  },
  {
    name: "freeing a seat as somebody else than the creator",
    method: "DELETE",
    path: game("/seats/1"),
    options: by(c),
    status: 403,
    code: "not_creator",
  },
  {
    name: "freeing a seat after the start",
    method: "DELETE",
    path: started("/seats/1"),
    options: by(a),
    status: 409,
    code: "game_started",
  },
  {
    name: "aborting after the start",
    method: "POST",
    path: started("/abort"),
    options: by(a),
    status: 409,
    code: "game_started",
  },
  {
    name: "resigning before the start",
    method: "POST",
    path: game("/resign"),
    options: by(a),
    status: 409,
    code: "game_not_started",
  },
  {
    name: "resigning without a seat",
    method: "POST",
    path: started("/resign"),
    options: by(c),
    status: 409,
    code: "not_seated",
  },
  {
    name: "a pause where nobody is timed",
    method: "PUT",
    path: started("/pause"),
    options: () => ({ token: amal.token, body: { until: new Date(Date.now() + 3600_000).toISOString() } }),
    status: 409,
    code: "no_clock",
  },
  {
    name: "a pause that is over already",
    method: "PUT",
    path: started("/pause"),
    options: by(a, { until: "2020-01-01T00:00:00Z" }),
    status: 400,
    code: "invalid_request",
  },
  {
    name: "a pause for ever",
    method: "PUT",
    path: started("/pause"),
    options: by(a, { until: "2099-01-01T00:00:00Z" }),
    status: 400,
    code: "invalid_request",
  },
  {
    name: "going on where nobody is timed",
    method: "DELETE",
    path: started("/pause"),
    options: by(a),
    status: 409,
    code: "no_clock",
  },
  {
    name: "letting time pass in a game in earnest",
    method: "POST",
    path: started("/sandbox/clock"),
    options: by(a, { advanceMs: 1000 }),
    status: 409,
    code: "not_sandbox",
  },
  {
    name: "faults in a game in earnest",
    method: "PUT",
    path: started("/sandbox/faults"),
    options: by(a, { dropAnswers: 1 }),
    status: 409,
    code: "not_sandbox",
  },
  {
    name: "letting time pass as somebody else than the creator",
    method: "POST",
    path: started("/sandbox/clock"),
    options: by(b, { advanceMs: 1000 }),
    status: 403,
    code: "not_creator",
  },
  {
    name: "faults from somebody else than the creator",
    method: "PUT",
    path: started("/sandbox/faults"),
    options: by(b, { dropAnswers: 1 }),
    status: 403,
    code: "not_creator",
  },
  {
    name: "time that goes backwards",
    method: "POST",
    path: started("/sandbox/clock"),
    options: by(a, { advanceMs: -1 }),
    status: 400,
    code: "invalid_request",
  },
  {
    name: "acting in an aborted game",
    method: "POST",
    path: () => `/v1/games/${aborted}/actions`,
    options: by(a, { action: "p:7H" }),
    status: 409,
    code: "game_over",
  },
];

const post = (path: string, options: () => CallOptions, status: number, code: string, name: string): Row => ({
  name,
  method: "POST",
  path: () => path,
  options,
  status,
  code,
});
const get = (path: string, options: () => CallOptions, status: number, code: string, name: string): Row => ({
  name,
  method: "GET",
  path: () => path,
  options,
  status,
  code,
});

const REQUESTS: Row[] = [
  post("/v1/games", by(a, { rules: { kingdoms: 9 } }), 400, "invalid_request", "a rule option out of range"),
  post(
    "/v1/games",
    by(a, { seats: [{ player: "me" }, { player: "me" }] }),
    400,
    "invalid_request",
    "the creator at two seats",
  ),
  post(
    "/v1/games",
    () => ({ token: amal.token, body: { seats: [{ player: "me" }, { player: amal.id }] } }),
    400,
    "invalid_request",
    "the creator at two seats, once by id",
  ),
  post(
    "/v1/games",
    by(a, { seats: [{ player: "pl_aaaaaaaaaaaaaaaa" }] }),
    404,
    "player_not_found",
    "a seat for nobody",
  ),
  post("/v1/games", by(a, { seats: [{ player: "pl_short" }] }), 400, "invalid_request", "a seat for what is not an id"),
  post("/v1/games", by(a, { seats: [{ bot: "hal" }] }), 400, "invalid_request", "an unknown bot"),
  post(
    "/v1/games",
    by(a, { seats: [{ bot: "steady", open: true }] }),
    400,
    "invalid_request",
    "a seat that is two things",
  ),
  post("/v1/games", by(a, { seats: [{}] }), 400, "invalid_request", "a seat that is nothing"),
  post("/v1/games", by(a, { seats: [{}, {}, {}, {}, {}] }), 400, "invalid_request", "five seats"),
  post("/v1/games", by(a, { clock: { perMoveMs: 999 } }), 400, "invalid_request", "a clock in seconds"),
  post("/v1/games", by(a, { clock: {} }), 400, "invalid_request", "a clock without a time"),
  post(
    "/v1/games",
    by(a, { clock: { perMoveMs: 60_000, bankMs: 60_000, incrementMs: 1000, capMs: 60_000 } }),
    400,
    "invalid_request",
    "a clock of both forms",
  ),
  post(
    "/v1/games",
    by(a, { clock: { bankMs: 60_000, incrementMs: 1000 } }),
    400,
    "invalid_request",
    "a bank without a cap",
  ),
  post(
    "/v1/games",
    by(a, { clock: { bankMs: 60_000, incrementMs: 1000, capMs: 59_999 } }),
    400,
    "invalid_request",
    "a bank above its cap",
  ),
  post(
    "/v1/games",
    by(a, { clock: { perMoveMs: 60_000, onTimeout: "forfeit", strikes: { after: 2, then: "houseBot" } } }),
    400,
    "invalid_request",
    "strikes where the first time-out counts",
  ),
  post(
    "/v1/games",
    by(a, { clock: { perMoveMs: 60_000, onTimeout: "explode" } }),
    400,
    "invalid_request",
    "an unknown way to time out",
  ),
  post("/v1/games", by(a, { webhooks: [] }), 400, "invalid_request", "webhooks, which are made by a call of their own"),
  ...[
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://2130706433/",
    "https://nas.local/",
    "http://example.com/",
    "https://me:word@example.com/",
    "https://example.com:25/",
    "nonsense",
    "",
  ].map((url) => ({
    name: `a webhook at ${url || "nowhere"}`,
    method: "POST",
    path: game("/webhooks"),
    options: by(a, { url, audience: "seat" }),
    status: 400,
    code: "invalid_request",
  })),
  {
    name: "a webhook for another's seat",
    method: "POST",
    path: game("/webhooks"),
    options: by(a, { url: "https://example.com/", audience: "1" }),
    status: 400,
    code: "invalid_request",
  },
  {
    name: "a webhook of somebody who does not sit there",
    method: "POST",
    path: started("/webhooks"),
    options: by(b, { url: "https://example.com/", audience: "public" }),
    status: 409,
    code: "not_seated",
  },
  post("/v1/games", by(a, { seed: "" }), 400, "invalid_request", "an empty seed"),
  post("/v1/games", by(a, []), 400, "invalid_request", "a list for a body"),
  post("/v1/games", by(a, null), 400, "invalid_request", "null for a body"),
  post(
    "/v1/games",
    () => ({ token: amal.token, body: {}, headers: { "Idempotency-Key": "x".repeat(256) } }),
    400,
    "invalid_request",
    "an idempotency key that is too long",
  ),
  post(
    "/v1/games",
    () => ({ token: amal.token, raw: "{}", headers: { ...JSON_TYPE, "Content-Encoding": "gzip" } }),
    415,
    "unsupported_media_type",
    "a content encoding",
  ),
  post(
    "/v1/games",
    () => ({ token: amal.token, raw: new Uint8Array([0x22, 0xff, 0x22]), headers: JSON_TYPE }),
    400,
    "malformed_json",
    "bytes that are not UTF-8",
  ),
  post(
    "/v1/players",
    () => ({ body: { name: "\u200b \u2800", kind: "human" } }),
    400,
    "invalid_request",
    "an invisible name",
  ),
  post(
    "/v1/players",
    () => ({ body: { name: "a\u202eb", kind: "human" } }),
    400,
    "invalid_request",
    "a name that turns the text around it",
  ),
  post(
    "/v1/players",
    () => ({ body: { name: "a\u0007b", kind: "human" } }),
    400,
    "invalid_request",
    "a name with a control character",
  ),
  post(
    "/v1/players",
    () => ({ body: { name: "x".repeat(41), kind: "human" } }),
    400,
    "invalid_request",
    "a name that is too long",
  ),
  post(
    "/v1/players",
    () => ({ body: { name: "x", kind: "alien" } }),
    400,
    "invalid_request",
    "an unknown kind of player",
  ),
  post("/v1/players", () => ({}), 400, "invalid_request", "no body where one is needed"),
  get("/v1/players/pl_aaaaaaaaaaaaaaaa", () => ({}), 404, "player_not_found", "an unknown player"),
  get("/v1/players/somebody", () => ({}), 404, "player_not_found", "what is not a player's id"),
  get(
    "/v1/players/pl_aaaaaaaaaaaaaaaa",
    () => ({ token: "trix_wrong" }),
    401,
    "unauthorized",
    "a wrong token where none is needed",
  ),
  get("/v1/me", () => ({ token: amal.id }), 401, "unauthorized", "a player's public id for a token"),
  get(
    "/v1/rules",
    () => ({ headers: { Authorization: "Basic eDp5" } }),
    401,
    "unauthorized",
    "another scheme than Bearer",
  ),
  get("/v1/games?limit=0", () => ({}), 400, "invalid_request", "a limit of 0"),
  get("/v1/games?limit=101", () => ({}), 400, "invalid_request", "a limit above the largest"),
  get("/v1/games?limit=10&limit=20", () => ({}), 400, "invalid_request", "a parameter twice"),
  get("/v1/games?since=yesterday", () => ({}), 400, "invalid_request", "a time that is none"),
  get("/v1/games?cursor=abc", () => ({}), 400, "invalid_request", "a cursor that was never given"),
  get("/v1/games?player=me", () => ({}), 401, "unauthorized", "the games of nobody"),
  get("/v1/rules?lang=ar&x=1", () => ({}), 400, "invalid_request", "an unknown parameter"),
  get(`/v1/games/${INVENTED}`, () => ({}), 404, "game_not_found", "an invented game, without a token"),
  get("/v1/games/%ff%", () => ({}), 404, "game_not_found", "bytes that are no text in the path"),
  get("/v1/games/GM_UPPER", () => ({}), 404, "game_not_found", "what is not a game's id"),
  get("/v1/openapi.json", () => ({}), 404, "not_found", "a path that is nearly right"),
  get("/v1/games/", () => ({}), 404, "not_found", "a slash too much"),
  get("/healthz", () => ({ headers: { Accept: "application/xml" } }), 406, "not_acceptable", "another form than JSON"),
  get(
    "/healthz",
    () => ({ headers: { Accept: "application/json;q=0, */*" } }),
    406,
    "not_acceptable",
    "JSON at weight 0",
  ),
];

describe.each([
  ["order", ORDER],
  ["games", GAMES],
  ["requests", REQUESTS],
] as const)("refusals: %s", (_, rows) => {
  test.each(rows)("$name is $status $code and changes nothing", async ({ method, path, options, status, code }) => {
    const before = await stateOfAll();
    const reply = await client.call(method, path(), options?.());
    expectProblem(reply, status, code);
    expect(await stateOfAll()).toEqual(before);
    if (status === 401) expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer /);
  });
});

test("a refusal in a game carries the caller's own fresh view", async () => {
  const reply = await client.call("POST", `/v1/games/${running}/actions`, {
    token: amal.token,
    body: { action: "pass" },
  });
  const { json } = await client.call("GET", `/v1/games/${running}`, { token: amal.token });
  expect(reply.json.game).toEqual(json);
  expect(reply.json.game.you.seat).toBe(0);
  const stranger = await client.call("POST", `/v1/games/${running}/actions`, {
    token: carla.token,
    body: { action: "pass" },
  });
  expect(stranger.json.game).toEqual((await client.call("GET", `/v1/games/${running}`)).json);
});

test("every fault of a body is listed with a pointer to it", async () => {
  const { json } = await client.call("POST", "/v1/games", {
    token: amal.token,
    body: {
      rules: { doubling: { order: "sideways" }, "a/b~c": 1 },
      seats: [{ bot: "hal" }, { bot: "steady", open: true }],
      colour: "red",
      seed: 7,
      visibility: "secret",
    },
  });
  expect(
    Object.fromEntries(json.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])),
  ).toEqual({
    "/rules/doubling/order": "out_of_range",
    "/rules/a~1b~0c": "unknown_option",
    "/seats/0/bot": "unknown_bot",
    "/seats/1": "one_of",
    "/colour": "unknown_field",
    "/seed": "wrong_type",
    "/visibility": "not_a_choice",
  });
  const missing = await client.call("POST", "/v1/players", { body: { kind: "bot" } });
  expect(missing.json.errors).toEqual([
    { in: "body", pointer: "/name", code: "required", message: expect.any(String) },
  ]);
  const many = await client.call("POST", "/v1/players", {
    body: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, 0])),
  });
  expect(many.json.errors).toHaveLength(20);
});

test("a body in pieces is held to the same limit, and a body at the limit is read", async () => {
  const pieces = (count: number) =>
    new ReadableStream({
      start(controller) {
        for (let i = 0; i < count; i++) controller.enqueue(new TextEncoder().encode(" ".repeat(1024)));
        controller.enqueue(new TextEncoder().encode("{}"));
        controller.close();
      },
    });
  expectProblem(
    await client.call("POST", "/v1/players", { raw: pieces(16), headers: JSON_TYPE }),
    413,
    "body_too_large",
  );
  expectProblem(
    await client.call("POST", "/v1/players", { raw: pieces(15), headers: JSON_TYPE }),
    400,
    "invalid_request",
  );
  expectProblem(
    await client.call("POST", "/v1/players", { raw: " ".repeat(5_000_000), headers: JSON_TYPE }),
    413,
    "body_too_large",
  );
  expectProblem(
    await client.call("POST", "/v1/players", { raw: "{}".padEnd(16384), headers: JSON_TYPE }),
    400,
    "invalid_request",
  );
});

test("a changed token, a token of another server and a shortened one are all refused", async () => {
  const last = amal.token.at(-1)!;
  const changed = [
    amal.token.slice(0, -1),
    `${amal.token}a`,
    amal.token.toUpperCase(),
    amal.token.replace("trix_", "trax_"),
    ...["a", "b", "q"].filter((letter) => letter !== last).map((letter) => amal.token.slice(0, -1) + letter),
    amal.token.slice(0, 20) + (amal.token[20] === "a" ? "b" : "a") + amal.token.slice(21),
  ];
  for (const token of changed) expectProblem(await client.call("GET", "/v1/me", { token }), 401, "unauthorized");
  expect((await client.call("GET", "/v1/me", { token: amal.token })).json.player).toMatchObject({
    id: amal.id,
    name: "Amal",
    kind: "human",
  });
});

test("an invented id wakes no object, and neither does any other refusal", async () => {
  expect(await client.server.mf.listDurableObjectIds("GAMES")).toHaveLength(3);
});

test("a server without its secret says 500 and why in its log, never to the client", async () => {
  const bare = new Client(await startTestServer({ secret: "" }));
  expectProblem(
    await bare.call("POST", "/v1/players", { body: { name: "Amal", kind: "human" } }),
    500,
    "internal_error",
  );
  expectProblem(await bare.call("GET", "/v1/games", { token: amal.token }), 500, "internal_error");
  expect((await bare.call("GET", "/v1/rules")).status).toBe(200);
  expect(
    bare.server.logs.some(({ level, message }) => level === "error" && message.includes("TOKEN_SECRET is not set")),
  ).toBe(true);
  await bare.server.close();
});

test("where D1 fails, accounts and lists say so and play goes on", async () => {
  const broken = new Client(await startTestServer());
  const player = await broken.player("Emil");
  const view = await broken.game(player, { seats: WITH_BOTS });
  const history = await broken.server.mf.getD1Database("DB");
  await history.batch(
    ["players", "games", "seats"].map((table) => history.prepare(`ALTER TABLE ${table} RENAME TO ${table}_away`)),
  );
  const { token } = player;
  for (const [method, path, options] of [
    ["POST", "/v1/players", { body: { name: "Farah", kind: "human" } }],
    ["GET", "/v1/me", { token }],
    ["GET", `/v1/players/${player.id}`, {}],
    ["GET", "/v1/games", {}],
    ["POST", "/v1/games", { token }],
    ["POST", `/v1/games/${view.id}/join`, { token }],
  ] as const)
    expectProblem(await broken.call(method, path, options), 503, "history_unavailable");
  expect((await broken.call("GET", "/healthz")).json).toMatchObject({ status: "degraded", history: "unavailable" });
  const { json } = await broken.call("GET", `/v1/games/${view.id}`, { token });
  const acted = await broken.call("POST", `/v1/games/${view.id}/actions`, {
    token,
    body: { action: json.you.legalActions[0].id },
  });
  expect(acted.status).toBe(200);
  await broken.server.close();
});
