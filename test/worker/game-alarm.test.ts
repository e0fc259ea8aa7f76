import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { Packs } from "../../src/game/dealing.ts";
import { Ledger } from "../../src/game/ledger.ts";
import { WAITING_MS } from "../../src/game/timeout.ts";
import type { Game } from "../../src/index.ts";
import { AMAL, BASIL, CARLA, codeOf, isFinished, OPEN, PLAYERS, seated, Table } from "../support/table.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ALONE = [seated(AMAL), OPEN, OPEN, OPEN];
const BOTS = PLAYERS.slice(0, 4).map(() => ({ bot: "random" }));

const stopClock = (at: number) => {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
};
const createdAt = async (table: Table) => Date.parse((await table.view()).createdAt);

test("a game that nobody fills in 14 days is over at the next request, whichever that is", async () => {
  const requests: ((table: Table) => Promise<unknown>)[] = [
    (table) => table.view(),
    (table) => table.events(),
    (table) => table.game.record(),
    (table) => table.game.proof(),
    (table) => table.game.join(BASIL, 1, null),
    (table) => table.act(0, "p:7H"),
  ];
  for (const request of requests) {
    const table = await Table.open({ seats: ALONE });
    const due = (await createdAt(table)) + WAITING_MS;
    stopClock(due - 1);
    expect((await table.view()).status).toBe("waiting");
    stopClock(due);
    await request(table);
    expect(await table.view()).toMatchObject({ status: "aborted", version: 2 });
    expect(await table.events()).toMatchObject([
      {},
      { type: "game_aborted", reason: "expired", at: new Date(due).toISOString() },
    ]);
    vi.useRealTimers();
  }
});

test("what comes after the 14 days meets a game that is over, and the event is there once", async () => {
  const table = await Table.open({ seats: ALONE });
  stopClock((await createdAt(table)) + WAITING_MS + 1);
  const answers = await Promise.all([
    table.game.join(BASIL, 1, null),
    table.game.leave(AMAL.id),
    table.game.abort(AMAL.id),
    table.game.reseat(AMAL.id, 1, "steady"),
    table.game.join(CARLA, null, null),
  ]);
  expect(answers.map(codeOf)).toEqual(["game_over", "game_over", "game_over", "game_over", "game_over"]);
  await runDurableObjectAlarm(table.stub);
  expect((await table.events()).map(({ type }) => type)).toEqual(["game_created", "game_aborted"]);
});

test("the alarm alone ends a waiting game that nobody asks for, and history is told", async () => {
  const table = await Table.open({ seats: ALONE });
  await table.exported();
  stopClock((await createdAt(table)) + WAITING_MS);
  expect(await runDurableObjectAlarm(table.stub)).toBe(true);
  expect((await table.contents()).log.at(-1)).toMatchObject({
    seq: 2,
    events: [{ type: "game_aborted", reason: "expired" }],
  });
  expect(await table.exported()).toMatchObject({ seq: 2, attempts: 0 });
  while (await runDurableObjectAlarm(table.stub));
  expect(await table.alarmAt()).toBeNull();
});

test("a game that is being played never expires, however slowly", async () => {
  const table = await Table.open();
  const start = await createdAt(table);
  await table.toFirstCard("t");
  for (const days of [15, 400, 4000]) {
    stopClock(start + days * 24 * 3600 * 1000);
    await runDurableObjectAlarm(table.stub);
    expect(await table.view()).toMatchObject({ status: "playing" });
    await table.playUntil((view) => view.deal!.trick!.number > days % 7);
  }
  expect((await table.events()).some(({ type }) => type === "game_aborted")).toBe(false);
});

test("an alarm without cause, twice, or overlapping itself does nothing twice", async () => {
  const table = await Table.open({ seats: [seated(AMAL), { bot: "random" }, { bot: "random" }, { bot: "random" }] });
  await table.playUntil((view) => view.deal!.plays.length > 10);
  const before = await table.contents();
  await runInDurableObject(table.stub, async (instance: Game) => {
    await instance.alarm();
    await Promise.all([instance.alarm(), instance.alarm(), instance.alarm()]);
  });
  await runDurableObjectAlarm(table.stub);
  expect(await table.contents()).toEqual(before);
});

test("bots rung by many alarms at once play the same match as by one at a time", async () => {
  const one = await Table.open({ seats: BOTS, seed: "bots" });
  const many = await Table.open({ seats: BOTS, seed: "bots" });
  await vi.waitFor(async () => {
    await runInDurableObject(many.stub, (instance: Game) => Promise.all([1, 2, 3].map(() => instance.alarm())));
    expect(isFinished(await many.view())).toBe(true);
  }, 5000);
  while (!isFinished(await one.view())) await runDurableObjectAlarm(one.stub);
  const played = async (table: Table) => (await table.events()).map(({ at: _, ...event }) => event);
  expect(await played(many)).toEqual(await played(one));
});

test("four house bots play a whole match to its end by their alarms, and then the object rests", async () => {
  const table = await Table.open({
    seats: [{ bot: "steady" }, { bot: "random" }, { bot: "steady" }, { bot: "random" }],
    rules: { preset: "trex" },
  });
  const first = await table.view();
  // The creating call stops at its budget and says whose turn it is.
  expect(first.status).toBe("playing");
  expect(first.deal!.awaiting.length).toBeGreaterThan(0);
  // Where nobody waits for them they take their time.
  expect(await table.alarmAt()).toBeLessThanOrEqual(Date.now() + 200);
  await vi.waitFor(async () => expect(isFinished(await table.view())).toBe(true), 10_000);
  const record = await table.record();
  expect(record.deals.length).toBeGreaterThanOrEqual(5);
  expect(record.deals.flatMap(({ plays }) => plays).every((play) => play.by === "bot" || "pass" in play)).toBe(true);
  await table.exported();
  while (await runDurableObjectAlarm(table.stub));
  expect(await table.alarmAt()).toBeNull();
});

test("the answers of house bots in a phase that asks all are one commit, whoever else has answered", async () => {
  const asked = {
    rules: { preset: "trex", mode: "complex" },
    seats: [seated(AMAL), { bot: "random" }, { bot: "steady" }, { bot: "random" }],
  };
  const table = await Table.open(asked);
  await table.playUntil(isFinished);
  const { log } = await table.contents();
  // A phase that asks all is answered by all bots one after the other within one commit, so that none can be told from it.
  const answers = log.map(({ moves }) => moves.filter(({ by, action }) => by === "bot" && /^[dr]:/.test(action)));
  const shared = answers.filter((moves) => moves.length > 0);
  expect(shared.length).toBeGreaterThanOrEqual(3);
  for (const moves of shared) {
    expect(moves.length % 3).toBe(0);
    expect(moves.map(({ seat }) => seat)).toEqual(moves.map((_, i) => 1 + (i % 3)));
  }
  expect(log.filter(({ moves }) => moves.some(({ by }) => by === "bot")).length).toBeGreaterThan(20);

  const four = await Table.open({ ...asked, seats: BOTS });
  const all = (await four.contents()).log.flatMap(({ moves }) => moves.filter(({ action }) => /^[dr]:/.test(action)));
  expect(all.length).toBeGreaterThan(0);
  expect(all.map(({ seat }) => seat)).toEqual(all.map((_, i) => i % 4));
});

test("in sequential doubling house bots answer one after the other, from the king on, each seen by the next", async () => {
  const table = await Table.open({ rules: { preset: "levant_app" }, seats: BOTS });
  const answers = (await table.events()).filter(({ type }) => type === "doubling_answered");
  expect(answers.length).toBeGreaterThanOrEqual(4);
  for (const event of answers) expect(event).toHaveProperty("cards");
  const { king } = (await table.view()).deal!;
  const seats = answers.slice(0, 4).map(({ seat }) => seat!);
  expect(seats).toEqual(seats.map((_, i) => (seats[0] + i) % 4));
  expect(seats[0]).toBe((await table.events()).find(({ type }) => type === "contract_chosen")?.seat ?? king);
});

test("house bots answer a person in the commit of the person's own move, and a long run of theirs goes on by the alarm", async () => {
  const table = await Table.open({ seats: [seated(AMAL), { bot: "random" }, { bot: "steady" }, { bot: "random" }] });
  await table.playUntil(isFinished);
  const { log } = await table.contents();
  const own = log.filter(({ moves }) => moves.some(({ by }) => by === "player"));
  for (const { moves } of own) expect(moves.filter(({ by }) => by === "player")).toEqual([moves[0]]);
  expect(own.filter(({ moves }) => moves.length > 1).length).toBeGreaterThan(own.length / 2);
  const bots = await Table.open({ seats: BOTS });
  await vi.waitFor(async () => expect(isFinished(await bots.view())).toBe(true), 10_000);
  const runs = (await bots.contents()).log.map(({ moves }) => moves.length);
  expect(Math.max(...runs)).toBeLessThanOrEqual(64 + 3);
  expect(runs.length).toBeGreaterThan(3);
});

test("an object is free to be put to sleep as soon as its export has come through: nothing of it still waits for a timer", async () => {
  const table = await Table.open({ seats: ALONE });
  expect(await table.exported()).toMatchObject({ seq: 1, attempts: 0 });
  const before = performance.now();
  await evictDurableObject(table.stub);
  expect(performance.now() - before).toBeLessThan(500);
});

/** Four house bots whose match is far longer than what they may play at once. */
const LONG = { mode: "practice", practice: { contracts: ["tricks"], deals: 8 }, kingdoms: undefined };
const MINUTE = 60_000;

test("an alarm that fails leaves another one set, a minute later, by which the match goes on to its end", async () => {
  const table = await Table.open({ seats: BOTS, rules: LONG });
  await table.exported();
  const { version } = await table.view();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  await table.exec("ALTER TABLE log RENAME TO log_away");
  stopClock(Date.now() + MINUTE);
  await runDurableObjectAlarm(table.stub);
  expect(logged.mock.calls.flat().join()).toMatch(/alarm of gm_table\d+ failed: no such table/);
  expect(await table.alarmAt()).toBe(Date.now() + MINUTE);
  await table.exec("ALTER TABLE log_away RENAME TO log");
  expect((await table.view()).version).toBe(version);
  stopClock(Date.now() + MINUTE);
  while (await runDurableObjectAlarm(table.stub)) stopClock(Date.now() + 20);
  expect(await table.view()).toMatchObject({ status: "finished" });
});

test("house bots that fail rest for a minute, and once they have played again they do not", async () => {
  const table = await Table.open({ seats: BOTS, rules: LONG });
  const { version } = await table.view();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const failing = vi.spyOn(Ledger.prototype, "packs", "get").mockReturnValue({
    botWords: () => {
      throw new Error("no words");
    },
  } as unknown as Packs);
  stopClock(Date.now() + MINUTE);
  await runDurableObjectAlarm(table.stub);
  failing.mockRestore();
  expect(logged.mock.calls.flat().join()).toMatch(/house bots of gm_table\d+ failed: no words/);
  expect(await table.alarmAt()).toBe(Date.now() + MINUTE);
  await runDurableObjectAlarm(table.stub);
  expect((await table.view()).version).toBe(version);
  stopClock(Date.now() + MINUTE);
  await runDurableObjectAlarm(table.stub);
  const played = (await table.view()).version;
  expect(played).toBeGreaterThan(version);
  // Nobody waits for bots that play alone.
  expect(await table.alarmAt()).toBe(Date.now() + 200);
  await runDurableObjectAlarm(table.stub);
  expect((await table.view()).version).toBeGreaterThan(played);
});
