import { createExecutionContext, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { GameView } from "../../src/game/types.ts";
import { app } from "../../src/http/app.ts";
import type { Env } from "../../src/http/exchange/env.ts";
import { HEARTBEAT_MS, LIFETIME_MS } from "../../src/http/live/subscription.ts";
import { SseReader } from "../support/sse.ts";

/** Whether the app is called within the test itself, which then can hold its timers. */
let isHeld = false;

afterEach(() => {
  vi.useRealTimers();
  isHeld = false;
});

/** The time of streams by hand: their heartbeats, and the clock. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: Date.now() });
  isHeld = true;
}

/** A call to the Worker, each from another address, so that no budget of one is used up. */
async function call(
  method: string,
  path: string,
  token?: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const request = new Request(`https://trix.test${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: {
      "Content-Type": "application/json",
      "CF-Connecting-IP": crypto.randomUUID(),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  return isHeld ? app.fetch(request, env as unknown as Env, createExecutionContext()) : exports.default.fetch(request);
}

const json = async (method: string, path: string, token?: string, body?: object): Promise<any> =>
  (await call(method, path, token, body)).json();

interface Match {
  token: string;
  id: string;
  path: string;
  view: GameView;
}

/** A running game of one person and three house bots. */
async function start(): Promise<Match> {
  const { token } = await json("POST", "/v1/players", undefined, { name: "Amal", kind: "human" });
  const view = (await json("POST", "/v1/games", token, {
    rules: { kingdoms: 1 },
    seats: [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }],
  })) as GameView;
  return { token, id: view.id, path: `/v1/games/${view.id}`, view };
}

/** The person's next move. */
async function move({ path, token }: Match): Promise<number> {
  const { you } = (await json("GET", path, token)) as GameView;
  return (
    await json("POST", `${path}/actions`, token, { action: you!.legalActions[0].id, decision: you!.decision!.id })
  ).version;
}

async function follow(path: string, token?: string, headers: Record<string, string> = {}): Promise<SseReader> {
  const response = await call("GET", path, token, undefined, { Accept: "text/event-stream", ...headers });
  expect(response.status).toBe(200);
  return new SseReader(response.body!);
}

/** A client's socket: what it heard, and how it was closed. */
class Socket {
  readonly socket: WebSocket;
  readonly heard: any[] = [];
  closed: { code: number; reason: string } | null = null;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.heard.push(data === "pong" ? data : JSON.parse(data as string));
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.closed = { code, reason };
    });
    socket.accept();
  }

  static async open(path: string, token?: string): Promise<Socket> {
    const { webSocket, status } = await call("GET", path, token, undefined, { Upgrade: "websocket" });
    expect(status).toBe(101);
    return new Socket(webSocket!);
  }

  get seqs(): number[] {
    return this.heard.filter(({ type }) => type === "event").map(({ event }) => event.seq);
  }
}

const upTo = (version: number, after = 0): number[] => Array.from({ length: version - after }, (_, i) => after + i + 1);
const seqsOf = (reader: SseReader): number[] => reader.messages.map(({ seq }) => seq);
const stubOf = ({ id }: Match) => env.GAMES.getByName(id);

test("two hundred idle watchers, half by Server-Sent Events and half by sockets: the object sleeps, and the next move reaches all of them", async () => {
  const match = await start();
  const {
    path,
    view: { version },
  } = match;
  const watchers = Array.from({ length: 100 });
  const readers = await Promise.all(watchers.map(() => follow(`${path}/events?after=${version}`)));
  const sockets = await Promise.all(watchers.map(() => Socket.open(`${path}/socket?after=${version}`)));
  await runInDurableObject(stubOf(match), (instance, state) => {
    (instance as { mark?: string }).mark = "awake";
    expect(state.getWebSockets()).toHaveLength(200);
  });
  // An object that anything holds in memory cannot be evicted.
  await evictDurableObject(stubOf(match));
  await runInDurableObject(stubOf(match), (instance) => {
    expect((instance as { mark?: string }).mark).toBeUndefined();
  });
  await evictDurableObject(stubOf(match));
  const reached = await move(match);
  const expected = upTo(reached, version);
  await vi.waitFor(() => {
    for (const reader of readers) expect(seqsOf(reader)).toEqual(expected);
    for (const socket of sockets) expect(socket.seqs).toEqual(expected);
  }, 5000);
  await Promise.all(readers.map((reader) => reader.leave()));
  for (const { socket } of sockets) socket.close(1000);
  // Whoever leaves is gone from the object as well.
  await vi.waitFor(
    () =>
      runInDurableObject(stubOf(match), (_, state) => {
        expect(state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN)).toEqual([]);
      }),
    5000,
  );
});

test("where the object's end of every line is cut, streams and sockets go on without a lost or repeated event", async () => {
  const match = await start();
  const reader = await follow(`${match.path}/events`, match.token);
  const socket = await Socket.open(`${match.path}/socket`, match.token);
  let version = 0;
  for (let i = 0; i < 3; i++) {
    await evictDurableObject(stubOf(match), { webSockets: "close" });
    version = await move(match);
  }
  await vi.waitFor(() => {
    expect(seqsOf(reader)).toEqual(upTo(version));
    expect(socket.seqs).toEqual(upTo(version));
  }, 5000);
  // And it still acts.
  const { you } = (await json("GET", match.path, match.token)) as GameView;
  socket.socket.send(JSON.stringify({ id: "a", action: you!.legalActions[0].id }));
  await vi.waitFor(
    () => expect(socket.heard).toContainEqual(expect.objectContaining({ type: "acted", id: "a" })),
    5000,
  );
  await reader.leave();
  socket.socket.close(1000);
});

test("a stream and a socket show every 15 seconds that they live, and are closed without an end after some hours", async () => {
  holdTime();
  const {
    path,
    view: { version },
  } = await start();
  const reader = await follow(`${path}/events`);
  const socket = await Socket.open(`${path}/socket`);
  await vi.waitFor(() => expect([reader.last, socket.seqs.at(-1)]).toEqual([version, version]));
  expect(reader.text).toMatch(/^retry: 2000\n: open\n\n/);
  for (let i = 1; i <= 3; i++) {
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await vi.waitFor(() => {
      expect(reader.comments).toEqual(["open", ...Array.from({ length: i }, () => "beat")]);
      expect(socket.heard.filter(({ type }) => type === "heartbeat")).toEqual(
        Array.from({ length: i }, () => ({ type: "heartbeat", version })),
      );
    });
  }
  vi.setSystemTime(Date.now() + LIFETIME_MS);
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(await reader.ended).toBe(true);
  await vi.waitFor(() => expect(socket.closed?.code).toBe(1001));
  expect([reader.end, socket.heard.at(-1).type]).toEqual([undefined, "heartbeat"]);
});

test("a token that is revoked elsewhere ends its streams, its sockets and those of its tickets within 60 seconds", async () => {
  holdTime();
  const match = await start();
  const { token, id } = await json("POST", "/v1/me/tokens", match.token, {
    name: "t",
    scopes: ["games:read", "games:play"],
  });
  const ticket = async () => `ticket=${(await json("POST", `${match.path}/tickets`, token)).ticket}`;
  const readers = [await follow(`${match.path}/events`, token), await follow(`${match.path}/events?${await ticket()}`)];
  const sockets = [
    await Socket.open(`${match.path}/socket`, token),
    await Socket.open(`${match.path}/socket?${await ticket()}`),
  ];
  const others = await follow(`${match.path}/events`, match.token);
  const unused = await ticket();
  await env.DB.prepare("UPDATE tokens SET revoked_at = ? WHERE id = ?").bind(Date.now(), id).run();
  for (let passed = 0; passed < 60_000; passed += HEARTBEAT_MS) {
    vi.advanceTimersByTime(HEARTBEAT_MS);
    // The database answers one after the other: by then it has told what a heartbeat has asked for.
    await env.DB.prepare("SELECT 1").run();
    await scheduler.wait(10);
  }
  for (const reader of readers) {
    expect(await reader.ended).toBe(true);
    expect(reader.end?.reason).toBe("revoked");
  }
  for (const socket of sockets) {
    await vi.waitFor(() => expect(socket.closed).toEqual({ code: 1008, reason: "revoked" }));
    expect(socket.heard.at(-1)).toMatchObject({ type: "end", reason: "revoked" });
  }
  expect(
    (await call("GET", `${match.path}/events?${unused}`, undefined, undefined, { Accept: "text/event-stream" })).status,
  ).toBe(401);
  // The move that follows is told to those alone whose token holds.
  const version = await move(match);
  await vi.waitFor(() => expect(others.last).toBe(version));
  for (const reader of readers) expect(reader.last).toBeLessThan(version);
  await others.leave();
});

test("a token that expires ends its stream before the next event is told", async () => {
  holdTime();
  const match = await start();
  const { token } = await json("POST", "/v1/me/tokens", match.token, {
    name: "t",
    scopes: ["games:read"],
    expiresAt: new Date(Date.now() + 5000).toISOString(),
  });
  const reader = await follow(`${match.path}/events`, token);
  vi.setSystemTime(Date.now() + 6000);
  await move(match);
  expect(await reader.ended).toBe(true);
  expect(reader.end).toMatchObject({ reason: "expired" });
  expect(reader.last).toBe(match.view.version);
});
