import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REFUSAL_LIMIT } from "../../src/wire/refusals.ts";
import { Client, expectProblem, type TestPlayer } from "../support/http.ts";
import { startTestServer, type TestServer, temporaryDir } from "../support/server.ts";

let server: TestServer;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let client: Client;
let amal: TestPlayer, badr: TestPlayer;
let chat: { id: string; token: string }, rival: { id: string; token: string };

async function makeApp(owner: TestPlayer, name: string): Promise<{ id: string; token: string }> {
  const { status, json } = await client.call("POST", "/v1/apps", { token: owner.token, body: { name } });
  expect(status).toBe(201);
  return { id: json.app.id, token: json.token.token };
}

beforeAll(async () => {
  data = await temporaryDir();
  server = await startTestServer({ dataDir: data.dir });
  client = new Client(server);
  [amal, badr] = [await client.player("Amal"), await client.player("Badr")];
  [chat, rival] = [await makeApp(amal, "Trix for chats"), await makeApp(badr, "Rival")];
});
afterAll(async () => {
  await server.close();
  await data.remove();
});

/** How many databases the server keeps: one for each object that was ever woken, and D1. */
const databases = async (): Promise<number> =>
  (await readdir(data.dir, { recursive: true })).filter((file) => file.endsWith(".sqlite")).length;

/** The app of this account as everybody sees it. */
const cardOf = ({ id }: { id: string }) => ({ id, name: "Trix for chats", owner: amal.id });

const by = ({ token }: { token: string }, identity: string) => ({ token, headers: { "Trix-Act-As": identity } });
const put = (app: { token: string }, identity: string, body: object = {}) =>
  client.call("PUT", `/v1/app/users/${encodeURIComponent(identity)}`, { token: app.token, body });

test("a user comes into being when he is named first, is the same ever after, and another in every app", async () => {
  const me = (await client.call("GET", "/v1/me", by(chat, "discord:1"))).json;
  expect(me.player).toMatchObject({
    name: expect.stringMatching(/^Guest /),
    kind: "human",
    app: cardOf(chat),
    claimedBy: null,
  });
  expect(me.app).toEqual(cardOf(chat));
  expect((await put(chat, "discord:1")).json).toEqual(me.player);
  expect((await put(chat, "discord:1", { name: "ليلى", kind: "bot" })).json).toMatchObject({
    id: me.player.id,
    name: "ليلى",
    kind: "bot",
  });
  expect((await client.call("GET", `/v1/players/${me.player.id}`)).json).toMatchObject({
    name: "ليلى",
    app: { id: chat.id },
  });
  const others = await Promise.all([put(chat, "discord:2"), put(rival, "discord:1"), put(chat, "telegram:1")]);
  expect(new Set([me.player.id, ...others.map(({ json }) => json.id)]).size).toBe(4);
  expect(JSON.stringify(others)).not.toContain("discord");
});

test("users of an app who have no seat are metered together", async () => {
  const seats = [{ player: "me" }, { bot: "steady" }, { bot: "steady" }, { bot: "steady" }];
  const { json: game } = await client.call("POST", "/v1/games", { token: badr.token, body: { seats } });
  const codes: string[] = [];
  for (let i = 0; i <= REFUSAL_LIMIT; i++) {
    const as = by(rival, `x:${i}`);
    codes.push(
      (await client.call("POST", `/v1/games/${game.id}/actions`, { ...as, body: { action: "pass" } })).json.code,
    );
  }
  expect(new Set(codes.slice(0, -1))).toEqual(new Set(["not_seated"]));
  expect(codes.at(-1)).toBe("too_many_refusals");
});

test("reading in the name of somebody who has never come makes no database, in whatever way it is read", async () => {
  const game = (await client.call("POST", "/v1/games", { token: badr.token, body: {} })).json.id;
  const made = await databases();
  const empty = { data: [], nextCursor: null };
  for (let n = 0; n < 20; n++) {
    const as = by(chat, `invented:${n}`);
    const get = (path: string, headers: Record<string, string> = {}) =>
      client.call("GET", path, { token: as.token, headers: { ...as.headers, ...headers } });
    expect((await get("/v1/decisions")).json).toMatchObject(empty);
    expect((await get("/v1/me/events")).json).toEqual({ data: [], version: 0 });
    expect((await get("/v1/me/vacation")).json).toEqual({ daysAYear: 30, daysLeft: 30, until: null });
    for (const path of ["", "/events", "/record", "/proof", "/plans", "/webhooks"])
      await get(`/v1/games/${game}${path}`);
    if (n > 1) continue;
    const [decisions, events] = await Promise.all([
      get("/v1/decisions", { Prefer: "wait=1" }),
      get("/v1/me/events", { Prefer: "wait=1" }),
    ]);
    expect([decisions.json, events.json]).toMatchObject([empty, { data: [], version: 0 }]);
    const stream = await fetch(`${server.url}/v1/me/events`, {
      headers: { Authorization: `Bearer ${as.token}`, ...as.headers, Accept: "text/event-stream" },
    });
    expect(stream.status).toBe(200);
    await stream.body!.cancel();
  }
  expect(await databases()).toBe(made);
  // What an app asks to be done for a user makes them, and what is kept of them.
  expect((await client.call("POST", `/v1/games/${game}/join`, { ...by(chat, "invented:0"), body: {} })).status).toBe(
    200,
  );
  expect((await client.call("POST", "/v1/games", { ...by(chat, "invented:0"), body: {} })).status).toBe(201);
  expect((await client.call("GET", "/v1/decisions", by(chat, "invented:0"))).json).toMatchObject(empty);
  expect(await databases()).toBeGreaterThan(made);
});

test("an identity that is none is a fault of the request, whoever sends it", async () => {
  for (const identity of ["1234", "Discord:1", "discord:", `discord:${"x".repeat(129)}`, "dis cord:1"]) {
    const reply = await client.call("GET", "/v1/me", by(chat, identity));
    expectProblem(reply, 400, "invalid_request");
    expect(reply.json.errors).toMatchObject([{ pointer: "/trix-act-as", code: "wrong_format" }]);
  }
  expectProblem(await put(chat, "nobody"), 400, "invalid_request");
});

test("users play whole games, each with his own hand, and the table sees the app at their seats", async () => {
  const created = await client.call("POST", "/v1/games", {
    ...by(chat, "discord:1"),
    body: {
      sameApp: true,
      rules: { kingdoms: 1, mode: "complex" },
      seats: [{ player: "me" }, { open: true }, { bot: "random" }, { bot: "random" }],
    },
  });
  expect(created.status, created.text).toBe(201);
  const { id } = created.json;
  expect((await client.call("POST", `/v1/games/${id}/join`, { ...by(chat, "discord:2"), body: {} })).json.status).toBe(
    "playing",
  );
  const [first, second, nobody, stranger] = await Promise.all(
    [by(chat, "discord:1"), by(chat, "discord:2"), { token: chat.token }, by(rival, "discord:1")].map(
      async (options) => (await client.call("GET", `/v1/games/${id}`, options)).json,
    ),
  );
  expect([first.you.seat, second.you.seat, nobody.you, stranger.you]).toEqual([0, 1, null, null]);
  expect(first.you.hand).not.toEqual(second.you.hand);
  const seen = (await client.call("GET", `/v1/games/${id}`)).json;
  expect(seen.seats.map(({ app }: { app?: object }) => app ?? null)).toEqual([cardOf(chat), cardOf(chat), null, null]);
  expect(seen.sameApp).toBe(true);
  expect(JSON.stringify([seen, (await client.call("GET", `/v1/games/${id}/events`)).json])).not.toContain("discord");
  let view = first;
  while (view.status === "playing") {
    const who = by(chat, view.deal.awaiting.includes(0) ? "discord:1" : "discord:2");
    const { you } = (await client.call("GET", `/v1/games/${id}`, who)).json;
    if (you.decision === null) {
      view = (await client.call("GET", `/v1/games/${id}`)).json;
      continue;
    }
    const acted = await client.call("POST", `/v1/games/${id}/actions`, {
      ...who,
      body: { action: you.legalActions[0].id, decision: you.decision.id },
    });
    expect(acted.status, acted.text).toBe(200);
    view = acted.json.game;
  }
  for (;;) {
    const item = (await client.call("GET", "/v1/games")).json.data.find((each: { id: string }) => each.id === id);
    if (item?.status !== "finished") continue;
    expect(item.seats[0].app).toEqual(cardOf(chat));
    break;
  }
});

test("one user of an app at a table, unless the game takes more; users of another app are no matter", async () => {
  const { json } = await client.call("POST", "/v1/games", { ...by(chat, "discord:1"), body: {} });
  expect(json.sameApp).toBe(false);
  const join = (options: object, body: object = {}) =>
    client.call("POST", `/v1/games/${json.id}/join`, { ...options, body });
  const refused = await join(by(chat, "discord:2"));
  expectProblem(refused, 409, "app_seated");
  expect(refused.json.game.seats[1]).toEqual({ seat: 1, kind: "open" });
  expect((await join(by(rival, "discord:2"))).status).toBe(200);
  // The owner of either, and a user of another app of his, could be one and the same at the table.
  const second = await makeApp(amal, "Second");
  for (const options of [{ token: amal.token }, { token: badr.token }, by(second, "discord:2")])
    expectProblem(await join(options), 409, "app_seated");
  const own = (await client.call("POST", "/v1/games", { token: amal.token, body: {} })).json.id;
  expectProblem(
    await client.call("POST", `/v1/games/${own}/join`, { ...by(chat, "discord:3"), body: {} }),
    409,
    "app_seated",
  );
  await client.call("POST", `/v1/games/${json.id}/leave`, by(chat, "discord:1"));
  expect((await join(by(chat, "discord:2"))).status).toBe(200);
});

describe("claiming", () => {
  const code = async (identity: string, app = chat) =>
    (await client.call("POST", `/v1/app/users/${encodeURIComponent(identity)}/claims`, { token: app.token })).json
      .code as string;
  const claim = (who: TestPlayer, sent: string) =>
    client.call("POST", "/v1/me/claims", { token: who.token, body: { code: sent } });

  test("gives the account a token that plays for the user, once, to one account", async () => {
    const sent = await code("discord:9");
    const { status, json, text } = await claim(badr, sent);
    expect(status, text).toBe(200);
    expect(json.player).toMatchObject({ claimedBy: badr.id, app: { id: chat.id } });
    const own = (await client.call("GET", "/v1/me", { token: json.token.token })).json;
    expect(own.player.id).toBe(json.player.id);
    expect(
      (await client.call("GET", "/v1/me", { token: badr.token })).json.claims.map(({ id }: { id: string }) => id),
    ).toEqual([json.player.id]);
    expectProblem(await claim(amal, sent), 409, "already_claimed");
    expect((await claim(badr, sent)).status).toBe(200);
    // A new code is of use to the same account alone.
    const again = await code("discord:9");
    expectProblem(await claim(amal, again), 409, "already_claimed");
    expect((await claim(badr, again)).status).toBe(200);
    // A seat taken through the app can be played by the account, and the other way round.
    const { id } = (
      await client.call("POST", "/v1/games", {
        ...by(chat, "discord:9"),
        body: { seats: [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }] },
      })
    ).json;
    expect((await client.call("GET", `/v1/games/${id}`, { token: json.token.token })).json.you.seat).toBe(0);
  });

  test("takes no other code", async () => {
    const sent = await code("discord:10");
    for (const wrong of [
      "x",
      sent.slice(0, -1),
      `${sent.slice(0, -1)}${sent.endsWith("a") ? "b" : "a"}`,
      sent.toUpperCase(),
    ])
      expectProblem(await claim(badr, wrong), 422, "claim_invalid");
    expect((await put(chat, "discord:10")).json.claimedBy).toBeNull();
  });
});

test("a game that an app makes has a clock, unless the app wants none", async () => {
  const terms = async (body: object, options: object = by(chat, "discord:1")) =>
    (await client.call("POST", "/v1/games", { ...options, body })).json.clock?.terms ?? null;
  expect(await terms({})).toEqual({
    perMoveMs: 3 * 24 * 3600 * 1000,
    onTimeout: "houseBot",
    strikes: null,
    vacation: true,
  });
  expect(await terms({ clock: null })).toBeNull();
  expect(await terms({ clock: { perMoveMs: 1000 } })).toMatchObject({ perMoveMs: 1000, onTimeout: "autoPlay" });
  expect(await terms({}, { token: amal.token })).toBeNull();
});

test("an ended app can do nothing any more, its owner's other things stay", async () => {
  const brief = await makeApp(amal, "Brief");
  await put(brief, "x:1");
  expectProblem(await client.call("DELETE", `/v1/apps/${brief.id}`, { token: badr.token }), 404, "app_not_found");
  expect((await client.call("DELETE", `/v1/apps/${brief.id}`, { token: amal.token })).json).toMatchObject({
    id: brief.id,
    name: "Brief",
    owner: amal.id,
  });
  expectProblem(await put(brief, "x:1"), 401, "unauthorized");
  expectProblem(
    await client.call("POST", "/v1/me/tokens", {
      token: amal.token,
      body: { name: "t", scopes: ["games:play"], app: brief.id },
    }),
    404,
    "app_not_found",
  );
  expect(
    (await client.call("GET", "/v1/apps", { token: amal.token })).json.data.map(({ name }: { name: string }) => name),
  ).toEqual(["Second", "Trix for chats"]);
  expect((await put(chat, "x:1")).status).toBe(200);
});

test("an app can have further tokens that may do less; an account has at most ten apps", async () => {
  const { json } = await client.call("POST", "/v1/me/tokens", {
    token: amal.token,
    body: { name: "reader", scopes: ["games:read"], app: chat.id },
  });
  expect((await client.call("GET", "/v1/games?player=me", by(json, "discord:1"))).status).toBe(200);
  expectProblem(
    await client.call("POST", "/v1/games", { ...by(json, "discord:1"), body: {} }),
    403,
    "insufficient_scope",
  );
  expectProblem(
    await client.call("POST", "/v1/me/tokens", {
      token: amal.token,
      body: { name: "t", scopes: ["account:manage"], app: chat.id },
    }),
    403,
    "insufficient_scope",
  );
  const carla = await client.player("Carla");
  const replies = await Promise.all(
    Array.from({ length: 14 }, (_, i) =>
      client.call("POST", "/v1/apps", { token: carla.token, body: { name: `App ${i}` } }),
    ),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
  expectProblem(replies.find(({ status }) => status !== 201)!, 409, "limit_reached");
});

test("an account that has as many tokens as it may is refused an app, and no app stays behind", async () => {
  const dora = await client.player("Dora");
  const replies = [];
  for (let i = 0; i < 50; i++)
    replies.push(
      await client.call("POST", "/v1/me/tokens", {
        token: dora.token,
        body: { name: `t${i}`, scopes: ["games:play"] },
      }),
    );
  expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThan(45);
  expectProblem(
    await client.call("POST", "/v1/apps", { token: dora.token, body: { name: "Tenth" } }),
    409,
    "limit_reached",
  );
  expect((await client.call("GET", "/v1/apps", { token: dora.token })).json.data).toEqual([]);
});
