/** Rematches and series over HTTP. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { GameView } from "../../src/game/types.ts";
import { Client, type Reply } from "../support/client.ts";
import { Client as Caller, expectProblem, WITH_BOTS } from "../support/http.ts";
import { openTable, playTable, registerFour } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let four: Client[];
let amal: Client;
let anybody: Client;

beforeAll(async () => {
  server = await startTestServer();
  four = await registerFour(server.url);
  amal = four[0];
  anybody = new Client(server.url);
});
afterAll(async () => {
  const failures = server.logs.filter(({ level }) => level === "error");
  await server.close();
  expect(failures).toEqual([]);
});

/** A match of a single deal. */
const SHORT = { mode: "practice", practice: { contracts: ["queens"], deals: 1 } };

const rematch = (player: Client, game: string, body?: object): Promise<Reply<GameView>> =>
  player.send("POST", `/v1/games/${game}/rematch`, body);

/** One person plays a match against house bots to its end. */
async function playAlone(player: Client, game: string): Promise<GameView> {
  for (let view = await player.view(game); ; ) {
    if (view.status === "finished") return view;
    const decision = view.you?.decision;
    if (decision) view = (await player.act(game, view.you!.legalActions.at(-1)!.id, decision.id)).json.game;
    else view = await player.view(game);
  }
}

/** The view once it is as wished. */
async function once(player: Client, game: string, wished: (view: GameView) => boolean): Promise<GameView> {
  for (let i = 0; i < 1000; i++) {
    const view = await player.view(game);
    if (wished(view)) return view;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`game ${game} has not come so far`);
}

/** That a record is taken by the server's own check. */
async function expectReplays(game: string): Promise<void> {
  expect(await anybody.get2xx("POST", "/v1/records/check", await anybody.record(game))).toMatchObject({
    verdict: "valid",
  });
}

test("four players play again: whoever asks first makes the next game, the others come to it, and it starts with the last", async () => {
  const table = await openTable(four, { rules: SHORT });
  await playTable(table, randomFrom("rematch"));
  const before = await anybody.send<GameView>("GET", `/v1/games/${table.id}`);
  expect(before.json).toMatchObject({ status: "finished", previous: null, next: null, series: null });

  const first = await rematch(four[2], table.id, { clientSeed: "carla's dice" });
  expect(first.status, first.text).toBe(201);
  const next = first.json.id;
  expect(first.headers.get("location")).toBe(`/v1/games/${next}`);
  expect(first.json).toMatchObject({
    status: "waiting",
    previous: table.id,
    creator: four[2].player!.id,
    seeded: false,
    you: { seat: 2 },
  });
  expect(first.json.rules).toEqual(before.json.rules);
  expect(first.json.seats.map(({ kind }) => kind)).toEqual(["kept", "kept", "player", "kept"]);
  const after = await anybody.send<GameView>("GET", `/v1/games/${table.id}`, undefined, {
    "If-None-Match": before.headers.get("etag")!,
  });
  expect([after.status, after.json.next]).toEqual([200, next]);
  expect((await anybody.events(table.id)).slice(-3).map(({ type }) => type)).toEqual([
    "game_finished",
    "rematch_wished",
    "next_game_made",
  ]);

  const again = await rematch(four[2], table.id, { clientSeed: "carla's dice" });
  expect([again.status, again.headers.get("location"), again.json.version]).toEqual([
    200,
    `/v1/games/${next}`,
    first.json.version,
  ]);
  const others = await Promise.all(
    [four[0], four[1], four[3], four[0], four[1], four[3]].map((player) => rematch(player, table.id)),
  );
  for (const reply of others) expect([reply.status, reply.json.id]).toEqual([200, next]);
  const started = await Promise.all(four.map((player) => player.view(next)));
  for (const [seat, view] of started.entries()) expect(view).toMatchObject({ status: "playing", you: { seat } });
  // A repeat after the start sees his own hand, as ever.
  for (const [seat, player] of four.entries())
    expect((await rematch(player, table.id, { clientSeed: "too late" })).json.you).toEqual(started[seat].you);
  expect(await anybody.proof(next)).toMatchObject({
    playersEntropy: true,
    clientSeeds: [null, null, "carla's dice", null],
  });
  await expectReplays(table.id);
});

test("a rematch against house bots starts at once; of that one there is another, and each has one next game", async () => {
  let { id } = await amal.create({ rules: SHORT, seats: WITH_BOTS, visibility: "unlisted" });
  const ids = [id];
  for (let i = 0; i < 2; i++) {
    await playAlone(amal, id);
    const replies = await Promise.all(Array.from({ length: 8 }, () => rematch(amal, id)));
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    const [{ json }] = replies;
    expect(json).toMatchObject({ status: "playing", previous: id, visibility: "unlisted", you: { seat: 0 } });
    id = json.id;
    ids.push(id);
  }
  expect(new Set(ids).size).toBe(3);
});

test("who has lost his seat in the next game sees it as everybody does", async () => {
  const table = await openTable(four, { rules: SHORT });
  await playTable(table, randomFrom("left out"));
  const { id: next } = (await rematch(amal, table.id)).json;
  for (const seat of [1, 2, 3]) await amal.get2xx("PUT", `/v1/games/${next}/seats/${seat}`, { bot: "steady" });
  const late = await rematch(four[1], table.id);
  expect(late.status).toBe(200);
  expect(late.json).toEqual(await anybody.view(next));
});

test("a series of three goes on by itself, one person among house bots; the scores add up and every record replays", async () => {
  const first = await amal.create({ rules: { kingdoms: 1 }, seats: WITH_BOTS, series: { matches: 3 } });
  expect(first).toMatchObject({
    status: "playing",
    series: { matches: 3, number: 1, first: first.id, scores: [0, 0, 0, 0], wins: [0, 0, 0, 0] },
  });
  const [scores, wins] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  let { id } = first;
  for (let number = 1; number <= 3; number++) {
    const { result, series, seats } = await playAlone(amal, id);
    result!.totals.forEach((total, seat) => {
      scores[seat] += total;
    });
    for (const seat of result!.winners) wins[seat]++;
    expect(series).toEqual({
      ended: number === 3 ? "completed" : null,
      matches: 3,
      number,
      first: first.id,
      scores,
      wins,
    });
    await expectReplays(id);
    if (number === 3) break;
    const { next } = await once(amal, id, (view) => view.next !== null);
    // All are seated, and it has begun without a call.
    const view = await amal.view(next!);
    expect(view).toMatchObject({
      status: "playing",
      previous: id,
      seats,
      series: { number: number + 1, first: first.id, scores, wins },
      you: { seat: 0 },
    });
    expect([(await rematch(amal, id)).status, (await anybody.view(id)).next]).toEqual([200, next]);
    id = next!;
  }
  expect((await amal.view(id)).next).toBeNull();
  expect(await anybody.events(id, 0)).toEqual(await new Client(server.url, four[3].token).events(id, 0));
});

test("there is no rematch before the end, nor for strangers, the public and tokens that may do less", async () => {
  const http = new Caller(server);
  const { id } = await amal.create({ rules: SHORT, seats: WITH_BOTS });
  const path = `/v1/games/${id}/rematch`;
  const token = amal.token!;
  const early = await http.call("POST", path, { token });
  expectProblem(early, 409, "game_not_finished");
  expect(early.json.game.you.seat).toBe(0);
  const waiting = await amal.create({ seats: [{ player: "me" }] });
  expectProblem(await http.call("POST", `/v1/games/${waiting.id}/rematch`, { token }), 409, "game_not_finished");
  await playAlone(amal, id);
  expectProblem(await http.call("POST", path, { token: four[1].token! }), 409, "not_seated");
  expectProblem(await http.call("POST", path), 401, "unauthorized");
  const { json: reader } = await http.call("POST", "/v1/me/tokens", {
    token,
    body: { name: "reader", scopes: ["games:read"] },
  });
  expectProblem(await http.call("POST", path, { token: reader.token }), 403, "insufficient_scope");
  const { json: seat } = await http.call("POST", "/v1/me/tokens", {
    token,
    body: { name: "seat", scopes: ["games:read", "games:play"], game: id },
  });
  expectProblem(await http.call("POST", path, { token: seat.token }), 403, "insufficient_scope");
  const { json: play } = await http.call("POST", "/v1/me/tokens", {
    token,
    body: { name: "play", scopes: ["games:read", "games:play"] },
  });
  const denied = await http.call("POST", path, { token: play.token });
  expectProblem(denied, 403, "insufficient_scope");
  expect(denied.headers.get("www-authenticate")).toContain('scope="games:create"');
  expect((await amal.view(id)).next).toBeNull();
  expectProblem(await http.call("POST", path, { token, body: { seat: 1 } }), 400, "invalid_request");
  expectProblem(
    await http.call("POST", "/v1/games/gm_aaaaaaaaaaaaaaaaaaaaaaaa/rematch", { token }),
    404,
    "game_not_found",
  );
  expect((await amal.view(id)).next).toBeNull();
  // Once somebody who may create games has asked, a token that may play is enough.
  expect((await http.call("POST", path, { token })).status).toBe(201);
  expect((await http.call("POST", path, { token: play.token })).status).toBe(200);
});

test("a series has 2 to 20 matches and no seed", async () => {
  const http = new Caller(server);
  const wrong = [
    { series: { matches: 1 } },
    { series: { matches: 21 } },
    { series: { matches: 2.5 } },
    { series: {} },
    { series: 3 },
    { series: { matches: 3, number: 2 } },
    { series: { matches: 2 }, seed: "s" },
  ];
  for (const body of wrong) {
    const reply = await http.call("POST", "/v1/games", { token: amal.token!, body });
    expectProblem(reply, 400, "invalid_request");
    expect(reply.json.errors[0].pointer).toMatch(/^\/(series|seed)/);
  }
});
