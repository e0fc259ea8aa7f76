import { afterAll, beforeAll, expect, test } from "vitest";
import type { GameView } from "../../src/game/types.ts";
import { Client, type ProblemDocument } from "../support/client.ts";
import { registerFour } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import { playSandbox, type SandboxTally } from "../support/sandboxes.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let players: Client[];
beforeAll(async () => {
  server = await startTestServer();
  players = await registerFour(server.url);
});
afterAll(() => server.close());

const DAY = 24 * 3600 * 1000;
const BOTS = [{ player: "me" }, { bot: "steady" }, { bot: "random" }, { bot: "random" }];

test("a match of weeks with absences, vacations and pauses ends within seconds, and every time-out is at its own instant", async () => {
  const tallies: SandboxTally[] = [];
  for (const n of [1, 2])
    tallies.push(await playSandbox(players, randomFrom(`sandbox ${n}`), n, { kingdoms: 1, mode: "complex" }));
  // Each kind of trouble must have been met, or the rest shows nothing.
  const sum = (name: "days" | "timeouts" | "vacations" | "pauses" | "returns") =>
    tallies.reduce((total, tally) => total + tally[name], 0);
  expect(sum("days")).toBeGreaterThan(10);
  for (const name of ["timeouts", "vacations", "pauses", "returns"] as const)
    expect(sum(name), name).toBeGreaterThan(0);
});

test("time that passes in one call enforces each deadline when it falls due", async () => {
  const [amal] = players;
  const { id, version } = await amal.create({
    sandbox: true,
    clock: { perMoveMs: DAY, vacation: false },
    seats: BOTS,
    rules: { kingdoms: 1 },
    seed: "time",
  });
  const before = await amal.view(id);
  const after = await amal.get2xx<GameView>("POST", `/v1/games/${id}/sandbox/clock`, { advanceMs: 10 * DAY });
  const expired = (await amal.events(id, version)).filter(({ type }) => type === "clock_expired") as unknown as {
    at: string;
    deadline: string;
  }[];
  expect(expired).toHaveLength(10);
  const first = Date.parse(before.clock!.deadlines[0]!);
  expired.forEach(({ at, deadline }, i) => {
    expect(deadline).toBe(at);
    // Bots take no time here, the server a little.
    expect(Math.abs(Date.parse(at) - first - i * DAY)).toBeLessThan(5000);
  });
  expect((await amal.events(id)).at(-1)).toMatchObject({ type: "time_advanced", byMs: 10 * DAY });
  expect(Date.parse(after.sandbox!.now) - Date.now()).toBeGreaterThan(9.9 * DAY);
});

test("a table without a clock replaces a player who has been silent for 14 days, and those who are left end the match", async () => {
  const [amal] = players;
  const { id } = await amal.create({ sandbox: true, rules: { kingdoms: 1 } });
  for (const player of players.slice(1)) await player.join(id);
  const vote = (player: Client, body: unknown) => player.send<ProblemDocument>("PUT", `/v1/games/${id}/vote`, body);
  const king = (await amal.view(id)).deal!.king;
  const others = players.filter((_, seat) => seat !== king);
  const replace = { type: "replace", seat: king };
  expect((await vote(amal, { type: "replace" })).status).toBe(400);
  expect((await vote(others[0], replace)).json.code).toBe("not_replaceable");
  await amal.get2xx("POST", `/v1/games/${id}/sandbox/clock`, { advanceMs: 14 * DAY });
  for (const player of others.slice(1)) expect((await vote(player, replace)).status).toBe(200);
  await others[1].get2xx("DELETE", `/v1/games/${id}/vote`);
  await vote(others[0], replace);
  const { votes } = await amal.view(id);
  expect(votes.filter((each) => each !== null)).toEqual([replace, replace]);
  await vote(others[1], replace);
  expect((await amal.view(id)).seats[king]).toMatchObject({ kind: "open", standIn: "steady" });
  expect((await vote(players[king], { type: "abort" })).json.code).toBe("not_seated");
  for (const player of others) await vote(player, { type: "abort" });
  const view = await amal.view(id);
  expect([view.status, view.deal!.awaiting, view.result]).toEqual(["aborted", [], null]);
  expect((await amal.events(id)).slice(-2)).toMatchObject([
    { type: "vote_cast", vote: { type: "abort" } },
    { type: "game_aborted", reason: "agreed" },
  ]);
  expect((await amal.record(id)).status).toBe("aborted");
  expect((await others[0].send<ProblemDocument>("DELETE", `/v1/games/${id}/vote`)).json.code).toBe("game_over");
});

test("a seat that opens is taken with the next deal, at once or by nobody new, as the table has chosen", async () => {
  const [amal] = players;
  const stranger = await Client.register(server.url, "Emil");
  const clock = { perMoveMs: DAY, onTimeout: "substitute", vacation: false };
  const opened = async (more: object) => {
    const { id } = await amal.create({ sandbox: true, clock, rules: { kingdoms: 1 }, ...more });
    for (const player of players.slice(1)) await player.join(id);
    const { king } = (await amal.view(id)).deal!;
    await amal.get2xx("POST", `/v1/games/${id}/sandbox/clock`, { advanceMs: DAY + 60_000 });
    return { id, king };
  };
  const waiting = await opened({});
  const coming = await stranger.join(waiting.id);
  expect([coming.newcomers, coming.you]).toEqual(["next_deal", null]);
  expect(coming.seats[waiting.king]).toMatchObject({
    kind: "open",
    former: { player: { id: players[waiting.king].player!.id } },
    successor: { player: { name: "Emil" } },
  });
  expect(
    (await stranger.get2xx<GameView>("POST", `/v1/games/${waiting.id}/leave`)).seats[waiting.king],
  ).not.toHaveProperty("successor");
  const back = await players[waiting.king].join(waiting.id);
  expect(back.you).toMatchObject({ seat: waiting.king });
  const taken = await opened({ newcomers: "anyone" });
  expect((await stranger.join(taken.id)).you).toMatchObject({ seat: taken.king });
  for (const more of [{ newcomers: "nobody" }, { rules: { kingdoms: 1, partnership: "opposite" } }]) {
    const shut = await opened(more);
    const refused = await stranger.send<ProblemDocument>("POST", `/v1/games/${shut.id}/join`);
    expect([refused.status, refused.json.code]).toEqual([409, "no_newcomers"]);
  }
});

test("an answer that gets lost after the commit is found by sending the action again with its decision", async () => {
  const [amal] = players;
  const { id } = await amal.create({ sandbox: true, seats: BOTS, rules: { kingdoms: 1 } });
  expect(await amal.get2xx("PUT", `/v1/games/${id}/sandbox/faults`, { dropAnswers: 2 })).toEqual({
    dropAnswers: 2,
    repeatDeliveries: 0,
    delayDeliveriesMs: 0,
    closeStreams: 0,
  });
  for (let i = 0; i < 2; i++) {
    const { you } = await amal.view(id);
    const action = you!.legalActions[0].id,
      decision = you!.decision!.id;
    await expect(amal.act(id, action, decision)).rejects.toThrow();
    expect(await amal.act(id, action, decision)).toMatchObject({ status: 200, json: { replayed: true } });
  }
  const { you } = await amal.view(id);
  expect(await amal.act(id, you!.legalActions[0].id, you!.decision!.id)).toMatchObject({
    status: 200,
    json: { replayed: false },
  });
});

test("a sandbox is marked wherever it shows, and counts in no statistics", async () => {
  const dora = await Client.register(server.url, "Dora");
  const { id } = await dora.create({
    sandbox: true,
    // Days of vacation would carry some matches beyond the days that pass, the more so around the turn of a year.
    clock: { perMoveMs: DAY, vacation: false },
    seats: BOTS,
    rules: { kingdoms: 1, mode: "complex" },
  });
  await dora.get2xx("POST", `/v1/games/${id}/sandbox/clock`, { advanceMs: 90 * DAY });
  const view = await new Client(server.url).view(id);
  expect(view).toMatchObject({ status: "finished", sandbox: { now: expect.any(String) } });
  expect((await dora.events(id))[0]).toMatchObject({ type: "game_created", sandbox: true });
  const listed = async () =>
    (
      await dora.get2xx<{ data: { id: string; status: string; sandbox: boolean }[] }>("GET", "/v1/games?player=me")
    ).data.find((item) => item.id === id);
  await expect.poll(listed).toMatchObject({ sandbox: true, status: "finished" });
  expect(await dora.get2xx("GET", `/v1/players/${dora.player!.id}/stats`)).toMatchObject({ matches: 0 });
  const earnest = await dora.create({ seats: BOTS });
  expect(earnest.sandbox).toBeNull();
});

test("a stream that is closed on purpose is resumed from where it stood, and an answer over a socket that gets lost is found by its decision", async () => {
  const [amal] = players;
  const { id, version } = await amal.create({
    sandbox: true,
    clock: { perMoveMs: DAY, vacation: false },
    seats: BOTS,
    rules: { kingdoms: 1 },
  });
  await amal.get2xx("PUT", `/v1/games/${id}/sandbox/faults`, { closeStreams: 1, dropAnswers: 1 });
  const follow = async (after: number): Promise<string> => {
    const response = await fetch(`${server.url}/v1/games/${id}/events?after=${after}`, {
      headers: { Accept: "text/event-stream", Authorization: `Bearer ${amal.token}` },
    });
    return response.text();
  };
  const cut = follow(version);
  await new Promise((done) => setTimeout(done, 300));
  const passed = amal.get2xx("POST", `/v1/games/${id}/sandbox/clock`, { advanceMs: 2 * DAY });
  const seen = [...(await cut).matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq));
  await passed;
  expect(seen[0]).toBe(version + 1);
  expect(seen).toEqual(seen.map((_, i) => version + 1 + i));
  const { version: now, you } = await amal.view(id);
  // The rest comes when it is asked for, without a gap and without a repeat.
  const rest = (await amal.events(id, seen.at(-1))).map(({ seq }) => seq);
  expect(rest).toEqual(rest.map((_, i) => seen.at(-1)! + 1 + i));
  expect(rest.at(-1) ?? seen.at(-1)).toBe(now);
  const socket = new WebSocket(
    `${server.url.replace("http", "ws")}/v1/games/${id}/socket?ticket=${(await amal.get2xx<{ ticket: string }>("POST", `/v1/games/${id}/tickets`)).ticket}&after=${now}`,
  );
  await new Promise((done) => socket.addEventListener("open", done));
  const closed = new Promise((done) => socket.addEventListener("close", done));
  socket.send(JSON.stringify({ id: "a", action: you!.legalActions[0].id, decision: you!.decision!.id }));
  await closed;
  expect(await amal.act(id, you!.legalActions[0].id, you!.decision!.id)).toMatchObject({
    status: 200,
    json: { replayed: true },
  });
});
