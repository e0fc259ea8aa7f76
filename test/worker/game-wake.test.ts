import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { WAITING_MS } from "../../src/game/timeout.ts";
import { SEATS } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import {
  AMAL,
  BASIL,
  codeOf,
  granted,
  isFinished,
  newId,
  OPEN,
  PLAYERS,
  reachesDeal,
  requestOf,
  seated,
  Table,
} from "../support/table.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** All that anybody can read of a game. */
const shown = async (table: Table) => ({
  views: await table.views(),
  events: await Promise.all([null, ...SEATS].map((who) => table.events(who))),
  record: granted(await table.game.record()),
  proof: granted(await table.game.proof()),
});

const ALONE = [seated(AMAL), OPEN, OPEN, OPEN];

test("an evicted object wakes with the same state for every audience, and plays on as if nothing had happened", async () => {
  const rules = { preset: "trex", mode: "complex" };
  const tables = [await Table.open({ rules }), await Table.open({ rules })];
  const [sleeper, control] = tables;
  const randoms = tables.map(() => randomFrom("wake"));
  for (let deal = 1; deal <= 2; deal++) {
    for (const [i, table] of tables.entries())
      await table.playUntil((view) => reachesDeal(deal)(view) && view.deal!.plays.length === 7, randoms[i]);
    const before = await shown(sleeper);
    await evictDurableObject(sleeper.stub);
    expect(await shown(sleeper)).toEqual(before);
  }
  await Promise.all(tables.map((table, i) => table.playUntil(isFinished, randoms[i])));
  const hands = async (table: Table) => (await table.record()).deals;
  expect(await hands(sleeper)).toEqual(await hands(control));
});

test("a waiting game wakes with its seats, its hidden client seeds and its rights", async () => {
  const table = await Table.open({ seats: ALONE, seed: null });
  await table.game.join(BASIL, 2, "basil's dice");
  const before = await shown(table);
  await evictDurableObject(table.stub);
  expect(await shown(table)).toEqual(before);
  for (const seat of [1, 3] as const) granted(await table.game.reseat(AMAL.id, seat, "random"));
  expect((await table.events()).find(({ type }) => type === "game_started")).toMatchObject({
    clientSeeds: [null, null, "basil's dice", null],
  });
});

test("a snapshot that is missing or of another format is made again from the log, down to the last byte", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const broken = [
    "DELETE FROM snapshot",
    "UPDATE snapshot SET state = json_set(state, '$.format', 0)",
    "UPDATE snapshot SET state = json_set(state, '$.match.format', 2)",
    `UPDATE snapshot SET state = '{"format":99,"something":"else"}'`,
  ];
  for (const [i, damage] of broken.entries()) {
    const asked = {
      rules: { preset: "trex", mode: "complex", exposeTwos: "after_first_round", layoutPass: "explicit" },
      seed: "rebuild",
    };
    const tables = [await Table.open(asked), await Table.open(asked)];
    const [table, control] = tables;
    for (const each of tables) await each.playUntil((view) => view.version >= 10 + 20 * i, randomFrom("rebuild"));
    const before = await shown(table);
    await table.exec(damage);
    await evictDurableObject(table.stub);
    expect(await shown(table)).toEqual(before);
    const snapshots = [];
    for (const each of tables) {
      const played = (await each.view()).deals.length;
      await each.playUntil((view) => view.deals.length > played, randomFrom("to the end of the deal"));
      snapshots.push((await each.contents()).tables.snapshot);
    }
    expect(snapshots[0]).toEqual(snapshots[1]);
    expect(control.id).not.toBe(table.id);
  }
});

test("a clock wakes as it was, every field of it away from where it began", async () => {
  const table = await Table.open({
    clock: { bankMs: 60_000, incrementMs: 0, capMs: 60_000, onTimeout: "autoPlay", strikes: null, vacation: false },
  });
  const until = Date.now() + 900_000;
  const clock = {
    banks: [1000, 2000, 3000, 4000],
    deadlines: SEATS.map((seat) => until + seat),
    held: [5000, 6000, 7000, 8000],
    strikes: [1, 2, 3, 4],
    extended: [true, true, true, true],
    pausedUntil: until,
    wishes: [null, null, 2, 3],
  };
  await table.exec(`UPDATE snapshot SET state = json_set(state, '$.clock', json('${JSON.stringify(clock)}'))`);
  await evictDurableObject(table.stub);
  const instants = (times: (number | null)[]) =>
    times.map((each) => (each === null ? null : new Date(each).toISOString()));
  expect((await table.view()).clock).toMatchObject({
    banksMs: clock.banks,
    deadlines: instants(clock.deadlines),
    strikes: clock.strikes,
    pause: { until: new Date(until).toISOString(), leftMs: clock.held },
    wishes: instants(clock.wishes),
  });
  // What is not shown stands in the next snapshot, for the seat that must act: another wish to go on writes one.
  const { king } = (await table.view()).deal!;
  granted(await table.game.resume(AMAL.id));
  const [snapshot] = (await table.contents()).tables.snapshot;
  expect(JSON.parse(snapshot.state as string).clock).toMatchObject({
    banks: clock.banks,
    extended: SEATS.map((seat) => seat === king),
    held: SEATS.map((seat) => (seat === king ? clock.held[seat] : null)),
  });
});

test("a finished, an aborted and a waiting game are made again from the log as well", async () => {
  const finished = await Table.open({
    rules: { mode: "complex" },
    seats: [seated(AMAL), { bot: "random" }, { bot: "steady" }, { bot: "random" }],
  });
  await finished.playUntil(isFinished);
  const aborted = await Table.open({ seats: ALONE });
  await aborted.game.abort(AMAL.id);
  const waiting = await Table.open({ seats: ALONE, seed: null });
  await waiting.game.join(BASIL, 1, "dice");
  for (const table of [finished, aborted, waiting]) {
    const before = await shown(table);
    await table.exec("DELETE FROM snapshot");
    await evictDurableObject(table.stub);
    expect(await shown(table)).toEqual(before);
  }
});

test("players' seeds deal the same packs after the start commit has been replayed", async () => {
  const table = await Table.open({ seats: [seated(AMAL), { bot: "random" }, { bot: "random" }, OPEN], seed: null });
  granted(await table.game.join(AMAL, null, "amal's dice"));
  granted(await table.game.join(PLAYERS[3], null, "dina's dice"));
  const before = await shown(table);
  await table.exec("DELETE FROM snapshot");
  await evictDurableObject(table.stub);
  expect(await shown(table)).toEqual(before);
});

test("an alarm that was lost is set again on waking, and house bots that it left waiting go on", async () => {
  const table = await Table.open({ seats: ALONE });
  await table.exported();
  await runDurableObjectAlarm(table.stub);
  const due = await table.alarmAt();
  expect(due).toBe(Date.parse((await table.view()).createdAt) + WAITING_MS);
  await table.inside(({ storage }) => storage.deleteAlarm());
  await evictDurableObject(table.stub);
  await table.view();
  expect(await table.alarmAt()).toBe(due);

  const bots = await Table.open({ seats: PLAYERS.slice(0, 4).map(() => ({ bot: "random" })) });
  await bots.inside(({ storage }) => storage.deleteAlarm());
  await evictDurableObject(bots.stub);
  await bots.view();
  await vi.waitFor(async () => expect(isFinished(await bots.view())).toBe(true), 5000);
});

test("an alarm left behind in the past is taken for missing on waking: another is set for what is due", async () => {
  const table = await Table.open({ seats: ALONE });
  await table.exported();
  const due = Date.parse((await table.view()).createdAt) + WAITING_MS;
  const past = Date.now() + 600_000;
  await table.inside(({ storage }) => storage.setAlarm(past));
  // The object's clock follows, the platform's alarm does not: as if it had been forgotten.
  vi.useFakeTimers({ toFake: ["Date"], now: past + 1 });
  await evictDurableObject(table.stub);
  await table.view();
  expect(await table.alarmAt()).toBe(due);
});

test("an export that was cut off before it was told is taken up again by the alarm of the waking object", async () => {
  const table = await Table.open({ seats: ALONE });
  await table.exported();
  await table.exec("UPDATE export SET seq = 0");
  await table.inside(({ storage }) => storage.deleteAlarm());
  await evictDurableObject(table.stub);
  await table.view();
  const due = await table.alarmAt();
  expect(due).toBeLessThanOrEqual(Date.now() + 5000);
  expect(await runDurableObjectAlarm(table.stub)).toBe(true);
  expect(await table.exported()).toEqual({ seq: 1, attempts: 0, nextTry: 0, lastError: null });
});

test("asking an object that was never created makes no table, no alarm and no game", async () => {
  const table = new Table(newId());
  const { game } = table;
  const answers = [
    await game.view(null),
    await game.view(AMAL.id),
    await game.join(AMAL, null, null),
    await game.join(AMAL, 1, "dice"),
    await game.leave(AMAL.id),
    await game.reseat(AMAL.id, 1, "steady"),
    await game.abort(AMAL.id),
    await game.act({ player: AMAL.id, action: "p:7H", decision: null }),
    await game.events(null, 0, 10),
    await game.record(),
    await game.proof(),
  ];
  for (const answer of answers) expect(answer).toEqual({ ok: false, code: "game_not_found", game: null });
  expect(await runDurableObjectAlarm(table.stub)).toBe(false);
  await table.inside(({ storage }) => {
    expect(storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT GLOB '[_]*'").toArray()).toEqual([]);
  });
  await evictDurableObject(table.stub);
  expect(codeOf(await table.game.view(null))).toBe("game_not_found");
});

test("an object whose creation broke off after its tables were made answers as if it were not there, and can still be created", async () => {
  const table = await Table.open();
  await table.exported();
  await table.exec("DELETE FROM game", "DELETE FROM log", "DELETE FROM snapshot", "DELETE FROM export");
  await table.inside(({ storage }) => storage.deleteAlarm());
  await evictDurableObject(table.stub);
  expect(codeOf(await table.game.view(null))).toBe("game_not_found");
  expect(granted(await table.game.create(requestOf({ id: table.id, seats: ALONE }))).game.status).toBe("waiting");
});
