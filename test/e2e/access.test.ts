import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCOPES, type Scope } from "../../src/ids/scopes.ts";
import { type CallOptions, Client, expectProblem, type TestPlayer, WITH_BOTS } from "../support/http.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

/** What each operation asks of its caller: nobody in particular; a player; an app; with these scopes. */
interface Need {
  who: "open" | "public" | "player" | "app";
  scope: Scope | null;
  seat: boolean;
}

const need = (who: Need["who"], scope: Scope | null = null, seat = false): Need => ({ who, scope, seat });

const NEEDS: Record<string, Need> = {
  getHealth: need("open"),
  getDescription: need("open"),
  getEntryPoints: need("public", null, true),
  getLimits: need("open"),
  createPlayer: need("open"),
  checkRecord: need("open"),
  listRules: need("public", null, true),
  listBots: need("public", null, true),
  getPlayer: need("public", null, true),
  getMe: need("player", null, true),
  listGames: need("public", "games:read"),
  getPlayerStats: need("public", "games:read"),
  listPlayerGames: need("public", "games:read"),
  getGame: need("public", "games:read", true),
  listEvents: need("public", "games:read", true),
  openSocket: need("public", "games:read", true),
  createTicket: need("player", "games:read", true),
  getRecord: need("public", "games:read", true),
  getProof: need("public", "games:read", true),
  joinGame: need("player", "games:play"),
  leaveGame: need("player", "games:play"),
  resignGame: need("player", "games:play"),
  pauseGame: need("player", "games:play"),
  resumeGame: need("player", "games:play"),
  castVote: need("player", "games:play"),
  withdrawVote: need("player", "games:play"),
  act: need("player", "games:play", true),
  listPlans: need("player", "games:read", true),
  putPlan: need("player", "games:play", true),
  deletePlan: need("player", "games:play", true),
  dryRunPlans: need("player", "games:play", true),
  createGame: need("player", "games:create"),
  advanceClock: need("player", "games:create"),
  setFaults: need("player", "games:create"),
  seatBot: need("player", "games:create"),
  freeSeat: need("player", "games:create"),
  abortGame: need("player", "games:create"),
  listDecisions: need("player", "games:play"),
  listPlayerEvents: need("player", "games:read"),
  getVacation: need("player", "games:read"),
  createToken: need("player", "account:manage"),
  listTokens: need("player", "account:manage"),
  revokeToken: need("player", "account:manage"),
  createApp: need("player", "account:manage"),
  listApps: need("player", "account:manage"),
  endApp: need("player", "account:manage"),
  claimUser: need("player", "account:manage"),
  rematchGame: need("player", "games:play"),
  putUser: need("app", "games:play"),
  createClaim: need("app", "games:play"),
  createWebhook: need("player", "games:play"),
  listWebhooks: need("player", "games:play"),
  getWebhook: need("player", "games:play"),
  deleteWebhook: need("player", "games:play"),
  rotateWebhookSecret: need("player", "games:play"),
  verifyWebhook: need("player", "games:play"),
  testWebhook: need("player", "games:play"),
  listWebhookDeliveries: need("player", "games:play"),
  resendWebhookDelivery: need("player", "games:play"),
};

interface Operation {
  operationId: string;
  method: string;
  path: string;
}

const document = JSON.parse(readFileSync("openapi/openapi.json", "utf8")) as {
  paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
};
const OPERATIONS: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method: method.toUpperCase(), path })),
);

/** Bodies that pass the checks which come before those of the caller. */
const BODIES: Record<string, unknown> = {
  createPlayer: { name: "Zaki", kind: "bot" },
  checkRecord: undefined,
  createGame: { seats: [{ open: true }] },
  joinGame: {},
  advanceClock: { advanceMs: 1 },
  setFaults: {},
  pauseGame: { until: new Date(Date.now() + 3600_000).toISOString() },
  castVote: { type: "abort" },
  act: { action: "p:7H" },
  seatBot: { bot: "steady" },
  putPlan: { scope: "match", rules: [{ then: [{ type: "pass" }] }] },
  dryRunPlans: {},
  createToken: { name: "t", scopes: ["account:manage"] },
  createApp: { name: "An app" },
  claimUser: { code: "trixclaim_a" },
  putUser: {},
  createWebhook: { url: "https://bot.example.com/trix", audience: "public" },
  rematchGame: {},
};

let server: TestServer;
let client: Client;
let amal: TestPlayer, badr: TestPlayer;
let game: string, other: string;
let app: { id: string; token: string };
const made: Partial<Record<string, string>> = {};

async function token(owner: TestPlayer, body: object): Promise<string> {
  const { status, json, text } = await client.call("POST", "/v1/me/tokens", {
    token: owner.token,
    body: { name: "t", ...body },
  });
  expect(status, text).toBe(201);
  return json.token;
}

beforeAll(async () => {
  server = await startTestServer();
  client = new Client(server);
  [amal, badr] = [await client.player("Amal"), await client.player("Badr")];
  game = (await client.game(amal, { rules: { kingdoms: 1 }, seats: WITH_BOTS })).id;
  other = (await client.game(amal, { rules: { kingdoms: 1 }, seats: WITH_BOTS })).id;
  const { json } = await client.call("POST", "/v1/apps", { token: amal.token, body: { name: "Chat" } });
  app = { id: json.app.id, token: json.token.token };
  for (const scope of SCOPES) made[scope] = await token(amal, { scopes: [scope] });
  made.seat = await token(amal, { scopes: ["games:read", "games:play"], game });
  made.foreignSeat = await token(amal, { scopes: ["games:read", "games:play"], game: other });
  made.revoked = await token(amal, { scopes: [...SCOPES] });
  const { json: list } = await client.call("GET", "/v1/me/tokens", { token: amal.token });
  const newest = list.data.find(
    (each: { scopes: string[]; name: string }) => each.scopes.length === SCOPES.length && each.name === "t",
  );
  expect((await client.call("DELETE", `/v1/me/tokens/${newest.id}`, { token: amal.token })).status).toBe(200);
});
afterAll(() => server.close());

interface Credential {
  name: string;
  options: () => CallOptions;
  verdict: (need: Need, operationId: string) => number | null;
}

const scoped = (scope: Scope): Credential => ({
  name: `a token with ${scope} alone`,
  options: () => ({ token: made[scope] }),
  // An app made by a token that may do nothing in games could do nothing at all.
  verdict: (needs, id) =>
    id === "createApp"
      ? 403
      : needs.who === "open"
        ? null
        : needs.scope !== null && needs.scope !== scope
          ? 403
          : needs.who === "app"
            ? 403
            : null,
});

const ofGame = (path: string) => path.includes("{gameId}");

/** The status that a credential is refused with, `null` where it is let pass. */
const CREDENTIALS: Credential[] = [
  { name: "no token", options: () => ({}), verdict: ({ who }) => (who === "open" || who === "public" ? null : 401) },
  {
    name: "a made-up token",
    options: () => ({ token: "trix_aaaa" }),
    verdict: ({ who }) => (who === "open" ? null : 401),
  },
  {
    name: "another scheme",
    options: () => ({ headers: { Authorization: "Basic eDp5" } }),
    verdict: ({ who }) => (who === "open" ? null : 401),
  },
  { name: "a player's id", options: () => ({ token: amal.id }), verdict: ({ who }) => (who === "open" ? null : 401) },
  { name: "a game's id", options: () => ({ token: game }), verdict: ({ who }) => (who === "open" ? null : 401) },
  {
    name: "a revoked token",
    options: () => ({ token: made.revoked }),
    verdict: ({ who }) => (who === "open" ? null : 401),
  },
  {
    name: "a player's first token",
    options: () => ({ token: badr.token }),
    verdict: ({ who }) => (who === "app" ? 403 : null),
  },
  ...SCOPES.map(scoped),
  {
    name: "a token for a seat of this game",
    options: () => ({ token: made.seat }),
    verdict: ({ who, seat }) => (who === "open" || seat ? null : 403),
  },
  {
    name: "a token for a seat of another game",
    options: () => ({ token: made.foreignSeat }),
    verdict: ({ who, seat }, id) =>
      who === "open"
        ? null
        : seat && !ofGame(OPERATIONS.find(({ operationId }) => operationId === id)!.path)
          ? null
          : 403,
  },
  {
    name: "an app's token that names nobody",
    options: () => ({ token: app.token }),
    verdict: ({ who, scope }) => (who === "player" || scope === "account:manage" ? 403 : null),
  },
  {
    name: "an app's token that names a user",
    options: () => ({ token: app.token, headers: { "Trix-Act-As": "discord:1234" } }),
    verdict: ({ scope }) => (scope === "account:manage" ? 403 : null),
  },
  {
    name: "a player's token that names a user",
    options: () => ({ token: badr.token, headers: { "Trix-Act-As": "discord:1234" } }),
    verdict: ({ who }) => (who === "open" ? null : 403),
  },
];

test("every operation says what it asks of its caller, and the description says the same", () => {
  expect(OPERATIONS.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(NEEDS).sort());
  for (const { operationId, method, path } of OPERATIONS) {
    const { who, scope } = NEEDS[operationId];
    const bearer = { bearer: scope === null ? [] : [scope] };
    expect(document.paths[path][method.toLowerCase()].security, operationId).toEqual(
      who === "open" ? [] : who === "public" ? [{}, bearer] : [bearer],
    );
  }
});

describe.each(CREDENTIALS)("$name", ({ options, verdict }) => {
  test.each(OPERATIONS)("$operationId", async ({ operationId, method, path }) => {
    const url = path
      .replace("{gameId}", game)
      .replace("{seat}", "1")
      .replace("{playerId}", amal.id)
      .replace("{tokenId}", "tk_aaaaaaaaaaaaaaaa")
      .replace("{appId}", "ap_aaaaaaaaaaaaaaaa")
      .replace("{identity}", "discord:77")
      .replace("{name}", "idle")
      .replace("{webhookId}", "wh_aaaaaaaaaaaaaaaaaaaaaaaa")
      .replace("{deliveryId}", "dl_aaaaaaaaaaaaaaaa");
    const sent = options();
    const body =
      operationId === "checkRecord"
        ? { raw: '[Trix "1"]', headers: { "Content-Type": "text/plain", ...sent.headers } }
        : BODIES[operationId] === undefined
          ? {}
          : { body: BODIES[operationId] };
    const reply = await client.call(method, url, { ...sent, ...body });
    const expected = verdict(NEEDS[operationId], operationId);
    if (expected === null) {
      expect(
        [401, 403].includes(reply.status) && reply.json.code !== "not_creator",
        `${reply.status} ${reply.text}`,
      ).toBe(false);
      expect(reply.status).toBeLessThan(500);
      return;
    }
    expectProblem(reply, expected, expected === 401 ? "unauthorized" : reply.json.code);
    if (expected === 403) expect(["insufficient_scope", "act_as_required", "not_an_app"]).toContain(reply.json.code);
    if (expected === 401 || reply.json.code === "insufficient_scope")
      expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer realm="trix"/);
  });
});
