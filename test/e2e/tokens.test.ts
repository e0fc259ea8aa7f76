import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, expectProblem, type TestPlayer, WITH_BOTS } from "../support/http.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let client: Client;
let amal: TestPlayer, badr: TestPlayer;
beforeAll(async () => {
  server = await startTestServer();
  client = new Client(server);
  [amal, badr] = [await client.player("Amal"), await client.player("Badr")];
});
afterAll(() => server.close());

const make = (owner: { token: string }, body: object) =>
  client.call("POST", "/v1/me/tokens", { token: owner.token, body: { name: "A bot", ...body } });
const as = (token: string, identity?: string) => ({
  token,
  ...(identity !== undefined && { headers: { "Trix-Act-As": identity } }),
});

describe("tokens", () => {
  test("are made, told once, listed without their secret, and revoked for good", async () => {
    const { status, json } = await make(amal, {
      scopes: ["games:play", "games:read"],
      expiresAt: "2099-01-01T00:00:00.900+02:00",
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      name: "A bot",
      scopes: ["games:play", "games:read"],
      only: null,
      app: null,
      expiresAt: "2098-12-31T22:00:00.000Z",
    });
    const list = await client.call("GET", "/v1/me/tokens", as(amal.token));
    expect(list.text).not.toContain(json.token);
    expect(list.json.data.map(({ name }: { name: string }) => name).sort()).toEqual(["A bot", "First token"]);
    expect((await client.call("GET", "/v1/me", as(json.token))).json).toMatchObject({
      player: { id: amal.id },
      scopes: ["games:read", "games:play"],
      expiresAt: "2098-12-31T22:00:00.000Z",
      app: null,
    });
    expectProblem(await client.call("DELETE", `/v1/me/tokens/${json.id}`, as(badr.token)), 404, "token_not_found");
    const revoked = await client.call("DELETE", `/v1/me/tokens/${json.id}`, as(amal.token));
    expect(revoked.json).toMatchObject({ id: json.id, revokedAt: expect.stringMatching(/Z$/) });
    expect((await client.call("DELETE", `/v1/me/tokens/${json.id}`, as(amal.token))).json).toEqual(revoked.json);
    expectProblem(await client.call("GET", "/v1/me", as(json.token)), 401, "unauthorized");
    expect((await client.call("GET", "/v1/me/tokens", as(amal.token))).json.data).toHaveLength(1);
    expect((await client.call("GET", "/v1/me", as(amal.token))).status).toBe(200);
  });

  test("end when they say so", async () => {
    const { json } = await make(amal, { scopes: ["games:read"], expiresAt: new Date(Date.now() + 1500).toISOString() });
    expect((await client.call("GET", "/v1/me", as(json.token))).status).toBe(200);
    await setTimeout(1600);
    const ended = await client.call("GET", "/v1/me", as(json.token));
    expectProblem(ended, 401, "unauthorized");
    expect(ended.json.detail).toContain("expired");
  });

  test("never give more than the token they are made by", async () => {
    const { json } = await make(amal, { scopes: ["account:manage", "games:read"] });
    expectProblem(await make(json, { scopes: ["games:read", "games:play"] }), 403, "insufficient_scope");
    expect((await make(json, { scopes: ["games:read"] })).status).toBe(201);
    const app = (await client.call("POST", "/v1/apps", { ...as(json.token), body: { name: "Little" } })).json;
    expect(app.token.scopes).toEqual(["games:read"]);
    const expiresAt = "2098-01-01T00:00:00.000Z";
    const brief = (await make(amal, { scopes: ["account:manage", "games:read"], expiresAt })).json;
    expect((await make(brief, { scopes: ["games:read"] })).json.expiresAt).toBe(expiresAt);
    expect((await make(brief, { scopes: ["games:read"], expiresAt: "2099-01-01T00:00:00Z" })).json.expiresAt).toBe(
      expiresAt,
    );
    expect((await make(brief, { scopes: ["games:read"], expiresAt: "2097-01-01T00:00:00Z" })).json.expiresAt).toBe(
      "2097-01-01T00:00:00.000Z",
    );
    expect(
      (await client.call("POST", "/v1/apps", { ...as(brief.token), body: { name: "Brief" } })).json.token.expiresAt,
    ).toBe(expiresAt);
  });

  test.each<[string, object, string, string]>([
    ["no scopes", { scopes: [] }, "/scopes", "out_of_range"],
    ["an unknown scope", { scopes: ["all"] }, "/scopes/0", "not_a_choice"],
    ["a scope twice", { scopes: ["games:read", "games:read"] }, "/scopes", "repeated"],
    ["an end in the past", { scopes: ["games:read"], expiresAt: "2020-01-01T00:00:00Z" }, "/expiresAt", "out_of_range"],
    ["an end that is no instant", { scopes: ["games:read"], expiresAt: "tomorrow" }, "/expiresAt", "wrong_format"],
    [
      "a seat and an app at once",
      { scopes: ["games:read"], game: "gm_a", app: "ap_aaaaaaaaaaaaaaaa" },
      "/app",
      "one_of",
    ],
  ])("with %s are refused by name", async (_, body, pointer, code) => {
    const reply = await make(amal, body);
    expectProblem(reply, 400, "invalid_request");
    expect(reply.json.errors).toMatchObject([{ pointer, code }]);
  });

  test("an account has at most fifty of them, however many are asked for at once", async () => {
    const carla = await client.player("Carla");
    const replies = await Promise.all(Array.from({ length: 60 }, () => make(carla, { scopes: ["games:read"] })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(49);
    expectProblem(replies.find(({ status }) => status !== 201)!, 409, "limit_reached");
  });
});

describe("a token for one seat", () => {
  test("plays that seat, sees what it sees, and nothing else", async () => {
    const { id } = await client.game(amal, { rules: { kingdoms: 1 }, seats: WITH_BOTS });
    const { json } = await make(amal, { scopes: ["games:read", "games:play"], game: id });
    expect(json.only).toEqual({ game: id, seat: 0 });
    const view = (await client.call("GET", `/v1/games/${id}`, as(json.token))).json;
    expect(view).toEqual((await client.call("GET", `/v1/games/${id}`, as(amal.token))).json);
    const { status } = await client.call("POST", `/v1/games/${id}/actions`, {
      ...as(json.token),
      body: { action: view.you.legalActions[0].id, decision: view.you.decision.id },
    });
    expect(status).toBe(200);
    expectProblem(await client.call("POST", "/v1/games", { ...as(json.token), body: {} }), 403, "insufficient_scope");
    expectProblem(await make(badr, { scopes: ["games:play"], game: id }), 409, "not_seated");
    expectProblem(await make(amal, { scopes: ["games:create"], game: id }), 403, "insufficient_scope");
    expectProblem(
      await make(amal, { scopes: ["games:play"], game: "gm_aaaaaaaaaaaaaaaaaaaaaaaa" }),
      404,
      "game_not_found",
    );
  });

  test("is of no use to whoever sits elsewhere by then", async () => {
    const { id } = await client.game(amal, { seats: [{ player: "me" }] });
    const { json } = await make(amal, { scopes: ["games:read", "games:play"], game: id });
    await client.call("POST", `/v1/games/${id}/leave`, as(amal.token));
    await client.call("POST", `/v1/games/${id}/join`, { ...as(amal.token), body: { seat: 2 } });
    expect((await client.call("GET", `/v1/games/${id}`, as(json.token))).json.you).toBeNull();
    expectProblem(
      await client.call("POST", `/v1/games/${id}/actions`, { ...as(json.token), body: { action: "pass" } }),
      409,
      "not_seated",
    );
  });
});
