/** What games take from the accounts that set them in motion: places, deals, and turns of house bots that play alone. */

import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { SeriesTerms } from "../../src/game/types.ts";
import type { PlayerCalls } from "../../src/player/types.ts";
import { DEALS_WINDOW_MS, MOST_HELD } from "../../src/wire/bounds.ts";
import { rulesOf } from "../support/play.ts";
import {
  AMAL,
  type Asked,
  codeOf,
  granted,
  isFinished,
  newId,
  OPEN,
  requestOf,
  seated,
  Table,
} from "../support/table.ts";

afterEach(() => {
  vi.useRealTimers();
});

let accounts = 0;
const newAccount = (): string => `pl_upkeep${accounts++}`;
const accountOf = (id: string) => env.PLAYERS.getByName(id) as unknown as PlayerCalls;
const create = (asked: Asked) => {
  const request = requestOf({ seed: null, ...asked });
  const table = new Table(request.id);
  return table.game.create(request).then((answer) => ({ table, answer }));
};

const WAITING = [seated(AMAL), OPEN, OPEN, OPEN];
const BOTS = [0, 1, 2, 3].map(() => ({ bot: "steady" }));
const ONE_DEAL = { mode: "practice", practice: { contracts: ["tricks"], deals: 1 }, kingdoms: undefined } as const;
const series = (matches: number) => {
  const id = newId();
  return { id, series: { matches, number: 1, first: id, scores: [0, 0, 0, 0], wins: [0, 0, 0, 0] } as SeriesTerms };
};
/** Has house bots play a game to its end without its pauses. */
async function playOut(table: Table): Promise<void> {
  while (!isFinished(await table.view())) await runDurableObjectAlarm(table.stub);
}

test("of many waiting games asked for at once as many are made as may be, and one that is aborted makes room for another", async () => {
  const creator = { id: newAccount() };
  const made = await Promise.all(Array.from({ length: 60 }, () => create({ creator, seats: WAITING })));
  const there = made.filter(({ answer }) => answer.ok);
  expect(there).toHaveLength(MOST_HELD.waitingGames);
  for (const { answer } of made)
    if (!answer.ok) expect(answer).toMatchObject({ code: "limit_reached", over: { limit: "waitingGames" } });
  expect(codeOf((await create({ creator, seats: WAITING })).answer)).toBe("limit_reached");
  granted(await there[0].table.game.abort(creator.id));
  granted(await there[1].table.game.reseat(creator.id, 1, "steady"));
  await vi.waitFor(async () => granted((await create({ creator, seats: WAITING })).answer));
  expect(codeOf((await create({ creator, seats: WAITING })).answer)).toBe("limit_reached");
  // A repeat of what was made is answered all the same.
  const request = requestOf({ creator, seats: WAITING, id: there[2].table.id });
  expect(codeOf(await there[2].table.game.create(request))).toBe("idempotency_key_reused");
});

test("a place whose game was never made, or whose release got lost, is found out when places are short", async () => {
  const creator = { id: newAccount() };
  const account = accountOf(creator.id);
  const { table } = await create({ creator, seats: WAITING });
  const lost = Array.from({ length: MOST_HELD.waitingGames - 1 }, () => newId());
  for (const game of lost) expect(await account.reserve({ game, holds: ["waitingGames"] })).toEqual({ ok: true });
  // A game that is being made this moment is not there yet: its place is not taken from it.
  expect(codeOf((await create({ creator, seats: WAITING })).answer)).toBe("limit_reached");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
  granted((await create({ creator, seats: WAITING })).answer);
  const reserve = () => account.reserve({ game: newId(), holds: ["waitingGames"] });
  for (let i = 0; i < lost.length - 1; i++) expect(await reserve()).toEqual({ ok: true });
  expect(await reserve()).toMatchObject({ ok: false });
  expect(await table.game.needs(creator.id, "waitingGames")).toBe(true);
  // It knows so when it has slept as well.
  await evictDurableObject(table.stub);
  expect(await table.game.needs(creator.id, "waitingGames")).toBe(true);
  expect(await table.game.needs(AMAL.id, "waitingGames")).toBe(false);
});

test("an account has so many running games that house bots play alone, and those it leaves to them take turns", async () => {
  const creator = { id: newAccount() };
  const running = await Promise.all(
    Array.from({ length: MOST_HELD.botGames }, () => create({ creator, seats: BOTS, rules: { kingdoms: 4 } })),
  );
  for (const { answer } of running) granted(answer);
  expect((await create({ creator, seats: BOTS })).answer).toMatchObject({
    ok: false,
    code: "limit_reached",
    over: { limit: "botGames", retryAfterMs: null },
  });
  const left = (await create({ creator, seats: [seated(AMAL), ...BOTS.slice(1)] })).table;
  granted(await left.game.resign(AMAL.id));
  const { version } = await left.view();
  for (let i = 0; i < 3; i++) await runDurableObjectAlarm(left.stub);
  expect((await left.view()).version).toBe(version);
  expect(await left.alarmAt()).not.toBeNull();
  await playOut(running[0].table);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15_000 });
  await vi.waitFor(async () => {
    await runDurableObjectAlarm(left.stub);
    expect((await left.view()).version).toBeGreaterThan(version);
  });
  await playOut(left);
  vi.useRealTimers();
  // Users of an app are counted with the account that runs it.
  const owner = newAccount();
  const user = () => ({ id: newAccount(), app: { owner } });
  granted((await create({ creator: user(), seats: BOTS, rules: ONE_DEAL })).answer);
  granted((await create({ creator: user(), seats: BOTS })).answer);
  expect(await accountOf(owner).reserve({ game: "gm_x", holds: ["appBotGames"] })).toEqual({ ok: true });
});

test("a game costs the deals that it can have, a series those of all its matches, and they come back evenly", async () => {
  const account = accountOf(newAccount());
  const deals = (count: number) => ({ game: newId(), holds: [], deals: { budget: "deals" as const, count } });
  // The tests' own limit.
  const LIMIT = 1_000_000;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  expect(await account.reserve(deals(LIMIT * 0.75))).toEqual({ ok: true });
  expect(await account.reserve(deals(LIMIT * 0.5))).toEqual({
    ok: false,
    limit: "deals",
    retryAfterMs: DEALS_WINDOW_MS / 4,
  });
  expect(await account.reserve({ ...deals(1), deals: { budget: "appDeals", count: LIMIT } })).toEqual({ ok: true });
  vi.setSystemTime(Date.now() + DEALS_WINDOW_MS / 4);
  expect(await account.reserve(deals(LIMIT * 0.5))).toEqual({ ok: true });
  expect(await account.reserve(deals(1))).toMatchObject({ ok: false });
  // A clock that was wrong for a while holds nobody back for longer than the window.
  vi.setSystemTime(Date.now() - 400 * 24 * 3600_000);
  expect(await account.reserve(deals(1))).toEqual({ ok: true });

  const creator = { id: newAccount() };
  expect(await accountOf(creator.id).reserve(deals(LIMIT - 2000))).toEqual({ ok: true });
  const costly = { creator, rules: { ...ONE_DEAL, practice: { ...ONE_DEAL.practice, deals: 100 } } };
  granted((await create({ ...costly, ...series(19) })).answer);
  const { answer } = await create({ ...costly, ...series(2) });
  expect(answer).toMatchObject({
    ok: false,
    code: "too_many_requests",
    over: { limit: "deals", retryAfterMs: 60 },
  });
  granted((await create(costly)).answer);
  expect(codeOf((await create({ creator, rules: ONE_DEAL })).answer)).toBe("too_many_requests");
});

test("what is over a limit takes nothing: neither a place, nor deals, nor a database", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const [user, owner] = [newAccount(), newAccount()];
  expect(
    await accountOf(owner).reserve({ game: newId(), holds: [], deals: { budget: "appDeals", count: 1_000_000 } }),
  ).toEqual({ ok: true });
  const request = requestOf({ creator: { id: user, app: { owner } }, seats: WAITING, seed: null });
  const table = new Table(request.id);
  expect(codeOf(await table.game.create(request))).toBe("too_many_requests");
  expect(codeOf(await table.game.view(null))).toBe("game_not_found");
  expect(await table.inside(({ storage }) => [...storage.sql.exec("SELECT * FROM sqlite_master")])).toEqual([]);
  for (let i = 0; i < MOST_HELD.waitingGames; i++)
    expect(await accountOf(user).reserve({ game: newId(), holds: ["waitingGames"] })).toEqual({ ok: true });
});

test("a series ends with a match in which no player took part until its end", async () => {
  const creator = { id: newAccount() };
  const short = { creator, rules: ONE_DEAL };
  const clock = { perMoveMs: 1000, onTimeout: "autoPlay", strikes: null, vacation: false } as const;
  const [bots, resigned, absent] = await Promise.all([
    create({ ...short, ...series(3), seats: BOTS }),
    create({ ...short, ...series(3), seats: [seated(AMAL), ...BOTS.slice(1)] }),
    create({ ...short, ...series(3), seats: [seated(AMAL), ...BOTS.slice(1)], clock }),
  ]);
  await resigned.table.playUntil((view) => view.deal!.plays.length > 8);
  granted(await resigned.table.game.resign(AMAL.id));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  for (let i = 0; i < 100 && !isFinished(await absent.table.view()); i++) {
    vi.setSystemTime(Date.now() + 1000);
    await runDurableObjectAlarm(absent.table.stub);
  }
  for (const { table } of [bots, resigned, absent]) {
    await playOut(table);
    await runDurableObjectAlarm(table.stub);
    expect(await table.view()).toMatchObject({
      status: "finished",
      next: null,
      series: { number: 1, ended: "unattended" },
    });
    // The same from the log alone.
    await table.exec("DELETE FROM snapshot");
    await evictDurableObject(table.stub);
    expect(await table.view()).toMatchObject({ next: null, series: { ended: "unattended" } });
  }
  // Whoever comes back can begin another.
  const { next } = granted(await absent.table.game.rematch(AMAL.id, true));
  expect(await new Table(next!).view()).toMatchObject({ series: { number: 1, ended: null } });
});

test("the deals of a match are as many as its rules allow", async () => {
  const { mostDeals } = await import("../../src/engine/index.ts");
  const count = (rules: Parameters<typeof rulesOf>[0]) => mostDeals(rulesOf(rules));
  expect([count({}), count({ mode: "complex" }), count({ mode: "combination", kingdoms: 2 })]).toEqual([20, 8, 10]);
  expect(count({ ...ONE_DEAL, practice: { ...ONE_DEAL.practice, deals: 100 } })).toBe(100);
});
