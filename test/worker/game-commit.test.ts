import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { isFact } from "../../src/game/events.ts";
import { HouseBots } from "../../src/game/house.ts";
import { SEATS } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import { AMAL, granted, isFinished, newId, OPEN, PLAYERS, requestOf, seated, Table } from "../support/table.ts";

/** What a whole object has: rows, views of all audiences, alarm. */
const everything = async (table: Table) => ({
  contents: await table.contents(),
  views: await table.views(),
  events: await table.events(0),
  alarm: await table.alarmAt(),
});

/** A table whose next card ends the deal, with nothing left to be done by the alarm. */
async function beforeLastCard(): Promise<Table> {
  const table = await Table.open({
    rules: { mode: "practice", practice: { contracts: ["tricks"], deals: 2 }, kingdoms: undefined },
  });
  await table.playUntil((view) => view.deal!.plays.length === 51);
  await table.exported();
  while (await runDurableObjectAlarm(table.stub));
  expect(await table.alarmAt()).toBeNull();
  return table;
}

async function nextMove(table: Table) {
  const [seat] = (await table.view()).deal!.awaiting;
  const { you } = await table.view(seat);
  return { seat, action: you!.legalActions[0].id, decision: you!.decision!.id };
}

test("when the snapshot cannot be written the log row does not stay either, and after the repair the same move goes through", async () => {
  const table = await beforeLastCard();
  const before = await everything(table);
  const { seat, action, decision } = await nextMove(table);
  await table.exec("ALTER TABLE snapshot RENAME TO snapshot_away");
  expect(await table.failure((game) => game.act({ player: PLAYERS[seat].id, action, decision }))).toMatch(
    /no such table: snapshot/,
  );
  await table.exec("ALTER TABLE snapshot_away RENAME TO snapshot");
  expect(await everything(table)).toEqual(before);
  expect(granted(await table.act(seat, action, decision))).toMatchObject({
    replayed: false,
    events: [{ seq: before.views[0].version + 1 }, {}, {}, {}, {}],
  });
  expect((await table.contents()).log).toHaveLength(before.contents.log.length + 1);
});

test("when the log row cannot be written nothing else is", async () => {
  const table = await beforeLastCard();
  const before = await everything(table);
  const { seat, action, decision } = await nextMove(table);
  await table.exec("ALTER TABLE log RENAME TO log_away");
  expect(await table.failure((game) => game.act({ player: PLAYERS[seat].id, action, decision }))).toMatch(
    /no such table: log/,
  );
  await table.exec("ALTER TABLE log_away RENAME TO log");
  expect(await everything(table)).toEqual(before);
  expect(granted(await table.act(seat, action, decision)).replayed).toBe(false);
});

test("what fails after the alarm was set undoes the alarm as well", async () => {
  const table = await beforeLastCard();
  const before = await everything(table);
  const { seat, action, decision } = await nextMove(table);
  await runInDurableObject(table.stub, async (instance, { storage }) => {
    const original = storage.transactionSync.bind(storage);
    let done = false;
    storage.transactionSync = (work) =>
      original(() => {
        work();
        done = true;
        throw new Error("the disk is full");
      });
    await expect(instance.act({ player: PLAYERS[seat].id, action, decision })).rejects.toThrow("the disk is full");
    storage.transactionSync = original;
    expect(done).toBe(true);
  });
  expect(await everything(table)).toEqual(before);
  // The object must not believe that the alarm is set: the same move sets it again.
  expect(granted(await table.act(seat, action, decision)).replayed).toBe(false);
  expect(await table.alarmAt()).toBeGreaterThan(Date.now());
});

test("a failed creation leaves no game behind, and its repeat makes one", async () => {
  const request = requestOf({
    id: newId(),
    seats: [seated(AMAL), { bot: "random" }, { bot: "random" }, { bot: "random" }],
    fingerprint: "f",
  });
  const table = new Table(request.id);
  await runInDurableObject(table.stub, async (instance, { storage }) => {
    const original = storage.setAlarm.bind(storage);
    storage.setAlarm = () => {
      throw new Error("the disk is full");
    };
    await expect(instance.create(request)).rejects.toThrow("the disk is full");
    storage.setAlarm = original;
    expect(await instance.view(AMAL.id)).toEqual({ ok: false, code: "game_not_found", game: null });
  });
  expect(await table.alarmAt()).toBeNull();
  expect(
    Object.values((await table.contents()).tables)
      .flat()
      .filter((row) => !("version" in row)),
  ).toEqual([]);
  expect(granted(await table.game.create(request)).game).toMatchObject({ id: request.id, status: "playing" });
  expect((await table.contents()).log[0]).toMatchObject({ seq: 1 });
});

test("an action writes one row, a second one for the snapshot now and then, and at most three where it ends a deal", async () => {
  const table = await Table.open({ rules: { preset: "trex", exposeTwos: "after_first_round" } });
  const written = await runInDurableObject(table.stub, async (instance, { storage }) => {
    const random = randomFrom("rows");
    const rows: { commit: number; alarm: number; facts: boolean }[] = [];
    const { exec } = storage.sql;
    const setAlarm = storage.setAlarm.bind(storage);
    let cursors: { rowsWritten: number }[] = [];
    let alarms = 0;
    storage.setAlarm = (at) => {
      alarms++;
      return setAlarm(at);
    };
    storage.sql.exec = ((...asked: Parameters<typeof exec>) => {
      const cursor = exec.apply(storage.sql, asked);
      // The export writes on its own account, once a deal.
      if (!asked[0].startsWith("UPDATE export")) cursors.push(cursor);
      return cursor;
    }) as typeof exec;
    for (let view = granted(await instance.view(null)).game; !isFinished(view); ) {
      const seat = random.pick(view.deal!.awaiting);
      const { you } = granted(await instance.view(PLAYERS[seat].id)).game;
      [cursors, alarms] = [[], 0];
      const acted = granted(
        await instance.act({
          player: PLAYERS[seat].id,
          action: random.pick(you!.legalActions).id,
          decision: you!.decision!.id,
        }),
      );
      rows.push({
        commit: cursors.reduce((sum, cursor) => sum + cursor.rowsWritten, 0),
        alarm: alarms,
        facts: acted.events.some((event) => isFact(event as unknown as Parameters<typeof isFact>[0])),
      });
      view = acted.game;
    }
    storage.sql.exec = exec;
    storage.setAlarm = setAlarm;
    return rows;
  });
  expect(written.length).toBeGreaterThan(250);
  expect(Math.max(...written.map(({ commit, alarm }) => commit + alarm))).toBeLessThanOrEqual(3);
  const plain = written.filter(({ facts }) => !facts);
  expect(plain.every(({ commit, alarm }) => (commit === 1 || commit === 2) && alarm === 0)).toBe(true);
  const rows = plain.reduce((sum, { commit }) => sum + commit, 0);
  expect(rows / plain.length).toBeLessThan(1.1);
});

test("one commit has one instant, and the log has no gap", async () => {
  const table = await Table.open({ seats: [seated(AMAL), { bot: "steady" }, { bot: "random" }, { bot: "steady" }] });
  await table.playUntil(isFinished);
  const { log } = await table.contents();
  let next = 1;
  for (const { seq, at, events } of log) {
    expect(seq).toBe(next);
    expect(events.length).toBeGreaterThan(0);
    next += events.length;
    const shown = await table.events(null, seq - 1, events.length);
    expect(new Set(shown.map((event) => event.at))).toEqual(new Set([new Date(at).toISOString()]));
  }
  expect(next - 1).toBe((await table.view()).version);
});

test("four answers sent at once are all kept", async () => {
  const table = await Table.open();
  const { king } = (await table.view()).deal!;
  granted(await table.act(king, "c:q"));
  const answers = await Promise.all(
    SEATS.map(async (seat) => table.act(seat, (await table.view(seat)).you!.legalActions.at(-1)!.id)),
  );
  expect(answers.every(({ ok }) => ok)).toBe(true);
  const { deal } = await table.view();
  expect(deal).toMatchObject({ phase: "tricks" });
  expect(deal!.doubled.map(({ card }) => card).sort()).toEqual(["QC", "QD", "QH", "QS"]);
});

test("when house bots fail the person's move stays, and the alarm has them go on after a pause", async () => {
  const table = await Table.open({ seats: [seated(AMAL), { bot: "random" }, { bot: "random" }, { bot: "random" }] });
  await table.playUntil((view) => view.deal!.phase === "tricks" && view.deal!.trick!.plays.length < 3);
  const { seat, action, decision } = await nextMove(table);
  const before = (await table.view()).version;
  const { answers } = HouseBots.prototype;
  const failing = vi.spyOn(HouseBots.prototype, "answers").mockImplementation(function (this: HouseBots, state, packs) {
    const botWords = () => {
      throw new Error("no words");
    };
    return answers.call(this, state, { ...packs, botWords });
  });
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const acted = granted(await table.act(seat, action, decision));
  await runDurableObjectAlarm(table.stub);
  failing.mockRestore();
  expect(acted).toMatchObject({ replayed: false, version: before + acted.events.length });
  expect(acted.game.deal!.awaiting).not.toContain(0);
  const lines = error.mock.calls.map(String).filter((line) => line.includes(table.id) && line.includes("no words"));
  error.mockRestore();
  expect(lines).toHaveLength(1);
  // Others may ring the alarm meanwhile: the bots do not go on before their pause is over.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 });
  await runDurableObjectAlarm(table.stub);
  expect(await table.alarmAt()).toBeLessThan(Date.now() + 31_000);
  expect((await table.view()).version).toBe(acted.version);
  vi.setSystemTime(Date.now() + 31_000);
  expect(await runDurableObjectAlarm(table.stub)).toBe(true);
  vi.useRealTimers();
  expect((await table.view()).deal!.awaiting).toEqual([0]);
  const { log } = await table.contents();
  expect(log.flatMap(({ events }) => events)).toHaveLength((await table.view()).version);
});

test("an open seat keeps a game from starting, and refused calls write nothing", async () => {
  const table = await Table.open({ seats: [seated(AMAL), OPEN, OPEN, OPEN] });
  const before = await table.contents();
  for (const action of ["p:7H", "pass", "d:", "r:claim", "c:q"]) expect((await table.act(0, action)).ok).toBe(false);
  expect((await table.game.join(AMAL, 2, null)).ok).toBe(false);
  expect((await table.game.reseat(PLAYERS[1].id, 2, "steady")).ok).toBe(false);
  expect((await table.game.abort(PLAYERS[1].id)).ok).toBe(false);
  expect((await table.game.leave(PLAYERS[1].id)).ok).toBe(false);
  expect(await table.contents()).toEqual(before);
});
