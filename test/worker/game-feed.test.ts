import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { MOST_STREAMS } from "../../src/feed/frames.ts";
import { FollowerLine, knock } from "../support/line.ts";
import { SEATS } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import {
  AMAL,
  AUDIENCES,
  EMIL,
  granted,
  isFinished,
  newId,
  OPEN,
  PLAYERS,
  reachesDeal,
  seated,
  Table,
} from "../support/table.ts";

afterEach(() => {
  vi.useRealTimers();
});

const idOf = (who: number | null): string | null => (who === null ? null : PLAYERS[who].id);
const openAll = (table: Table, after = 0): Promise<FollowerLine[]> =>
  Promise.all(AUDIENCES.map((who) => FollowerLine.open(table, { player: idOf(who), after })));

/** Waits until every line has come as far as the game. */
async function caughtUp(table: Table, lines: readonly FollowerLine[]): Promise<void> {
  const { version } = await table.view();
  await vi.waitFor(() => {
    for (const line of lines) expect(line.last).toBe(version);
  }, 5000);
}

/** Each line has told its reader exactly what he can read, each event once and in order. */
async function expectTold(table: Table, lines: readonly FollowerLine[], after = 0): Promise<void> {
  await caughtUp(table, lines);
  for (const [i, line] of lines.entries()) expect(line.events).toEqual(await table.events(AUDIENCES[i], after));
}

test("every audience is told over its line what it can read, each event once and in order, from the lobby to the end, which is announced", async () => {
  const table = await Table.open({
    rules: { preset: "trex", mode: "complex" },
    seats: [seated(AMAL), OPEN, OPEN, OPEN],
    seed: null,
  });
  const lines = await openAll(table);
  await table.game.join(PLAYERS[1], null, "dice");
  await table.game.reseat(AMAL.id, 2, "random");
  await table.game.join(PLAYERS[3], null, null);
  await table.playUntil(isFinished);
  await expectTold(table, lines);
  for (const { pages } of lines) {
    expect(pages.map(({ over }) => over)).toEqual(pages.map((_, i) => i === pages.length - 1));
    expect(pages.at(-1)!.newest).toBe(pages.at(-1)!.data.at(-1)!.seq);
  }
  const [late] = await openAll(table, (await table.view()).version);
  await vi.waitFor(() => expect(late.pages).toMatchObject([{ data: [], over: true }]));
});

test("whoever moves has the answer before the crowd is told, and each of the crowd then hears every event once and in order", async () => {
  const table = await Table.open();
  await table.toFirstCard("q");
  const crowd = await Promise.all(Array.from({ length: 50 }, () => FollowerLine.open(table)));
  await caughtUp(table, crowd);
  const random = randomFrom("crowd");
  for (let i = 0; i < 3; i++) {
    const { answer } = await table.step(random);
    expect(crowd.filter((line) => line.last === answer.version).length).toBeLessThan(crowd.length / 2);
  }
  await caughtUp(table, crowd);
  const events = await table.events();
  for (const line of crowd) expect(line.events).toEqual(events);
});

test("an object that was evicted with lines open tells all of them the next move, and each seat its own cards alone", async () => {
  const table = await Table.open({ rules: { preset: "trex" } });
  const lines = await openAll(table);
  const random = randomFrom("evicted");
  for (let deal = 1; deal <= 3; deal++) {
    await table.playUntil((view) => reachesDeal(deal)(view) && view.deal!.plays.length === 50, random);
    await evictDurableObject(table.stub);
    await table.step(random);
    await evictDurableObject(table.stub);
  }
  await table.playUntil(reachesDeal(4), random);
  await expectTold(table, lines);
  const hands = lines.map(({ events }) =>
    events.filter(({ type }) => type === "deal_started").map((event) => (event as { hand?: string[] | null }).hand),
  );
  for (const seat of SEATS) expect(new Set(hands[seat + 1].flat()).size).toBeGreaterThan(12);
  expect(hands[0]).toEqual([null, null, null, null]);
});

test("the object sleeps while lines are open: nothing of it stays in memory, and asking whether a line holds does not wake it", async () => {
  const table = await Table.open();
  const [line] = await openAll(table);
  await runInDurableObject(table.stub, (instance) => {
    (instance as { mark?: string }).mark = "first";
  });
  await evictDurableObject(table.stub);
  line.socket.send("ping");
  const answer = await new Promise((heard) => {
    line.socket.addEventListener("message", ({ data }) => {
      heard(data);
    });
  });
  expect(answer).toBe("pong");
  expect(
    await runInDurableObject(table.stub, (instance, state) => [
      (instance as { mark?: string }).mark,
      state.getWebSockets().length,
    ]),
  ).toEqual([undefined, 5]);
});

test("an object that went down between a commit and the telling of it tells what is missing when it wakes", async () => {
  const table = await Table.open();
  await table.toFirstCard("q");
  const lines = await openAll(table);
  await caughtUp(table, lines);
  const { version } = await table.view();
  await table.inside((state) => {
    for (const socket of state.getWebSockets())
      socket.serializeAttachment({ ...(socket.deserializeAttachment() as object), sent: version - 3 });
  });
  for (const line of lines) line.pages.length = 0;
  await evictDurableObject(table.stub);
  await table.view();
  await expectTold(table, lines, version - 3);
});

test("nothing is told of a commit that did not come through", async () => {
  const table = await Table.open();
  const [line] = await openAll(table);
  await caughtUp(table, [line]);
  const { king } = (await table.view()).deal!;
  await table.exec("ALTER TABLE log RENAME TO log_away");
  expect(await table.failure((game) => game.act({ player: PLAYERS[king].id, action: "c:q", decision: null }))).toMatch(
    /no such table/,
  );
  await table.exec("ALTER TABLE log_away RENAME TO log");
  await scheduler.wait(20);
  expect(line.last).toBe((await table.view()).version);
  granted(await table.act(king, "c:t"));
  await expectTold(table, [line]);
  expect(line.events.filter(({ type }) => type === "contract_chosen")).toMatchObject([{ contracts: ["tricks"] }]);
});

test("a line that nobody reads, one that is closed and one that broke neither delay a move nor keep it from the others", async () => {
  const table = await Table.open();
  const unread = (await knock(table)).webSocket!;
  const closed = await FollowerLine.open(table);
  const [line] = await openAll(table);
  closed.socket.close(1000);
  await table.inside((state) => {
    state.getWebSockets()[1].serializeAttachment("nonsense");
  });
  await table.playUntil(reachesDeal(2));
  await expectTold(table, [line]);
  expect(closed.last).toBeLessThan(line.last);
  // It has missed nothing either.
  const late = new FollowerLine(unread);
  await caughtUp(table, [late]);
  expect(late.events).toEqual(line.events);
});

test("a seat that changes hands: its former player is told no more than the public, its new one sees the cards from then on", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const table = await Table.open({
    clock: { perMoveMs: 3600_000, onTimeout: "substitute", strikes: null, vacation: false },
  });
  const { king } = (await table.view()).deal!;
  const former = await FollowerLine.open(table, { player: PLAYERS[king].id });
  const next = await FollowerLine.open(table, { player: EMIL.id });
  const everybody = await FollowerLine.open(table);
  vi.setSystemTime(Date.now() + 3600_001);
  expect((await table.view()).seats[king]).toMatchObject({ kind: "open" });
  granted(await table.game.join(EMIL, king, null));
  await evictDurableObject(table.stub);
  const acting = async () => {
    const view = await table.view();
    const seat = view.deal!.awaiting[0];
    const player = seat === king ? EMIL.id : PLAYERS[seat].id;
    const { you } = granted(await table.game.view(player)).game;
    granted(await table.game.act({ player, action: you!.legalActions[0].id, decision: null }));
  };
  while ((await table.view()).deals.length === 0) await acting();
  await caughtUp(table, [former, next, everybody]);
  for (const [line, player] of [
    [former, PLAYERS[king].id],
    [next, EMIL.id],
    [everybody, null],
  ] as const) {
    expect(line.events).toEqual(granted(await table.game.events(player, 0, 10_000)).data);
  }
  const dealt = (line: FollowerLine) =>
    line.events
      .filter(({ type }) => type === "deal_started")
      .map((event) => (event as { hand?: string[] | null }).hand?.length ?? null);
  expect([dealt(former), dealt(next), dealt(everybody)]).toEqual([
    [13, null],
    [null, 13],
    [null, null],
  ]);
});

test("a token for one seat is told what that seat knows only where the player has that very seat", async () => {
  const table = await Table.open();
  const lines = await Promise.all(SEATS.map((onlySeat) => FollowerLine.open(table, { player: AMAL.id, onlySeat })));
  await table.toFirstCard("q");
  await caughtUp(table, lines);
  expect(lines[0].events).toEqual(await table.events(0));
  for (const line of lines.slice(1)) expect(line.events).toEqual(await table.events(null));
});

test("a follower acts over its line as by a call; its answer comes after the events, and a repeat is a replay", async () => {
  const table = await Table.open();
  const { king } = (await table.view()).deal!;
  const line = await FollowerLine.open(table, { player: PLAYERS[king].id });
  const { you } = await table.view(king);
  const ask = (id: number, action: string, decision: string | null = you!.decision!.id) =>
    line.socket.send(JSON.stringify({ id, call: { action, decision } }));
  ask(1, "c:q");
  ask(2, "c:q");
  ask(3, "c:d");
  ask(4, "p:7H", null);
  await vi.waitFor(() => expect(line.replies).toHaveLength(4));
  expect(line.replies.map(({ id, answer }) => [id, answer?.ok === true ? answer.replayed : answer?.code])).toEqual([
    [1, false],
    [2, true],
    [3, "decision_answered"],
    [4, "wrong_phase"],
  ]);
  expect(line.order).toEqual(["page", "page", "reply", "reply", "reply", "reply"]);
  expect(line.replies[0].answer).toEqual({
    ...granted(await table.act(king, "c:q", you!.decision!.id)),
    replayed: false,
  });
});

test("who may not act is refused over his line, and refused actions are counted together with those of calls", async () => {
  const table = await Table.open();
  const lines = await Promise.all([
    FollowerLine.open(table),
    FollowerLine.open(table, { player: AMAL.id, mayAct: false }),
    FollowerLine.open(table, { player: EMIL.id }),
    FollowerLine.open(table, { player: AMAL.id, onlySeat: 1 }),
  ]);
  for (const { socket } of lines) socket.send(JSON.stringify({ id: 1, call: { action: "c:q", decision: null } }));
  await vi.waitFor(() => {
    for (const { replies } of lines)
      expect(replies).toMatchObject([{ id: 1, answer: { ok: false, code: "not_seated" } }]);
  });
  for (let i = 0; i < 60; i++) await table.game.act({ player: EMIL.id, action: "pass", decision: null });
  lines[2].socket.send(JSON.stringify({ id: 2, call: { action: "pass", decision: null } }));
  await vi.waitFor(() =>
    expect(lines[2].replies[1]).toEqual({ id: 2, answer: { ok: false, code: "too_many_refusals", game: null } }),
  );
});

test("an action that fails inside the object is answered as failed, and the line holds", async () => {
  const table = await Table.open();
  const { king } = (await table.view()).deal!;
  const line = await FollowerLine.open(table, { player: PLAYERS[king].id });
  line.socket.send(JSON.stringify({ id: 1, call: { action: "no such action", decision: null } }));
  line.socket.send(JSON.stringify({ id: 2, call: { action: "c:q", decision: null } }));
  await vi.waitFor(() =>
    expect(line.replies).toMatchObject([
      { id: 1, answer: null },
      { id: 2, answer: { ok: true } },
    ]),
  );
});

test("a ticket opens one line, also when it is tried at the same time or after an eviction, and none once it has ended", async () => {
  const table = await Table.open();
  const tryTicket = async (id: string, until = Date.now() + 60_000): Promise<number> => {
    const { status, webSocket } = await knock(table, { player: AMAL.id, ticket: { id, until } });
    webSocket?.accept();
    return status;
  };
  expect((await Promise.all([tryTicket("a"), tryTicket("a")])).sort()).toEqual([101, 401]);
  await evictDurableObject(table.stub);
  expect(await tryTicket("a")).toBe(401);
  expect(await tryTicket("b")).toBe(101);
  expect(await tryTicket("c", Date.now() - 1)).toBe(401);
  // Used ones are forgotten when they would have ended.
  await table.exec("UPDATE spent SET until = 1");
  expect(await tryTicket("d")).toBe(101);
  expect(await table.exec("SELECT ticket FROM spent")).toEqual([{ ticket: "d" }]);
});

test("one player has so many lines to a game and no more, until one is closed; others are not held back", async () => {
  const table = await Table.open();
  const lines = await Promise.all(
    Array.from({ length: MOST_STREAMS }, () => FollowerLine.open(table, { player: AMAL.id })),
  );
  const before = await table.exec("SELECT * FROM spent");
  expect((await knock(table, { player: AMAL.id, ticket: { id: "a", until: Date.now() + 60_000 } })).status).toBe(409);
  expect(await table.exec("SELECT * FROM spent")).toEqual(before);
  expect((await knock(table, { player: PLAYERS[1].id })).status).toBe(101);
  expect((await knock(table)).status).toBe(101);
  lines[0].socket.close(1000);
  await vi.waitFor(async () => expect((await knock(table, { player: AMAL.id })).status).toBe(101));
});

test("an object that was never created is not followed, and nothing is stored for having been asked", async () => {
  const table = new Table(newId());
  expect((await knock(table, { ticket: { id: "a", until: Date.now() + 60_000 } })).status).toBe(404);
  await table.inside(({ storage }) => {
    expect(storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT GLOB '[_]*'").toArray()).toEqual([]);
  });
});
