import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, expectProblem, type TestPlayer, WITH_BOTS } from "../support/http.ts";
import { startTestServer } from "../support/server.ts";
import { SseReader } from "../support/sse.ts";

let client: Client;
let amal: TestPlayer, badr: TestPlayer;
beforeAll(async () => {
  client = new Client(await startTestServer());
  [amal, badr] = [await client.player("Amal"), await client.player("Badr")];
});
afterAll(() => client.server.close());

const SSE = { Accept: "text/event-stream" };
const bearer = (token?: string): Record<string, string> =>
  token === undefined ? {} : { Authorization: `Bearer ${token}` };

interface Opened {
  status: number;
  headers: Headers;
  reader: SseReader;
  leave(): void;
}

/** Opens a stream; `leave` breaks the connection. */
async function follow(path: string, headers: Record<string, string> = {}): Promise<Opened> {
  const gone = new AbortController();
  const response = await fetch(client.server.url + path, { headers: { ...SSE, ...headers }, signal: gone.signal });
  return {
    status: response.status,
    headers: response.headers,
    reader: new SseReader(response.body as never),
    leave: () => {
      gone.abort();
    },
  };
}

const startGame = async (body: object = {}) =>
  (await client.game(amal, { rules: { kingdoms: 1 }, seats: WITH_BOTS, ...body })).id;

/** Amal's next move; the version that it led to. */
async function move(game: string): Promise<number> {
  const {
    json: { you },
  } = await client.call("GET", `/v1/games/${game}`, { token: amal.token });
  const { json, text } = await client.call("POST", `/v1/games/${game}/actions`, {
    token: amal.token,
    body: { action: you.legalActions[0].id, decision: you.decision.id },
  });
  expect(json.version, text).toBeGreaterThan(0);
  return json.version;
}

const page = async (game: string, token?: string, query = "limit=1000") =>
  (await client.call("GET", `/v1/games/${game}/events?${query}`, { ...(token !== undefined && { token }) })).json;

async function until(what: string, condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !condition(); ) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(5);
  }
}

const reaches = (reader: SseReader, seq: number): Promise<void> => until(`event ${seq}`, () => reader.last >= seq);

test("a stream begins at once, gives each audience the very JSON of its pages, and goes on with what happens", async () => {
  const game = await startGame();
  for (const token of [amal.token, badr.token, undefined]) {
    const { status, headers, reader, leave } = await follow(`/v1/games/${game}/events`, bearer(token));
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/event-stream");
    expect(headers.get("cache-control")).toBe("private, no-store, no-transform");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const version = await move(game);
    await reaches(reader, version);
    expect(reader.text.startsWith("retry: 2000\n: open\n\nid: 1\ndata: {")).toBe(true);
    const now = await page(game, token);
    expect(reader.events.filter(({ event }) => event === "message")).toEqual(
      now.data.map((event: { seq: number }) => ({
        id: String(event.seq),
        event: "message",
        data: JSON.stringify(event),
      })),
    );
    // Who has to move is told once the events are there that led to it, and counts as none of them.
    await until("who has to move", () => reader.awaiting.at(-1)?.version === version);
    expect(reader.awaiting.at(-1)!.awaiting).toEqual(now.awaiting);
    expect(reader.events.filter(({ event }) => event === "awaiting").map(({ id }) => Number(id))).toEqual(
      reader.awaiting.map((each) => each.version),
    );
    leave();
  }
});

test("a stream is taken up where it broke, at whatever byte: by Last-Event-ID, whatever `after` says, or by `after`", async () => {
  const game = await startGame();
  const seen: string[] = [];
  let last = "";
  const path = `/v1/games/${game}/events`;
  for (let broken = 0; broken < 12; broken++) {
    const { reader, leave } =
      broken % 2 === 0
        ? await follow(`${path}?after=2`, { ...bearer(amal.token), "Last-Event-ID": last === "" ? "0" : last })
        : await follow(`${path}?after=${last}`, bearer(amal.token));
    const version = await move(game);
    // Now before, now after all has come.
    if (broken % 3 !== 0) await reaches(reader, broken % 3 === 1 ? version : version - 1);
    leave();
    expect(await reader.ended).toBe(false);
    for (const { id, event, data } of reader.events) {
      if (event === "message") seen.push(data);
      // What has no number comes first on a new stream.
      if (id !== "") last = id;
    }
  }
  const version = await move(game);
  const { reader, leave } = await follow(path, { ...bearer(amal.token), "Last-Event-ID": last });
  await reaches(reader, version);
  leave();
  seen.push(...reader.events.filter(({ event }) => event === "message").map(({ data }) => data));
  expect(seen).toEqual((await page(game, amal.token)).data.map((event: object) => JSON.stringify(event)));
});

test("an empty Last-Event-ID is none, and one that is no number of an event is refused", async () => {
  const game = await startGame();
  const { reader, leave } = await follow(`/v1/games/${game}/events?after=1`, { "Last-Event-ID": "" });
  await reaches(reader, 2);
  leave();
  expect(reader.messages[0].seq).toBe(2);
  for (const id of ["x", "-1", "1.5", "1e3", "99999999999"]) {
    const reply = await client.call("GET", `/v1/games/${game}/events`, { headers: { ...SSE, "Last-Event-ID": id } });
    expectProblem(reply, 400, "invalid_request");
    expect(reply.json.errors).toMatchObject([{ in: "header", pointer: "/Last-Event-ID" }]);
  }
});

test("a replacement of EventSource says in the address where it stood: by lastEventId, which counts less than the header and more than `after`", async () => {
  const game = await startGame();
  const first = async (query: string, headers = {}) => {
    const { reader, leave } = await follow(`/v1/games/${game}/events?${query}`, headers);
    await until("an event", () => reader.messages.length > 0);
    leave();
    return reader.messages[0].seq;
  };
  expect(await first("lastEventId=2")).toBe(3);
  expect(await first("after=1&lastEventId=2")).toBe(3);
  expect(await first("after=1&lastEventId=")).toBe(2);
  expect(await first("lastEventId=1", { "Last-Event-ID": "2" })).toBe(3);
  const { status, leave } = await follow("/v1/me/events?lastEventId=0", bearer(amal.token));
  leave();
  expect(status).toBe(200);
  const refused = await client.call("GET", `/v1/games/${game}/events?lastEventId=x`, { headers: SSE });
  expectProblem(refused, 400, "invalid_request");
  expect(refused.json.errors).toMatchObject([{ in: "query", pointer: "/lastEventId" }]);
});

test("a stream after an event that there is not yet is refused and told where the log ends", async () => {
  const game = await startGame();
  const { version } = await page(game);
  const path = `/v1/games/${game}/events`;
  for (const [query, headers, place] of [
    [`?after=${version + 1}`, {}, { in: "query", pointer: "/after" }],
    [`?lastEventId=${version + 1}`, {}, { in: "query", pointer: "/lastEventId" }],
    ["", { "Last-Event-ID": "999999" }, { in: "header", pointer: "/Last-Event-ID" }],
  ] as const) {
    const reply = await client.call("GET", path + query, { headers: { ...SSE, ...headers } });
    expectProblem(reply, 400, "invalid_request");
    expect(reply.json.errors).toMatchObject([{ ...place, code: "beyond_end" }]);
    expect(reply.json.detail).toContain(`the last one is ${version}`);
  }
  const own = await client.call("GET", "/v1/me/events?after=999999", { token: amal.token, headers: SSE });
  expectProblem(own, 400, "invalid_request");
  const { reader, leave } = await follow(`${path}?after=${version}`);
  const next = await move(game);
  await reaches(reader, next);
  leave();
});

test("who asks to wait in a form that nobody can read is told the right one", async () => {
  const game = await startGame();
  for (const path of [`/v1/games/${game}/events`, "/v1/me/events", "/v1/decisions"]) {
    for (const [query, headers, place] of [
      ["?wait=25", {}, { in: "query", pointer: "/wait" }],
      ["", { Prefer: "wait 25" }, { in: "header", pointer: "/Prefer" }],
      ["", { Prefer: "respond-async, wait: 25" }, { in: "header", pointer: "/Prefer" }],
    ] as const) {
      const reply = await client.call("GET", path + query, { token: amal.token, headers });
      expectProblem(reply, 400, "invalid_request");
      expect(reply.json.errors).toMatchObject([{ ...place, message: expect.stringContaining("`Prefer: wait=25`") }]);
    }
  }
});

test("when the game is over the end is announced and the stream closes; who comes back gets 204, an older one the rest and the end", async () => {
  const { id } = await client.game(amal, { seats: [{ player: "me" }, { open: true }, { open: true }, { open: true }] });
  const { reader } = await follow(`/v1/games/${id}/events`, bearer(badr.token));
  await reaches(reader, 1);
  expect((await client.call("POST", `/v1/games/${id}/abort`, { token: amal.token })).status).toBe(200);
  expect(await reader.ended).toBe(true);
  expect(reader.events.at(-1)).toEqual({ id: "2", event: "end", data: '{"reason":"over","version":2}' });
  expect(reader.messages.at(-1)!.type).toBe("game_aborted");

  const again = await client.call("GET", `/v1/games/${id}/events`, { headers: { ...SSE, "Last-Event-ID": "2" } });
  expect([again.status, again.text, again.headers.get("content-type")]).toEqual([204, "", null]);
  const older = await follow(`/v1/games/${id}/events?after=1`);
  expect(await older.reader.ended).toBe(true);
  expect([older.reader.messages.map(({ seq }) => seq), older.reader.end]).toEqual([
    [2],
    { reason: "over", version: 2 },
  ]);
  const waited = await client.call("GET", `/v1/games/${id}/events?after=2`, { headers: { Prefer: "wait=30" } });
  expect([waited.status, waited.json]).toEqual([200, { data: [], version: 2, awaiting: null }]);
});

test("an answer that waits comes at once where there is something, with the next move where there is not, and empty when the time is over", async () => {
  const game = await startGame();
  const path = `/v1/games/${game}/events`;
  const { version } = await page(game);
  const wait = (query: string, prefer: string, headers = {}) =>
    client.call("GET", `${path}?${query}`, { token: amal.token, headers: { Prefer: prefer, ...headers } });

  const atOnce = await wait("after=0&limit=2", "wait=30");
  expect(atOnce.json).toEqual(await page(game, amal.token, "limit=2"));
  expect(atOnce.headers.get("preference-applied")).toBe("wait=30");

  const waiting = Promise.all([
    wait(`after=${version}`, "respond-async, wait=30"),
    wait(`after=${version}`, 'handling=lenient; wait="30"'),
  ]);
  await sleep(50);
  const next = await move(game);
  for (const { json, status } of await waiting) {
    expect(status).toBe(200);
    expect(json.data[0].seq).toBe(version + 1);
    expect(json.version).toBeLessThanOrEqual(next);
    expect(json.data).toEqual((await page(game, amal.token, `after=${version}`)).data.slice(0, json.data.length));
  }

  const since = Date.now();
  const empty = await wait(`after=${next}`, "wait=1");
  expect(Date.now() - since).toBeGreaterThan(900);
  expect(empty.json).toEqual({ data: [], version: next, awaiting: (await page(game)).awaiting });
  expect(empty.json.awaiting.seats).toEqual((await page(game, undefined, `after=${next}`)).awaiting.seats);
  expect((await wait(`after=${next}`, "wait=1", { "If-None-Match": empty.headers.get("etag")! })).status).toBe(304);
});

test("preferences that are not known or mean nothing are left alone, and no wish is longer than a minute", async () => {
  const game = await startGame();
  for (const prefer of ["wait=0", "wait", "wait=-5", "wait=1.5", "waiting=30", "return=minimal", "", "x".repeat(150)]) {
    const { status, headers } = await client.call("GET", `/v1/games/${game}/events?after=99`, {
      headers: { Prefer: prefer },
    });
    expect([status, headers.get("preference-applied")], prefer).toEqual([200, null]);
  }
  expect(
    (await client.call("GET", `/v1/games/${game}/events`, { headers: { Prefer: "wait=3600" } })).headers.get(
      "preference-applied",
    ),
  ).toBe("wait=60");
});

test("a stream or a wait with a wrong token, or of a game that is not there, is a problem and nothing else", async () => {
  const game = await startGame();
  for (const headers of [SSE, { Prefer: "wait=30" }]) {
    expectProblem(
      await client.call("GET", `/v1/games/${game}/events`, { token: "trix_wrong", headers }),
      401,
      "unauthorized",
    );
    expectProblem(
      await client.call("GET", `/v1/games/${game.slice(0, -2)}aa/events`, { headers }),
      404,
      "game_not_found",
    );
  }
  expectProblem(
    await client.call("GET", `/v1/games/${game}/events`, { headers: { Accept: "text/html" } }),
    406,
    "not_acceptable",
  );
  const {
    json: { token },
  } = await client.call("POST", "/v1/me/tokens", { token: amal.token, body: { name: "t", scopes: ["games:play"] } });
  expectProblem(
    await client.call("GET", `/v1/games/${game}/events`, { token, headers: SSE }),
    403,
    "insufficient_scope",
  );
});

test("asking for the head of a stream opens none, nor does it wait", async () => {
  const game = await startGame();
  for (const headers of [SSE, { Prefer: "wait=30" }]) {
    const since = Date.now();
    const { status, text } = await client.call("HEAD", `/v1/games/${game}/events?after=99`, { headers });
    expect([status, text]).toEqual([200, ""]);
    expect(Date.now() - since).toBeLessThan(5000);
  }
});

test("a player has at most a hundred streams of a game open, and nobody else is kept out", async () => {
  const game = await startGame();
  const path = `/v1/games/${game}/events`;
  const streams = await Promise.all(Array.from({ length: 100 }, () => follow(path, bearer(amal.token))));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  expectProblem(await client.call("GET", path, { token: amal.token, headers: SSE }), 409, "limit_reached");
  expectProblem(
    await client.call("GET", path, { token: amal.token, headers: { Prefer: "wait=1" } }),
    409,
    "limit_reached",
  );
  const others = [await follow(path, bearer(badr.token)), await follow(path)];
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  for (const { leave } of [...streams, ...others]) leave();
});
