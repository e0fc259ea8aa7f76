import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isFact } from "../../src/game/events.ts";
import { randomFrom } from "../support/random.ts";
import { AMAL, BASIL, granted, isFinished, kept, OPEN, reachesDeal, seated, Table } from "../support/table.ts";

const TABLES = ["games", "seats", "deals", "results"];
const LONGEST_PAUSE_MS = 5 * 60 * 1000;

/** D1 fails for real: its tables are not there. */
const breakD1 = () => env.DB.batch(TABLES.map((name) => env.DB.prepare(`ALTER TABLE ${name} RENAME TO ${name}_away`)));
const repairD1 = () => env.DB.batch(TABLES.map((name) => env.DB.prepare(`ALTER TABLE ${name}_away RENAME TO ${name}`)));

async function rows(table: Table, name: string, order: string): Promise<Record<string, unknown>[]> {
  const key = name === "games" ? "id" : "game_id";
  return (
    await env.DB.prepare(`SELECT * FROM ${name} WHERE ${key} = ? ORDER BY ${order}`)
      .bind(table.id)
      .all<Record<string, unknown>>()
  ).results;
}

/** What D1 says of a finished game must be what its own views and record say. */
async function expectHistory(table: Table): Promise<void> {
  const view = await table.view();
  const record = await table.record();
  expect(await rows(table, "games", "id")).toMatchObject([
    { status: view.status, creator_id: view.creator, visibility: view.visibility, preset: view.rules.preset },
  ]);
  expect((await rows(table, "seats", "seat")).map(({ kind }) => kind)).toEqual(view.seats.map(({ kind }) => kind));
  const deals = await rows(table, "deals", "ordinal");
  expect(deals.map(({ ordinal }) => ordinal)).toEqual(record.deals.map((_, i) => i + 1));
  expect(deals.map((deal) => [0, 1, 2, 3].map((seat) => deal[`points_${seat}`]))).toEqual(
    record.deals.map(({ points }) => points),
  );
  expect(deals.map(({ king, contracts, kingdom, tiebreak }) => ({ king, contracts, kingdom, tiebreak }))).toEqual(
    record.deals.map((deal) => ({
      king: deal.king,
      contracts: deal.contracts.join(","),
      kingdom: deal.kingdom,
      tiebreak: deal.tiebreak ? 1 : 0,
    })),
  );
  const results = view.result?.totals.map((total, seat) => ({
    total,
    place: view.result!.places[seat],
    won: view.result!.winners.includes(seat) ? 1 : 0,
  }));
  expect((await rows(table, "results", "seat")).map(({ total, place, won }) => ({ total, place, won }))).toEqual(
    results ?? [],
  );
}

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => {
    logged.push(line);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await repairD1().catch(() => {});
});

const MATCH = { rules: { mode: "complex" } };

test("a finished match is in D1 as its views and its record tell it", async () => {
  const asked = [
    MATCH,
    { rules: { mode: "complex", partnership: "opposite", points: { trick: 0 } } },
    { seats: [seated(AMAL), { bot: "steady" }, { bot: "random" }, { bot: "random" }] },
  ];
  for (const each of asked) {
    const table = await Table.open(each);
    await table.playUntil(isFinished);
    expect(await table.exported()).toEqual({
      seq: (await table.view()).version,
      attempts: 0,
      nextTry: 0,
      lastError: null,
    });
    await expectHistory(table);
  }
  expect(logged).toEqual([]);
});

test("of a match that a tie-break decided, those have won whom it left, not all that share the first place", async () => {
  // One king of hearts counts and nothing else, so that three share the first place.
  const points = { queen: 0, diamond: 0, trick: 0 };
  const table = await Table.open({
    rules: { mode: "complex", points, layoutPoints: [0, 0, 0, 0], doubling: { enabled: false } },
  });
  await table.playUntil(isFinished, randomFrom("tie"));
  const { places, winners } = (await table.view()).result!;
  expect(places.filter((place) => place === 1)).toHaveLength(3);
  expect(winners.length).toBeLessThan(3);
  await table.exported();
  await expectHistory(table);
});

test("waiting and aborted games are there as well, with their seats as they are now", async () => {
  const table = await Table.open({ seats: [seated(AMAL), kept(BASIL), OPEN, { bot: "random" }] });
  await table.exported();
  expect(await rows(table, "games", "id")).toMatchObject([
    { status: "waiting", version: 1, started_at: null, finished_at: null },
  ]);
  expect(await rows(table, "seats", "seat")).toMatchObject([
    { kind: "player", player_id: AMAL.id, player_name: "Amal", bot: null },
    { kind: "kept", player_id: BASIL.id },
    { kind: "open", player_id: null },
    { kind: "bot", bot: "random" },
  ]);
  granted(await table.game.join(BASIL, 2, null));
  granted(await table.game.abort(AMAL.id));
  await table.exported();
  await expectHistory(table);
  expect(await rows(table, "seats", "seat")).toMatchObject([
    {},
    { kind: "open", player_id: null, player_name: null },
    { kind: "player", player_id: BASIL.id },
    {},
  ]);
});

test("while D1 fails play goes on, each attempt is counted, logged and followed by a longer pause, and nothing is skipped", async () => {
  const table = await Table.open(MATCH);
  await table.exported();
  const told = (await table.exported()).seq;
  await breakD1();
  await table.playUntil(reachesDeal(2), randomFrom("outage"));
  const first = await table.exported();
  expect(first).toMatchObject({ seq: told, attempts: 1 });
  expect(first.lastError).toMatch(/no such table/);
  let now = Date.now();
  let { nextTry } = first;
  for (let attempts = 2; attempts <= 14; attempts++) {
    // Before its time an alarm, or another commit, does not even try.
    vi.useFakeTimers({ toFake: ["Date"], now: nextTry - 1 });
    await runDurableObjectAlarm(table.stub);
    expect((await table.exported()).attempts).toBe(attempts - 1);
    now = nextTry;
    vi.useFakeTimers({ toFake: ["Date"], now });
    expect(await table.alarmAt()).toBeGreaterThanOrEqual(now);
    await runDurableObjectAlarm(table.stub);
    const state = await table.exported();
    expect(state).toMatchObject({ seq: told, attempts });
    const pause = state.nextTry - now;
    expect(pause).toBeGreaterThanOrEqual(Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (attempts - 1)) / 2);
    expect(pause).toBeLessThanOrEqual(Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (attempts - 1)) + 1);
    nextTry = state.nextTry;
    expect(await table.alarmAt()).toBeLessThanOrEqual(nextTry + 5000);
  }
  const lines = logged.filter((line) => line.includes(table.id));
  expect(lines).toHaveLength(14);
  await table.playUntil(isFinished, randomFrom("outage goes on"));
  expect((await table.exported()).seq).toBe(told);

  await repairD1();
  vi.useFakeTimers({ toFake: ["Date"], now: nextTry });
  await runDurableObjectAlarm(table.stub);
  await vi.waitFor(async () =>
    expect(await table.exported()).toEqual({
      seq: (await table.view()).version,
      attempts: 0,
      nextTry: 0,
      lastError: null,
    }),
  );
  await expectHistory(table);
});

test("no line about a failing export tells a card", async () => {
  const table = await Table.open(MATCH);
  await table.exported();
  await breakD1();
  await table.playUntil(reachesDeal(2));
  await table.exported();
  expect(logged.join("\n")).not.toMatch(/\b([AKQJT2-9][SHDC])\b/);
});

test("an export that is taken up after a crash, from anywhere, changes nothing that is right already", async () => {
  const table = await Table.open(MATCH);
  await table.playUntil(isFinished);
  await table.exported();
  const before = await Promise.all(TABLES.map((name) => rows(table, name, "1, 2")));
  const facts = (await table.contents()).log.flatMap(({ seq, events }) =>
    events.flatMap((event, i) => (isFact(event) ? [seq + i] : [])),
  );
  for (const seq of [0, 1, ...facts.slice(0, -1)]) {
    await table.exec(`UPDATE export SET seq = ${seq}`);
    await evictDurableObject(table.stub);
    await table.inside(({ storage }) => storage.setAlarm(Date.now() + 60_000));
    await runDurableObjectAlarm(table.stub);
    expect((await table.exported()).seq).toBe((await table.view()).version);
    expect(await Promise.all(TABLES.map((name) => rows(table, name, "1, 2")))).toEqual(before);
  }
});

test("a D1 that does not answer holds neither a move nor, for more than two seconds, the alarm", async () => {
  const table = await Table.open({
    rules: { mode: "practice", practice: { contracts: ["tricks"], deals: 3 }, kingdoms: undefined },
  });
  await table.exported();
  await table.playUntil((view) => view.deal!.plays.length === 51);
  vi.spyOn(env.DB, "batch").mockReturnValue(new Promise(() => {}));
  const before = performance.now();
  await table.playUntil((view) => view.deal!.number === 2 && view.deal!.plays.length === 30);
  expect(performance.now() - before).toBeLessThan(1500);
  await runDurableObjectAlarm(table.stub);
  expect(performance.now() - before).toBeLessThan(3500);
  expect(await table.exported()).toMatchObject({ attempts: 1, lastError: "no answer within 2000 ms" });
});
