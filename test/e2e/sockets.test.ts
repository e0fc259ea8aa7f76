import { get } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, judge } from "../contract/judge.ts";
import { keep } from "../contract/records.ts";
import { Client, expectProblem, type TestPlayer, WITH_BOTS } from "../support/http.ts";
import { startTestServer } from "../support/server.ts";
import { GameSocket } from "../support/socket.ts";
import { SseReader } from "../support/sse.ts";

let client: Client;
let amal: TestPlayer, badr: TestPlayer;
beforeAll(async () => {
  client = new Client(await startTestServer());
  [amal, badr] = [await client.player("Amal"), await client.player("Badr")];
});
afterAll(() => client.server.close());

const startGame = async (body: object = {}) =>
  (await client.game(amal, { rules: { kingdoms: 1 }, seats: WITH_BOTS, ...body })).id;
const socketOf = (
  game: string,
  token?: string,
  query = "",
  headers: Record<string, string> = {},
): Promise<GameSocket> =>
  GameSocket.open(client.server.url, `/v1/games/${game}/socket${query}`, {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...headers,
  });
const viewOf = async (game: string, token = amal.token) =>
  (await client.call("GET", `/v1/games/${game}`, { token })).json;
const eventsOf = async (game: string, token?: string, after = 0) =>
  (
    await client.call("GET", `/v1/games/${game}/events?limit=1000&after=${after}`, {
      ...(token !== undefined && { token }),
    })
  ).json.data;

async function tokenWith(body: object): Promise<string> {
  const { json, text } = await client.call("POST", "/v1/me/tokens", {
    token: amal.token,
    body: { name: "t", ...body },
  });
  expect(json.token, text).toMatch(/^trix_/);
  return json.token;
}

async function ticketFor(game: string, token = amal.token, headers: Record<string, string> = {}): Promise<string> {
  const { status, json, text } = await client.call("POST", `/v1/games/${game}/tickets`, { token, headers });
  expect(status, text).toBe(201);
  return json.ticket;
}

test("a whole match is played over one socket; everybody's sockets tell him the JSON of his pages, and announce the end", async () => {
  const game = await startGame();
  const [own, other, everybody] = await Promise.all([
    socketOf(game, amal.token, "", { "Accept-Language": "de" }),
    socketOf(game, badr.token),
    socketOf(game),
  ]);
  let view = await viewOf(game);
  for (let n = 0; view.status === "playing"; n++) {
    const { legalActions, decision } = view.you;
    const action = legalActions[n % legalActions.length].id;
    own.send({ id: `a${n}`, action, decision: decision.id });
    const answer = await own.answer(`a${n}`);
    expect(answer.type, JSON.stringify(answer).slice(0, 300)).toBe("acted");
    view = answer.game;
    if (n % 10 !== 0) continue;
    // The same as by a call: the answer, and its repeat.
    const { json } = await client.call("POST", `/v1/games/${game}/actions`, {
      token: amal.token,
      body: { action, decision: decision.id },
      headers: { "Accept-Language": "de" },
    });
    const { type, id, ...content } = answer;
    expect(json).toEqual({ ...content, replayed: true });
    if (view.status !== "playing") continue;
    own.send({ id: `r${n}`, action, decision: decision.id });
    expect(await own.answer(`r${n}`)).toMatchObject({ type: "acted", replayed: true, version: json.version });
  }
  for (const [socket, token] of [
    [own, amal.token],
    [other, badr.token],
    [everybody, undefined],
  ] as const) {
    await socket.until(({ closed }) => closed, "the close");
    expect(socket.closed).toEqual({ code: 1000, reason: "over" });
    expect(socket.heard.at(-1)).toEqual({ type: "end", reason: "over", version: view.version });
    expect(socket.events).toEqual(await eventsOf(game, token));
  }
  const late = await socketOf(game, undefined, `?after=${view.version - 1}`);
  await late.until(({ closed }) => closed, "the close");
  expect(late.heard.map(({ type }) => type)).toEqual(["event", "end"]);
});

test("a socket goes on after any event, and several of one token do not disturb each other", async () => {
  const game = await startGame();
  const { version } = await viewOf(game);
  const sockets = await Promise.all([0, 1, version].map((after) => socketOf(game, amal.token, `?after=${after}`)));
  const { you } = await viewOf(game);
  sockets[0].send({ id: "x", action: you.legalActions[0].id });
  const acted = await sockets[0].answer("x");
  for (const [i, after] of [0, 1, version].entries()) {
    await sockets[i].until(({ last }) => last === acted.version, "the last event");
    expect(sockets[i].events).toEqual(await eventsOf(game, amal.token, after));
  }
  for (const socket of sockets.slice(1)) {
    expect(socket.heard.every(({ type }) => type === "event" || type === "awaiting")).toBe(true);
    await socket.until(({ heard }) => heard.at(-1)?.version === acted.version, "who has to move");
    expect(socket.heard.at(-1)!.awaiting.seats).toEqual(acted.game.deal.awaiting);
  }
  for (const socket of sockets) socket.close();

  const stray = await socketOf(game, amal.token, `?after=${acted.version + 100}`);
  await stray.until(({ closed }) => closed !== null, "the end");
  expect(stray.heard).toMatchObject([
    { type: "refused", id: null, problem: { code: "invalid_request", errors: [{ code: "beyond_end" }] } },
  ]);
});

test("what a call refuses a socket refuses in the same words, with the id of the message, and nothing changes", async () => {
  const game = await startGame();
  const { you, version } = await viewOf(game);
  const headers = { "Accept-Language": "ar" };
  const socket = await socketOf(game, amal.token, "", headers);
  const refused: [object, number, string][] = [
    [{ action: "c:q", decision: "1" }, 409, "stale_decision"],
    [{ action: you.decision.kind === "contract" ? "p:7H" : "c:q" }, 409, "wrong_phase"],
  ];
  for (const [i, [message, status, code]] of refused.entries()) {
    socket.send({ id: `${i}`, ...message });
    const { type, problem } = await socket.answer(`${i}`);
    expect([type, problem.status, problem.code]).toEqual(["refused", status, code]);
    const { json } = await client.call("POST", `/v1/games/${game}/actions`, {
      token: amal.token,
      body: message,
      headers,
    });
    const { instance, requestId, ...words } = json;
    expect(problem).toMatchObject(words);
    expect(problem.detail).toMatch(/^\u200f[\u0600-\u06ff]/);
    expect(problem.game.you).toEqual(json.game.you);
  }
  expect((await viewOf(game)).version).toBe(version);
  // Refusals are counted together with those of calls.
  for (let i = 0; i < 60; i++) {
    socket.send({ id: `m${i}`, action: "c:q", decision: "1" });
    await socket.answer(`m${i}`);
  }
  expect(socket.heard.at(-1)!.problem.code).toBe("too_many_refusals");
  expectProblem(
    await client.call("POST", `/v1/games/${game}/actions`, {
      token: amal.token,
      body: { action: "c:q", decision: "1" },
    }),
    429,
    "too_many_refusals",
  );
  socket.send({ id: "good", action: you.legalActions[0].id, decision: you.decision.id });
  expect((await socket.answer("good")).type).toBe("acted");
  socket.close();
});

test("a message that makes no sense gets a reason and harms nothing; a socket that hears nothing else is closed", async () => {
  const game = await startGame();
  const socket = await socketOf(game, amal.token);
  socket.send("ping");
  await socket.until(({ plain }) => plain.length === 1, "the pong");
  const { you } = await viewOf(game);
  const action = you.legalActions[0].id;
  const nonsense: [string | Uint8Array | object, string, string | undefined][] = [
    ["{", "malformed_json", undefined],
    [new Uint8Array([1, 2]), "malformed_json", undefined],
    ["x".repeat(2000), "body_too_large", undefined],
    ["[]", "invalid_request", ""],
    ["null", "invalid_request", ""],
    [{}, "invalid_request", "/action"],
    [{ action: "p:1X" }, "invalid_request", "/action"],
    [{ action, card: "KH" }, "invalid_request", "/card"],
    [{ id: "x".repeat(65), action }, "invalid_request", "/id"],
  ];
  for (const [i, [message, code, pointer]] of nonsense.entries()) {
    socket.send(message);
    await socket.until(
      ({ heard }) => heard.filter(({ type }) => type === "refused").length === i + 1,
      `the refusal of ${JSON.stringify(message)}`,
    );
    const { id, problem } = socket.heard.at(-1)!;
    expect([id, problem.code, problem.errors?.[0].pointer], problem.detail).toEqual([null, code, pointer]);
  }
  socket.send({ action, decision: you.decision.id });
  await socket.until(({ heard }) => heard.find(({ type, id }) => type === "acted" && id === null), "the answer");
  socket.send("}");
  await socket.until(({ closed }) => closed, "the close");
  expect(socket.closed!.code).toBe(1008);
});

test("who may not act over a socket still follows: the public, a token that reads alone, a player without a seat", async () => {
  const game = await startGame();
  const { version } = await viewOf(game);
  const cases: [string | undefined, string][] = [
    [undefined, "unauthorized"],
    [await tokenWith({ scopes: ["games:read"] }), "insufficient_scope"],
    [badr.token, "not_seated"],
  ];
  for (const [token, code] of cases) {
    const socket = await socketOf(game, token);
    socket.send({ id: "x", action: "c:q" });
    expect((await socket.answer("x")).problem.code).toBe(code);
    await socket.until(({ last }) => last === version, "the events");
    socket.close();
  }
  expect((await viewOf(game)).version).toBe(version);
});

test("without an upgrade, with a wrong token, or for a game that is not there, no socket opens and the call is refused as any other", async () => {
  const game = await startGame();
  const path = `/v1/games/${game}/socket`;
  expectProblem(await client.call("GET", path, { token: amal.token }), 426, "upgrade_required");
  expectProblem(await client.call("GET", path, { token: "trix_wrong" }), 401, "unauthorized");
  await expect(socketOf(game, "trix_wrong")).rejects.toThrow("no socket");
  await expect(socketOf(`${game.slice(0, -2)}aa`)).rejects.toThrow("no socket");
  await expect(socketOf(game, amal.token, "?after=x")).rejects.toThrow("no socket");
  await expect(socketOf(game, await tokenWith({ scopes: ["games:play"] }))).rejects.toThrow("no socket");
});

/** The answer to an upgrade that is refused, which neither `fetch` nor a WebSocket shows. */
const upgrade = (path: string, token: string): Promise<Exchange> =>
  new Promise((done, failed) => {
    const headers = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      Authorization: `Bearer ${token}`,
    };
    get(client.server.url + path, { headers }, (response) => {
      let text = "";
      response
        .setEncoding("utf8")
        .on("data", (chunk: string) => {
          text += chunk;
        })
        .on("end", () => {
          done({
            method: "GET",
            path,
            status: response.statusCode!,
            headers: new Headers(response.headers as Record<string, string>),
            text,
          });
        });
    })
      .on("upgrade", (_, socket) => {
        socket.destroy();
        failed(new Error("a socket opened"));
      })
      .on("error", failed);
  });

test("whoever has a hundred sockets of a game open gets no other, until he closes one", async () => {
  const game = await startGame();
  const sockets = await Promise.all(Array.from({ length: 100 }, () => socketOf(game, amal.token)));
  const refused = await upgrade(`/v1/games/${game}/socket`, amal.token);
  const { operation, code, faults } = judge(refused);
  expect({ status: refused.status, code, faults }).toEqual({ status: 409, code: "limit_reached", faults: [] });
  // Nothing that `fetch` has seen: it counts as an answer like any other.
  keep({ file: expect.getState().testPath!, answers: [`${operation!.id} ${refused.status}`], faults });
  sockets[0].close();
  await sockets[0].until(({ closed }) => closed, "the close");
  await expect
    .poll(
      () =>
        socketOf(game, amal.token).then(
          (socket) => sockets.push(socket),
          () => 0,
        ),
      { timeout: 5000 },
    )
    .toBe(101);
  for (const socket of sockets) socket.close();
});

/** Opens a stream by a ticket. */
async function streamBy(game: string, ticket: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${client.server.url}/v1/games/${game}/events?ticket=${ticket}`, {
    headers: { Accept: "text/event-stream", ...headers },
  });
  return { response, reader: response.status === 200 ? new SseReader(response.body as never) : null };
}

test("a ticket opens one stream, or one socket that acts, as the token that it came by", async () => {
  const game = await startGame();
  const { version, you } = await viewOf(game);
  const ticket = await ticketFor(game);
  const { reader } = await streamBy(game, ticket);
  while (reader!.last < version) await new Promise((passed) => setTimeout(passed, 5));
  expect(reader!.messages).toEqual(await eventsOf(game, amal.token));
  expectProblem(
    await client.call("GET", `/v1/games/${game}/events?ticket=${ticket}`, { headers: { Accept: "text/event-stream" } }),
    401,
    "unauthorized",
  );
  await expect(socketOf(game, undefined, `?ticket=${ticket}`)).rejects.toThrow("no socket");
  await reader!.leave();

  const second = await ticketFor(game);
  const [socket] = await Promise.all([socketOf(game, undefined, `?ticket=${second}&after=${version}`)]);
  socket.send({ id: "x", action: you.legalActions[0].id, decision: you.decision.id });
  expect((await socket.answer("x")).type).toBe("acted");
  await expect(socketOf(game, undefined, `?ticket=${second}`)).rejects.toThrow("no socket");
  socket.close();

  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, async (_, i) => (i === 0 ? await ticketFor(game) : second)).map(async (each) =>
      socketOf(game, undefined, `?ticket=${await each}`),
    ),
  );
  expect(tries.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "rejected", "rejected"]);
});

test("a ticket can do no more than its token: it reads alone, sees one seat alone, or is an app's for its user", async () => {
  const game = await startGame();
  const reading = await socketOf(
    game,
    undefined,
    `?ticket=${await ticketFor(game, await tokenWith({ scopes: ["games:read"] }))}`,
  );
  reading.send({ id: "x", action: "c:q" });
  expect((await reading.answer("x")).problem.code).toBe("insufficient_scope");
  reading.close();

  const seat = await tokenWith({ scopes: ["games:read", "games:play"], game });
  const bySeat = await socketOf(game, undefined, `?ticket=${await ticketFor(game, seat)}`);
  const { version } = await viewOf(game);
  await bySeat.until(({ last }) => last === version, "the events");
  expect(bySeat.events).toEqual(await eventsOf(game, amal.token));
  bySeat.close();
  expectProblem(
    await client.call("POST", `/v1/games/${await startGame()}/tickets`, { token: seat }),
    403,
    "insufficient_scope",
  );

  const {
    json: {
      token: { token: appToken },
    },
  } = await client.call("POST", "/v1/apps", { token: badr.token, body: { name: "Chat" } });
  const user = { "Trix-Act-As": "chat:1" };
  const { json: made } = await client.call("POST", "/v1/games", {
    token: appToken,
    headers: user,
    body: { rules: { kingdoms: 1 }, seats: WITH_BOTS },
  });
  const byUser = await socketOf(made.id, undefined, `?ticket=${await ticketFor(made.id, appToken, user)}`);
  byUser.send({ id: "x", action: made.you.legalActions[0].id });
  expect((await byUser.answer("x")).type).toBe("acted");
  byUser.close();
  expectProblem(await client.call("POST", `/v1/games/${made.id}/tickets`, { token: appToken }), 403, "act_as_required");
  const nobody = await ticketFor(made.id, appToken, { "Trix-Act-As": "chat:2" });
  const stranger = await socketOf(made.id, undefined, `?ticket=${nobody}`);
  await stranger.until(({ last }) => last >= 3, "the events");
  expect(stranger.events.slice(0, 3)).toEqual((await eventsOf(made.id)).slice(0, 3));
  stranger.close();
});

test("a ticket that is made up, altered, another game's, sent beside a token or for a page is refused, and none was spent", async () => {
  const game = await startGame();
  const other = await startGame();
  const ticket = await ticketFor(game);
  const sse = { Accept: "text/event-stream" };
  const altered = ticket.slice(0, 20) + (ticket[20] === "a" ? "b" : "a") + ticket.slice(21);
  for (const [at, each] of [
    [game, altered],
    [game, `${ticket}a`],
    [game, "trixticket_"],
    [game, amal.token],
    [game, "x"],
    [other, ticket],
  ] as const) {
    expectProblem(
      await client.call("GET", `/v1/games/${at}/events?ticket=${each}`, { headers: sse }),
      401,
      "unauthorized",
    );
    await expect(socketOf(at, undefined, `?ticket=${each}`)).rejects.toThrow("no socket");
  }
  expectProblem(
    await client.call("GET", `/v1/games/${game}/events?ticket=${ticket}`, { token: amal.token, headers: sse }),
    400,
    "invalid_request",
  );
  expectProblem(await client.call("GET", `/v1/games/${game}/events?ticket=${ticket}`), 400, "invalid_request");
  // A ticket is no token.
  expectProblem(await client.call("GET", `/v1/games/${game}`, { token: ticket }), 401, "unauthorized");
  expect((await client.call("HEAD", `/v1/games/${game}/events?ticket=${ticket}`, { headers: sse })).status).toBe(200);
  expect((await client.call("GET", `/v1/games/${game}/socket?ticket=${ticket}`)).status).toBe(426);
  const { reader } = await streamBy(game, ticket);
  await reader!.leave();
  expect(client.server.logs.filter(({ message }) => message.includes("trixticket"))).toEqual([]);
});

test("a browser of any origin may open streams: the headers are allowed, and the answer may be read", async () => {
  const game = await startGame();
  const preflight = await client.call("OPTIONS", `/v1/games/${game}/events`, {
    headers: {
      Origin: "https://example.org",
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "last-event-id, prefer",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")!.toLowerCase()).toMatch(/last-event-id, prefer/);
  const { response, reader } = await streamBy(game, await ticketFor(game), { Origin: "https://example.org" });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  await reader!.leave();
});
