import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { replayRecord } from "../../src/engine/index.ts";
import { NEXT_CHECK_MS } from "../../src/game/outboxes.ts";
import type { GameView, SeriesTerms } from "../../src/game/types.ts";
import { nextGameId } from "../../src/ids/ids.ts";
import type { Game } from "../../src/index.ts";
import { prefixesOf } from "../support/prefixes.ts";
import { randomFrom } from "../support/random.ts";
import {
  AMAL,
  type Asked,
  AUDIENCES,
  BASIL,
  CARLA,
  codeOf,
  DINA,
  databaseOf,
  EMIL,
  granted,
  isFinished,
  kept,
  newId,
  OPEN,
  PLAYERS,
  progressOf,
  requestOf,
  seated,
  Table,
} from "../support/table.ts";

afterEach(() => {
  vi.useRealTimers();
});

const FOUR = PLAYERS.slice(0, 4);
const WITH_BOTS = [seated(AMAL), { bot: "random" }, { bot: "steady" }, { bot: "random" }];
/** Matches of a single deal. */
const SHORT = { mode: "practice", practice: { contracts: ["tricks"], deals: 1 }, kingdoms: undefined };

const idAfter = (table: Table): string => nextGameId(env as unknown as { TOKEN_SECRET: string }, table.id);
const after = (table: Table): Table => new Table(idAfter(table));
const typesOf = async (table: Table) => (await table.events()).map(({ type }) => type);
const count = (types: string[], type: string) => types.filter((each) => each === type).length;

/** A short match that is over. */
async function finished(asked: Asked = {}): Promise<Table> {
  const table = await Table.open({ rules: SHORT, seats: WITH_BOTS, ...asked });
  await table.playUntil(isFinished);
  return table;
}

const seriesOf = (matches: number) => {
  const id = newId();
  const series: SeriesTerms = { matches, number: 1, first: id, scores: [0, 0, 0, 0], wins: [0, 0, 0, 0] };
  return { id, series };
};

/** Waits until the next game has been made. */
async function followed(table: Table): Promise<Table> {
  await vi.waitFor(async () => expect((await table.view()).next).toBe(idAfter(table)), 15_000);
  return after(table);
}

/** The object as if it had never been. */
async function emptied(table: Table): Promise<void> {
  await table.inside(({ storage }) => storage.deleteAll());
  await evictDurableObject(table.stub);
}

/** The game as it was when the next one had not yet been made known in it. */
async function forgotten(table: Table): Promise<void> {
  await table.exec(
    "DELETE FROM log WHERE events LIKE '%next_game_made%'",
    "DELETE FROM snapshot",
    "DELETE FROM export WHERE target = 'next'",
  );
  await evictDurableObject(table.stub);
}

test("fifty calls at once by all four players make one game, by whichever came first, with everybody's seat kept", async () => {
  const table = await finished({ seats: FOUR.map(seated), visibility: "unlisted", sameApp: true });
  const before = await table.view();
  const answers = (
    await Promise.all(Array.from({ length: 50 }, (_, i) => table.game.rematch(FOUR[i % 4].id, true)))
  ).map(granted);
  expect(new Set(answers.map(({ next }) => next))).toEqual(new Set([idAfter(table)]));
  expect(answers.filter(({ made }) => made)).toHaveLength(1);
  expect(answers.map(({ sitter }) => sitter.id)).toEqual(Array.from({ length: 50 }, (_, i) => FOUR[i % 4].id));
  const first = answers.find(({ made }) => made)!.sitter;
  const events = await table.events(null, before.version);
  expect(events).toMatchObject([
    { type: "rematch_wished", seat: FOUR.findIndex(({ id }) => id === first.id) },
    { type: "next_game_made", game: idAfter(table) },
  ]);
  expect(await table.view()).toMatchObject({ ...before, version: before.version + 2, next: idAfter(table) });
  const next = await after(table).view();
  expect(next).toMatchObject({
    status: "waiting",
    version: 1,
    creator: first.id,
    rules: before.rules,
    visibility: "unlisted",
    sameApp: true,
    seeded: false,
    previous: table.id,
    next: null,
    series: null,
  });
  expect(next.seats).toEqual(FOUR.map((player, seat) => ({ seat, kind: "kept", player })));
});

test("it starts when all have come, with their seeds and fresh packs, and can have a rematch of its own", async () => {
  const table = await finished({ seats: FOUR.map(seated), seed: "the same" });
  granted(await table.game.rematch(CARLA.id, true));
  const next = after(table);
  for (const player of FOUR) granted(await next.game.join(player, null, `${player.name}'s dice`));
  const [before, view] = [await table.view(), await next.view()];
  expect(view).toMatchObject({ status: "playing", seeded: false, creator: CARLA.id });
  expect(view.seats).toEqual(before.seats);
  expect(view.commitment).not.toBe(before.commitment);
  expect(granted(await next.game.proof()).proof).toMatchObject({ playersEntropy: true });
  await next.playUntil(isFinished);
  expect(granted(await next.game.rematch(DINA.id, true)).next).toBe(idAfter(next));
  expect(await after(next).view()).toMatchObject({ creator: DINA.id, previous: next.id });
});

test("house bots come again, and who gave the match up may come as well; a seat that had opened is its former player's", async () => {
  const clock = { perMoveMs: 60_000, onTimeout: "substitute", strikes: null, vacation: false } as const;
  const table = await Table.open({
    rules: SHORT,
    seats: [seated(AMAL), seated(BASIL), { bot: "random" }, seated(CARLA)],
    clock,
  });
  granted(await table.game.resign(BASIL.id));
  const random = randomFrom("opened");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  for (let i = 0; i < 200 && !isFinished(await table.view()); i++) {
    const { deal, seats } = await table.view();
    const [seat] = deal!.awaiting;
    if (seat === 0) await table.step(random, [0]);
    else if (seats[3].kind === "player") vi.setSystemTime(Date.now() + 60_000);
    else await runDurableObjectAlarm(table.stub);
  }
  vi.useRealTimers();
  expect((await table.view()).seats).toMatchObject([
    { kind: "player" },
    { kind: "player", forfeited: "resigned" },
    { kind: "bot" },
    { kind: "open", standIn: "steady" },
  ]);
  expect(granted(await table.game.rematch(BASIL.id, true))).toMatchObject({ made: true, sitter: BASIL });
  const next = await after(table).view();
  expect(next.seats).toEqual([
    { seat: 0, kind: "kept", player: AMAL },
    { seat: 1, kind: "kept", player: BASIL },
    { seat: 2, kind: "bot", bot: "random" },
    { seat: 3, kind: "kept", player: CARLA },
  ]);
  expect(granted(await table.game.rematch(CARLA.id, true))).toMatchObject({ made: false, sitter: CARLA });
  expect(next).toMatchObject({ creator: BASIL.id, clock: { terms: clock } });
});

test("a sandbox is followed by a sandbox, whose time is its own", async () => {
  const table = await finished({ sandbox: true });
  granted(await table.game.advance(AMAL.id, 24 * 3600 * 1000));
  granted(await table.game.rematch(AMAL.id, true));
  const view = await after(table).view();
  expect(view).toMatchObject({ status: "waiting", previous: table.id });
  expect(Date.parse(view.sandbox!.now)).toBeLessThanOrEqual(Date.now());
});

test("there is no rematch of what is not finished, nor for who did not sit, and asking changes nothing", async () => {
  const waiting = await Table.open({ seats: [seated(AMAL), kept(BASIL), OPEN, OPEN] });
  const playing = await Table.open();
  const aborted = await Table.open({ seats: [seated(AMAL), OPEN, OPEN, OPEN] });
  granted(await aborted.game.abort(AMAL.id));
  for (const table of [waiting, playing, aborted]) {
    const before = await table.contents();
    expect(codeOf(await table.game.rematch(AMAL.id, true))).toBe("game_not_finished");
    expect(codeOf(await table.game.rematch(EMIL.id, true))).toBe("not_seated");
    expect(await table.contents()).toEqual(before);
  }
  expect(codeOf(await waiting.game.rematch(BASIL.id, true))).toBe("not_seated");
  const over = await finished();
  const before = await over.contents();
  expect(codeOf(await over.game.rematch(EMIL.id, true))).toBe("not_seated");
  expect(await over.contents()).toEqual(before);
  const nowhere = new Table(newId());
  expect(codeOf(await nowhere.game.rematch(AMAL.id, true))).toBe("game_not_found");
  expect(await nowhere.inside(({ storage }) => databaseOf(storage).exists())).toBe(false);
});

test("a series plays its matches one after the other by itself; scores and wins add up, and each record replays", async () => {
  let table = await Table.open({ ...seriesOf(3), rules: SHORT, seats: WITH_BOTS, seed: null });
  const first = table.id;
  const views: GameView[] = [];
  for (let number = 1; ; number++) {
    await table.playUntil(isFinished);
    if (number < 3) await followed(table);
    const view = await table.view();
    views.push(view);
    const results = views.map(({ result }) => result!);
    expect(view.series).toEqual({
      ended: number < 3 ? null : "completed",
      matches: 3,
      number,
      first,
      scores: [0, 1, 2, 3].map((seat) => results.reduce((sum, { totals }) => sum + totals[seat], 0)),
      wins: [0, 1, 2, 3].map((seat) => results.filter(({ winners }) => winners.includes(seat as 0)).length),
    });
    expect(replayRecord(await table.record())).toMatchObject({ ok: true, finished: true });
    if (number === 3) break;
    expect(await after(table).view()).toMatchObject({ previous: table.id, seeded: false });
    table = after(table);
  }
  expect(views.map(({ next }) => next)).toEqual([views[1].id, views[2].id, null]);
  expect(new Set(views.map(({ commitment }) => commitment)).size).toBe(3);
  await table.exported();
  while (await runDurableObjectAlarm(table.stub));
  expect(await table.alarmAt()).toBeNull();
  expect(await after(table).inside(({ storage }) => databaseOf(storage).exists())).toBe(false);
});

test("while a match goes on its series tells only of those before it", async () => {
  const terms = { matches: 4, number: 2, first: "gm_first", scores: [-65, -65, 0, -65], wins: [0, 0, 1, 0] };
  const table = await Table.open({ rules: SHORT, series: terms, previous: "gm_first" });
  await table.playUntil((view) => view.deal!.plays.length > 40);
  for (const view of await table.views())
    expect(view).toMatchObject({ series: terms, previous: "gm_first", next: null });
  for (const who of AUDIENCES)
    expect((await table.events(who))[0]).toMatchObject({ type: "game_created", series: terms, previous: "gm_first" });
});

test("in a series who sits sits again at once; who gave the match up has his seat kept, and does not hold the others up as creator", async () => {
  const table = await Table.open({
    ...seriesOf(2),
    rules: SHORT,
    seats: [seated(AMAL), seated(BASIL), { bot: "random" }, { bot: "random" }],
    seed: null,
  });
  granted(await table.game.resign(AMAL.id));
  await table.playUntil(isFinished);
  const next = await followed(table);
  expect(await next.view()).toMatchObject({
    status: "waiting",
    creator: BASIL.id,
    series: { number: 2, first: table.id },
  });
  expect((await next.view()).seats.map(({ kind }) => kind)).toEqual(["kept", "player", "bot", "bot"]);
  // He may come all the same: to the game that is there, whatever he calls.
  const { made, sitter } = granted(await table.game.rematch(AMAL.id, true));
  expect([made, sitter]).toEqual([false, AMAL]);
  expect(await typesOf(table)).not.toContain("rematch_wished");
  expect(granted(await next.game.join(sitter, null, null)).game).toMatchObject({ status: "playing", you: { seat: 0 } });
  await next.playUntil(isFinished);
  // The last match is over: a rematch is a new series.
  granted(await next.game.rematch(BASIL.id, true));
  expect(await after(next).view()).toMatchObject({
    status: "waiting",
    creator: BASIL.id,
    series: { matches: 2, number: 1, first: idAfter(next), scores: [0, 0, 0, 0], wins: [0, 0, 0, 0] },
  });
});

test("a creator who does not sit keeps his rights in every match", async () => {
  const table = await Table.open({ ...seriesOf(2), rules: SHORT, creator: EMIL, seats: WITH_BOTS, seed: null });
  await table.playUntil(isFinished);
  expect(await (await followed(table)).view()).toMatchObject({ creator: EMIL.id });
});

test("an object that dies before it has made the next match makes it when it wakes", async () => {
  const table = await finished({ ...seriesOf(2), seed: null });
  const next = await followed(table);
  await emptied(next);
  await forgotten(table);
  expect((await table.view()).next).toBeNull();
  expect(await table.alarmAt()).toBeLessThanOrEqual(Date.now() + NEXT_CHECK_MS);
  await runDurableObjectAlarm(table.stub);
  expect(await table.view()).toMatchObject({ next: next.id });
  expect(await next.view()).toMatchObject({ status: "playing", previous: table.id });
});

test("one that dies after that, before it could write it down, makes no second one", async () => {
  const table = await finished({ ...seriesOf(2), seed: null });
  const next = await followed(table);
  await next.playUntil((view) => view.deal!.plays.length > 8);
  const before = await next.contents();
  await forgotten(table);
  await runInDurableObject(table.stub, (instance: Game) =>
    Promise.all([instance.alarm(), instance.alarm(), instance.rematch(AMAL.id, true)]),
  );
  expect(count(await typesOf(table), "next_game_made")).toBe(1);
  expect(await next.contents()).toEqual(before);
  // Once more, from the log alone.
  const shown = await table.views();
  await table.exec("DELETE FROM snapshot");
  await evictDurableObject(table.stub);
  expect(await table.views()).toEqual(shown);
  expect((await prefixesOf(table)).states.at(-1)).toMatchObject({ next: next.id, rematchBy: null });
});

test("alarms that come twice or at once make one next match", async () => {
  const table = await Table.open({ ...seriesOf(2), rules: SHORT, seats: WITH_BOTS, seed: null });
  await table.playUntil((view) => view.deal!.plays.length > 47);
  await runInDurableObject(table.stub, async (instance: Game) => {
    for (;;) {
      const { game } = granted(await instance.view(AMAL.id));
      if (isFinished(game)) break;
      granted(
        await instance.act({ player: AMAL.id, action: game.you!.legalActions[0].id, decision: game.you!.decision!.id }),
      );
    }
    await Promise.all([instance.alarm(), instance.alarm(), instance.alarm()]);
    await instance.alarm();
  });
  expect(count(await typesOf(table), "next_game_made")).toBe(1);
  expect((await typesOf(after(table))).slice(0, 2)).toEqual(["game_created", "game_started"]);
});

test("where the next game cannot be made nothing is told of it, play and views go on, and it is tried again later", async () => {
  const { id, series } = seriesOf(2);
  const table = new Table(id);
  const blocked = after(table);
  // Something that is not this table's next game stands in its place.
  granted(await blocked.game.create(requestOf({ id: blocked.id, fingerprint: "another" })));
  granted(await table.game.create(requestOf({ id, series, rules: SHORT, seats: WITH_BOTS, seed: null })));
  const failure = vi.spyOn(console, "error").mockImplementation(() => {});
  await table.playUntil(isFinished);
  expect(granted(await table.game.rematch(AMAL.id, true))).toMatchObject({ next: null, made: false });
  expect(failure).toHaveBeenCalledWith(expect.stringContaining("failed, attempt 1: idempotency_key_reused"));
  failure.mockRestore();
  expect(await table.view()).toMatchObject({ status: "finished", next: null });
  const { nextTry, attempts } = await table.inside(({ storage }) => progressOf(storage, "next"));
  expect(attempts).toBe(1);
  await emptied(blocked);
  vi.useFakeTimers({ toFake: ["Date"], now: nextTry });
  await runDurableObjectAlarm(table.stub);
  expect(await table.view()).toMatchObject({ next: blocked.id });
  expect(await blocked.view()).toMatchObject({ status: "playing", previous: id });
});

test("what is new in a game is the same for everybody", async () => {
  const table = await finished({ ...seriesOf(2), seats: FOUR.map(seated), seed: null });
  await followed(table);
  const [open, ...others] = await table.views();
  for (const view of others)
    expect([view.previous, view.next, view.series]).toEqual([open.previous, open.next, open.series]);
  const events = await Promise.all(AUDIENCES.map((who) => table.events(who, open.version - 1)));
  for (const each of events)
    expect(each).toEqual([{ seq: open.version, at: expect.any(String), type: "next_game_made", game: idAfter(table) }]);
});
