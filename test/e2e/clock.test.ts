import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GameView } from "../../src/game/types.ts";
import { Client, type ProblemDocument } from "../support/client.ts";
import { registerFour } from "../support/match.ts";
import { spawnServer, startTestServer, type TestServer, temporaryDir } from "../support/server.ts";

let server: TestServer;
let players: Client[];
beforeAll(async () => {
  server = await startTestServer();
  players = await registerFour(server.url);
});
afterAll(() => server.close());

const SECOND = { perMoveMs: 1000 };
const HUMAN_PACE = 24 * 3600 * 1000;

async function open(clock: object, rules: object = {}, who = players, more: object = {}): Promise<string> {
  const { id } = await who[0].create({ clock, rules: { kingdoms: 1, ...rules }, ...more });
  for (const player of who.slice(1)) await player.join(id);
  return id;
}

const at = (instant: string) => Date.parse(instant);

test("the terms are seen before anybody joins, with what was left out", async () => {
  const { id } = await players[0].create({ clock: { perMoveMs: HUMAN_PACE } });
  const view = await new Client(server.url).view(id);
  expect(view.clock).toMatchObject({
    terms: { perMoveMs: HUMAN_PACE, onTimeout: "autoPlay", strikes: null, vacation: true },
    deadlines: [null, null, null, null],
    pause: null,
  });
  const quick = await players[0].create({
    clock: { bankMs: 5000, incrementMs: 1000, capMs: 6000, onTimeout: "houseBot" },
  });
  expect(quick.clock!.terms).toEqual({
    bankMs: 5000,
    incrementMs: 1000,
    capMs: 6000,
    onTimeout: "houseBot",
    strikes: null,
    vacation: false,
  });
});

test.concurrent("a second runs out with no request at all, again and again", async () => {
  const id = await open(SECOND);
  const anybody = new Client(server.url);
  const before = await anybody.view(id);
  await sleep(2600);
  const events = await anybody.events(id, before.version);
  const expired = events.filter(({ type }) => type === "clock_expired");
  expect(expired.length).toBeGreaterThanOrEqual(2);
  expect(expired[0].seat).toBe(before.deal!.king);
  for (const event of expired as ((typeof events)[number] & { deadline: string })[]) {
    // By itself, so without waiting for the request that reads it now.
    expect(at(event.at) - at(event.deadline)).toBeLessThan(900);
    expect(at(event.at)).toBeGreaterThanOrEqual(at(event.deadline));
  }
  expect(events.find(({ type }) => type === "contract_chosen")).toMatchObject({ by: "clock" });
});

test.concurrent("seats in each number run out at once while the others have answered", async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => open({ perMoveMs: 1500 })));
  await Promise.all(
    ids.map(async (id, i) => {
      const { deal } = await players[0].view(id);
      await players[deal!.king].act(id, "c:q");
      for (let seat = 0; seat < 3 - i; seat++) expect((await players[seat].act(id, "d:")).status).toBe(200);
    }),
  );
  await sleep(2200);
  await Promise.all(
    ids.map(async (id, i) => {
      const events = await players[0].events(id);
      expect(
        events.filter(({ type, by }) => type === "doubling_answered" && by === "clock").map(({ seat }) => seat),
      ).toEqual([0, 1, 2, 3].slice(3 - i));
    }),
  );
});

test.concurrent("a seat that a house bot has taken over goes back to its player, and one that has opened to somebody else", async () => {
  const [amal, basil, carla, dina] = players;
  const stranger = await Client.register(server.url, "Emil");
  const id = await open({ ...SECOND, onTimeout: "substitute" }, {}, players, { newcomers: "anyone" });
  const { deal } = await amal.view(id);
  const king = deal!.king;
  await sleep(1400);
  const former = [amal, basil, carla, dina][king];
  expect((await amal.view(id)).seats[king]).toEqual({
    seat: king,
    kind: "open",
    standIn: "steady",
    former: { player: { id: former.player!.id, name: former.player!.name, kind: former.player!.kind } },
  });
  const view = await stranger.join(id, { seat: king });
  expect(view.seats[king]).toMatchObject({ kind: "player", player: { name: "Emil" } });
  expect(view.you!.hand.length).toBeGreaterThan(0);
  const refused = await former.send<ProblemDocument>("POST", `/v1/games/${id}/actions`, { action: "p:7H" });
  expect(refused).toMatchObject({ status: 409, json: { code: "not_seated" } });
});

test("resigning, and agreeing on a pause and on going on", async () => {
  const id = await open({ perMoveMs: HUMAN_PACE });
  const until = new Date(Date.now() + HUMAN_PACE).toISOString();
  for (const player of players) await player.get2xx("PUT", `/v1/games/${id}/pause`, { until });
  const paused = await players[0].view(id);
  expect(paused.clock).toMatchObject({ pause: { until }, deadlines: [null, null, null, null] });
  expect(paused.clock!.pause!.leftMs.filter((left) => left !== null)).toHaveLength(1);
  const again = await players[0].send<ProblemDocument>("PUT", `/v1/games/${id}/pause`, { until });
  expect(again).toMatchObject({ status: 409, json: { code: "already_paused" } });
  for (const player of players) await player.get2xx("DELETE", `/v1/games/${id}/pause`);
  expect((await players[0].view(id)).clock!.pause).toBeNull();
  const resigned = await players[1].get2xx<GameView>("POST", `/v1/games/${id}/resign`);
  expect(resigned).toMatchObject({ you: null, seats: [{}, { standIn: "steady", forfeited: "resigned" }, {}, {}] });
  expect(await players[1].send("POST", `/v1/games/${id}/resign`)).toMatchObject({ status: 200 });
  expect(await players[1].send("POST", `/v1/games/${id}/actions`, { action: "p:7H" })).toMatchObject({
    status: 409,
    json: { code: "seat_forfeited" },
  });
});

test.concurrent("a server that is killed while a deadline passes catches up when it starts", async () => {
  const data = await temporaryDir();
  try {
    const first = await spawnServer({ dataDir: data.dir });
    const four = await registerFour(first.url);
    const id = await open(SECOND, {}, four);
    const { version, deal } = await four[0].view(id);
    await first.kill();
    await sleep(1500);
    const second = await spawnServer({ dataDir: data.dir, port: first.port });
    // Nobody asks for the game: the alarm alone does it.
    await sleep(1500);
    const events = await four[0].events(id, version);
    expect(events[0]).toMatchObject({ type: "clock_expired", seat: deal!.king });
    expect(events[1]).toMatchObject({ type: "contract_chosen", by: "clock" });
    expect(
      events.filter(
        (event) =>
          event.type === "clock_expired" && (event as unknown as { decision: string }).decision === String(version),
      ),
    ).toHaveLength(1);
    await second.kill();
  } finally {
    await data.remove();
  }
});
