/** What players' own logs hold of what happens at their tables: all of it, each once, in order, whatever breaks in between. */

import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MIGRATIONS } from "../../src/game/store.ts";
import type { ClockTerms } from "../../src/game/types.ts";
import { nextGameId } from "../../src/ids/ids.ts";
import { Player } from "../../src/index.ts";
import type { PlayerCalls } from "../../src/player/types.ts";
import {
  AMAL,
  BASIL,
  CARLA,
  DINA,
  databaseOf,
  EMIL,
  granted,
  isFinished,
  kept,
  OPEN,
  PLAYERS,
  progressOf,
  seated,
  storeOf,
  Table,
} from "../support/table.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const FOUR = PLAYERS.slice(0, 4);
const MINUTE = 60_000,
  HOUR = 60 * MINUTE;
const SHORT = { mode: "practice", practice: { contracts: ["tricks"], deals: 1 }, kingdoms: undefined };
const clockOf = (more: Partial<ClockTerms> & { perMoveMs?: number } = {}): ClockTerms =>
  ({ perMoveMs: HOUR, onTimeout: "houseBot", strikes: null, vacation: false, ...more }) as ClockTerms;
const playerOf = (id: string) => env.PLAYERS.getByName(id) as unknown as PlayerCalls;

/** What a player's own log has of a game, in order, without decisions. */
async function newsIn(game: string, { id }: { id: string }): Promise<object[]> {
  const { data } = await playerOf(id).entries(0, 10_000);
  return data.flatMap(({ seq: _, at: __, game: about, ...entry }) =>
    about === game && entry.type !== "decision_opened" ? [entry] : [],
  );
}
const typesIn = async (game: string, player: { id: string }) =>
  (await newsIn(game, player)).map((entry) => (entry as { type: string }).type);
/** The same once it holds as many. */
const toldIn = (game: string, player: { id: string }, count: number) =>
  vi.waitFor(async () => {
    const types = await typesIn(game, player);
    expect(types.length).toBeGreaterThanOrEqual(count);
    return types;
  });
const countsOf = async ({ id }: { id: string }) => (await playerOf(id).decisions(null, 1)).games;
const turnTime = (to: number) => {
  vi.useFakeTimers({ toFake: ["Date"], now: to });
};

test("a table before the start: who sits, who is kept a seat, who leaves or is sent away, and how it ends", async () => {
  const [first, second] = [
    await Table.open({ seats: [seated(AMAL), kept(BASIL), OPEN, kept(DINA)] }),
    await Table.open({ seats: [seated(EMIL), OPEN, OPEN, OPEN], creator: EMIL }),
  ];
  granted(await first.game.join(CARLA, 2, null));
  granted(await first.game.leave(CARLA.id));
  granted(await first.game.join(CARLA, 2, null));
  granted(await first.game.reseat(AMAL.id, 2, null));
  // Dina sits elsewhere: the seat that was kept for them is free, and they have lost nothing.
  granted(await first.game.join(DINA, 2, null));
  granted(await first.game.reseat(AMAL.id, 1, null));
  granted(await first.game.abort(AMAL.id));
  const aborted = { type: "game_aborted", reason: "creator" };
  await vi.waitFor(async () => {
    expect(await newsIn(first.id, AMAL)).toEqual([
      { type: "seat_taken", seat: 0, status: "waiting" },
      { ...aborted, seat: 0 },
    ]);
    expect(await newsIn(first.id, BASIL)).toEqual([
      { type: "seat_kept", seat: 1 },
      { type: "seat_changed", seat: 1 },
    ]);
    expect(await newsIn(first.id, CARLA)).toEqual([
      { type: "seat_taken", seat: 2, status: "waiting" },
      { type: "seat_left", seat: 2 },
      { type: "seat_taken", seat: 2, status: "waiting" },
      { type: "seat_changed", seat: 2 },
    ]);
    expect(await newsIn(first.id, DINA)).toEqual([
      { type: "seat_kept", seat: 3 },
      { type: "seat_taken", seat: 2, status: "waiting" },
      { ...aborted, seat: 2 },
    ]);
    expect(await newsIn(second.id, EMIL)).toEqual([{ type: "seat_taken", seat: 0, status: "waiting" }]);
  });
});

test("a match: its start, its end with everybody's place, the wish for a rematch and the game that follows", async () => {
  const table = await Table.open({ seats: FOUR.map(seated), rules: SHORT });
  await table.playUntil(isFinished);
  const { result } = await table.view();
  granted(await table.game.rematch(CARLA.id, true));
  const next = nextGameId(env as unknown as { TOKEN_SECRET: string }, table.id);
  for (const [seat, player] of FOUR.entries()) {
    await toldIn(table.id, player, 5);
    expect(await newsIn(table.id, player)).toEqual([
      { type: "seat_taken", seat, status: "waiting" },
      { type: "game_started", seat },
      { type: "game_finished", seat, place: result!.places[seat], won: result!.winners.includes(seat) },
      { type: "rematch_wished", seat, askedBy: 2 },
      { type: "next_game_made", seat, next },
    ]);
    expect(await toldIn(next, player, 1)).toEqual(["seat_kept"]);
  }
});

describe("a seat during the match", () => {
  test("is told to its own player alone: played by a bot, taken back, opened to others, taken by one of them, given up", async () => {
    const table = await Table.open({ clock: clockOf({ onTimeout: "houseBot" }) });
    const king = (await table.view()).deal!.king;
    const late = PLAYERS[king];
    turnTime(Date.now() + HOUR);
    await runDurableObjectAlarm(table.stub);
    granted(await table.game.join(late, null, null));
    granted(await table.game.resign(late.id));
    const began = ["seat_taken", "game_started"];
    expect(await toldIn(table.id, late, 5)).toEqual([...began, "seat_substituted", "seat_returned", "seat_forfeited"]);
    expect((await newsIn(table.id, late)).slice(2)).toEqual([
      { type: "seat_substituted", seat: king, cause: "timeout" },
      { type: "seat_returned", seat: king },
      { type: "seat_forfeited", seat: king, cause: "resigned" },
    ]);
    for (const other of FOUR.filter((each) => each !== late)) expect(await toldIn(table.id, other, 2)).toEqual(began);

    const open = await Table.open({ clock: clockOf({ onTimeout: "substitute" }), newcomers: "anyone" });
    const seat = (await open.view()).deal!.king;
    turnTime(Date.now() + HOUR);
    await runDurableObjectAlarm(open.stub);
    granted(await open.game.join(EMIL, seat, null));
    expect(await toldIn(open.id, PLAYERS[seat], 3)).toEqual([...began, "seat_opened"]);
    await toldIn(open.id, EMIL, 1);
    expect(await newsIn(open.id, EMIL)).toEqual([{ type: "seat_taken", seat, status: "playing" }]);
  });

  test("whoever has given up hears of the end as the others do, and who lost the seat does not", async () => {
    const rules = { ...SHORT, practice: { contracts: ["tricks"], deals: 1 } };
    const table = await Table.open({
      clock: clockOf({ onTimeout: "substitute" }),
      rules,
      seats: [seated(AMAL), seated(BASIL), { bot: "random" }, { bot: "random" }],
    });
    const [seat] = (await table.view()).deal!.awaiting;
    turnTime(Date.now() + HOUR);
    await runDurableObjectAlarm(table.stub);
    const [lost, left] = seat === 0 ? [AMAL, BASIL] : [BASIL, AMAL];
    granted(await table.game.resign(left.id));
    await vi.waitFor(async () => {
      await runDurableObjectAlarm(table.stub);
      expect(isFinished(await table.view())).toBe(true);
    });
    expect(await toldIn(table.id, left, 4)).toEqual(["seat_taken", "game_started", "seat_forfeited", "game_finished"]);
    expect(await typesIn(table.id, lost)).toEqual(["seat_taken", "game_started", "seat_opened"]);
  });

  test("pauses are told to all at the table, vacation to whom it concerns, both in real time", async () => {
    const table = await Table.open({ clock: clockOf({ vacation: true }), sandbox: true });
    granted(await table.game.advance(AMAL.id, HOUR / 2));
    const king = (await table.view()).deal!.king;
    granted(await table.game.advance(AMAL.id, HOUR));
    const view = await table.view(king);
    const ahead = Date.parse(view.sandbox!.now) - Date.now();
    expect(ahead).toBeGreaterThan(HOUR);
    await toldIn(table.id, PLAYERS[king], 3);
    const [{ deadline }] = (await newsIn(table.id, PLAYERS[king])).slice(2) as { deadline: string }[];
    expect(Math.abs(Date.parse(view.you!.decision!.deadline!) - ahead - Date.parse(deadline))).toBeLessThan(2000);
    const until = Date.parse(view.sandbox!.now) + 24 * HOUR;
    for (const { id } of FOUR) granted(await table.game.pause(id, until));
    for (const { id } of FOUR) granted(await table.game.resume(id));
    for (const [seat, player] of FOUR.entries()) {
      const own = ["seat_taken", "game_started", ...(seat === king ? ["clock_extended"] : [])];
      const asked = FOUR.map(() => "pause_wished");
      const all = [...own, ...asked, "clock_paused", ...asked, "clock_resumed"];
      expect(await toldIn(table.id, player, all.length)).toEqual(all);
      const paused = (await newsIn(table.id, player)).slice(own.length) as { askedBy?: number; until?: string }[];
      expect(paused.slice(0, 4).map(({ askedBy }) => askedBy)).toEqual([0, 1, 2, 3]);
      expect(Math.abs(until - ahead - Date.parse(paused[4].until!))).toBeLessThan(2000);
    }
  });
});

describe("nothing is lost or told twice", () => {
  test("where the object stops right after a commit, or a player's object fails or dies with its answer", async () => {
    const table = await Table.open({ seats: FOUR.map(seated), rules: SHORT });
    await toldIn(table.id, AMAL, 2);
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { append } = Player.prototype;
    // Basil's object does what it is told and fails to say so; the others' do nothing.
    const failing = vi.spyOn(Player.prototype, "append").mockImplementation(async function (this: Player, news) {
      if ((this as unknown as { ctx: DurableObjectState }).ctx.id.name === BASIL.id) await append.call(this, news);
      throw new Error("no answer");
    });
    await table.playUntil(isFinished);
    await vi.waitFor(() => expect(failing).toHaveBeenCalledTimes(4));
    expect(await typesIn(table.id, AMAL)).toEqual(["seat_taken", "game_started"]);
    failing.mockRestore();
    await evictDurableObject(table.stub);
    turnTime(Date.now() + 10 * MINUTE);
    await table.view();
    while (await runDurableObjectAlarm(table.stub));
    for (const player of FOUR)
      expect(await typesIn(table.id, player)).toEqual(["seat_taken", "game_started", "game_finished"]);
    expect(logged.mock.calls.flat().join()).toMatch(/news of gm_table\d+ failed, attempt 1/);
    expect(await table.alarmAt()).toBeNull();
  });

  test("where the object is woken without a word of how far it came: all is told again, and stands once", async () => {
    const table = await Table.open({ seats: FOUR.map(seated), rules: SHORT });
    await table.playUntil(isFinished);
    const before = await toldIn(table.id, DINA, 3);
    await table.exec("DELETE FROM export WHERE target = 'news'");
    await evictDurableObject(table.stub);
    await table.view();
    turnTime(Date.now() + MINUTE);
    while (await runDurableObjectAlarm(table.stub));
    expect(await typesIn(table.id, DINA)).toEqual(before);
    expect(await table.inside(({ storage }) => progressOf(storage, "news").seq)).toBe((await table.view()).version);
  });

  test("a game that slept tells nobody anything when it wakes", async () => {
    const table = await Table.open({ seats: FOUR.map(seated), rules: SHORT });
    await table.playUntil(isFinished);
    await toldIn(table.id, DINA, 3);
    while (await runDurableObjectAlarm(table.stub));
    await evictDurableObject(table.stub);
    const told = vi.spyOn(Player.prototype, "append");
    await table.view();
    while (await runDurableObjectAlarm(table.stub));
    expect(told).not.toHaveBeenCalled();
  });

  test("what happened before an object knew of news is none, and what happens after it is", async () => {
    const source = await Table.open({ seats: FOUR.map(seated), rules: SHORT });
    const { log } = await source.contents();
    const facts = await source.inside(({ storage }) => storeOf(storage).readCreation()!);
    const table = new Table(`${source.id}older`);
    await table.inside(({ storage }) => {
      databaseOf(storage, MIGRATIONS.slice(0, 5)).migrate();
      const store = storeOf(storage);
      store.writeCreation({ ...facts, facts: { ...facts.facts, id: table.id } });
      for (const commit of log) store.writeCommit(commit);
    });
    await evictDurableObject(table.stub);
    await table.view();
    while (await runDurableObjectAlarm(table.stub));
    expect(await typesIn(table.id, AMAL)).toEqual([]);
    granted(await table.game.resign(AMAL.id));
    expect(await toldIn(table.id, AMAL, 1)).toEqual(["seat_forfeited"]);
    expect(await typesIn(table.id, BASIL)).toEqual([]);
  });
});

describe("the time of a decision that gets short", () => {
  const nearIn = async (table: Table, player: { id: string }) =>
    (await newsIn(table.id, player)).filter((entry) => (entry as { type: string }).type === "deadline_near");

  /** A table whose king is asked, its deadline, and what happens when time has come to `at`. */
  async function opened(terms: object = {}) {
    const table = await Table.open({ clock: clockOf(terms as Partial<ClockTerms>), rules: { kingdoms: 1 } });
    const view = await table.view();
    const king = view.deal!.king;
    return { table, king, player: PLAYERS[king], deadline: Date.parse(view.clock!.deadlines[king]!) };
  }
  const reach = async (table: Table, at: number) => {
    turnTime(at);
    await runDurableObjectAlarm(table.stub);
  };

  test("is told at a quarter of it, by the alarm, once, and to its player alone", async () => {
    const { table, king, player, deadline } = await opened();
    const { decision } = (await table.view(king)).you!;
    await reach(table, deadline - HOUR / 4 - 1);
    expect(await nearIn(table, player)).toEqual([]);
    expect(await table.alarmAt()).toBe(deadline - HOUR / 4);
    await reach(table, deadline - HOUR / 4);
    const told = [{ type: "deadline_near", seat: king, decision: decision!.id, deadline: decision!.deadline }];
    expect(await nearIn(table, player)).toEqual(told);
    expect(await table.alarmAt()).toBe(deadline);
    await evictDurableObject(table.stub);
    await table.view();
    await reach(table, deadline - 1000);
    await reach(table, deadline - 1);
    expect(await nearIn(table, player)).toEqual(told);
    for (const other of FOUR.filter((each) => each !== player)) expect(await nearIn(table, other)).toEqual([]);
    // The decision itself was told before it.
    const { data } = await playerOf(player.id).entries(0, 10_000);
    const about = data.filter(({ game, type }) => game === table.id && /decision|deadline/.test(type));
    expect(about.map(({ type }) => type)).toEqual(["decision_opened", "deadline_near"]);
  });

  test("is not told where the decision was answered, where a bot plays, or where the clock is shorter than five minutes", async () => {
    const answered = await opened();
    turnTime(answered.deadline - HOUR / 2);
    granted(await answered.table.act(answered.king as 0, "c:q"));
    await reach(answered.table, answered.deadline - 1);
    expect(await nearIn(answered.table, answered.player)).toEqual([]);
    const given = await opened();
    granted(await given.table.game.resign(given.player.id));
    await reach(given.table, given.deadline - 1);
    expect(await nearIn(given.table, given.player)).toEqual([]);
    const short = await opened({ perMoveMs: 5 * MINUTE - 1 });
    await reach(short.table, short.deadline - 1);
    expect(await nearIn(short.table, short.player)).toEqual([]);
    const long = await opened({ perMoveMs: 5 * MINUTE });
    await reach(long.table, long.deadline - 1);
    expect(await nearIn(long.table, long.player)).toHaveLength(1);
  });

  test("moves with a pause, and is told once where vacation puts the deadline off", async () => {
    const { table, player, deadline } = await opened({ vacation: true });
    const until = deadline + 9 * HOUR;
    for (const { id } of FOUR) granted(await table.game.pause(id, until));
    await reach(table, deadline - 1);
    expect(await nearIn(table, player)).toEqual([]);
    await reach(table, until);
    const [resumed] = (await table.view()).clock!.deadlines.filter((each) => each !== null);
    await reach(table, Date.parse(resumed) - HOUR / 4 - 1);
    expect(await nearIn(table, player)).toEqual([]);
    await reach(table, Date.parse(resumed) - HOUR / 4);
    expect(await nearIn(table, player)).toHaveLength(1);
    await reach(table, Date.parse(resumed));
    const [extended] = (await table.view()).clock!.deadlines.filter((each) => each !== null);
    expect(Date.parse(extended)).toBeGreaterThan(Date.parse(resumed));
    await reach(table, Date.parse(extended) - 1);
    expect(await nearIn(table, player)).toHaveLength(1);
  });

  test("is told to each seat of a phase that asks all when its own bank is short, and again where a player's object failed", async () => {
    const bank = { perMoveMs: undefined, bankMs: HOUR, incrementMs: 0, capMs: HOUR };
    const { table, king, player, deadline } = await opened(bank);
    turnTime(deadline - HOUR / 2);
    granted(await table.act(king as 0, "c:q"));
    const { clock } = await table.view();
    const own = Date.parse(clock!.deadlines[king]!);
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const failing = vi.spyOn(Player.prototype, "append").mockRejectedValue(new Error("no answer"));
    await reach(table, own - HOUR / 8);
    failing.mockRestore();
    expect(await nearIn(table, player)).toEqual([]);
    await reach(table, own - HOUR / 8 + MINUTE);
    expect(await nearIn(table, player)).toHaveLength(1);
    const others = FOUR.filter((each) => each !== player);
    for (const other of others) expect(await nearIn(table, other)).toEqual([]);
    await reach(table, own + HOUR / 4);
    for (const other of others) expect(await nearIn(table, other)).toHaveLength(1);
    expect(logged.mock.calls.flat().join()).toMatch(/short deadlines of gm_table\d+ failed, attempt 1/);
  });
});

describe("the games of a player", () => {
  const [ONE, TWO] = ["One", "Two"].map((name) => ({ id: `pl_counted${name}`, name, kind: "human" as const }));
  const counted = (player: { id: string }, waiting: number, playing: number) =>
    vi.waitFor(async () => expect(await countsOf(player)).toEqual({ waiting, playing }));

  test("are counted as they wait, are played, and are over", async () => {
    const table = await Table.open({
      creator: ONE,
      seats: [seated(ONE), OPEN, { bot: "random" }, kept(TWO)],
      rules: SHORT,
    });
    await counted(ONE, 1, 0);
    await counted(TWO, 0, 0);
    granted(await table.game.join(TWO, null, null));
    granted(await table.game.leave(TWO.id));
    await counted(TWO, 0, 0);
    granted(await table.game.join(TWO, 1, null));
    granted(await table.game.reseat(ONE.id, 3, "random"));
    for (const player of [ONE, TWO]) await counted(player, 0, 1);
    granted(await table.game.resign(TWO.id));
    await counted(TWO, 0, 0);
    await counted(ONE, 0, 1);
    const other = await Table.open({ creator: ONE, seats: [seated(ONE), OPEN, OPEN, OPEN] });
    await counted(ONE, 1, 1);
    granted(await other.game.abort(ONE.id));
    await counted(ONE, 0, 1);
    granted(await table.game.resign(ONE.id));
    await counted(ONE, 0, 0);
  });

  test("count one that began under an earlier release from its next decision on, and none that is over again", async () => {
    const player = { id: "pl_countedThree" };
    await playerOf(player.id).closed([{ game: "gm_old", version: 3 }]);
    await playerOf(player.id).notify({ game: "gm_old", version: 5, decision: { id: "5", deadline: null } });
    await playerOf(player.id).notify({ game: "gm_old", version: 9, decision: { id: "9", deadline: null } });
    expect(await countsOf(player)).toEqual({ waiting: 0, playing: 1 });
    const over = { type: "game_finished", game: "gm_old", seat: 1, place: 1, won: true } as const;
    await playerOf(player.id).append([{ key: "gm_old 20", event: over }]);
    await playerOf(player.id).notify({ game: "gm_old", version: 12, decision: { id: "12", deadline: null } });
    expect(await countsOf(player)).toEqual({ waiting: 0, playing: 0 });
  });
});
