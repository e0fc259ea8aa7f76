import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ClockTerms, GameEventView, GameView } from "../../src/game/types.ts";
import type { Game, Player } from "../../src/index.ts";
import { SEATS } from "../support/play.ts";
import { prefixesOf } from "../support/prefixes.ts";
import {
  AMAL,
  type Asked,
  BASIL,
  CARLA,
  codeOf,
  DINA,
  EMIL,
  granted,
  isFinished,
  PLAYERS,
  seated,
  Table,
} from "../support/table.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const MINUTE = 60_000,
  DAY = 24 * 3600 * 1000;
const clockOf = (more: Partial<ClockTerms> = {}): ClockTerms =>
  ({ perMoveMs: MINUTE, onTimeout: "autoPlay", strikes: null, vacation: false, ...more }) as ClockTerms;
const setTime = (at: number) => {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
};

/** A table whose clock runs, and the deadline of the king's first answer. */
async function open(
  terms: Partial<ClockTerms> = {},
  asked: Asked = {},
): Promise<{ table: Table; view: GameView; deadline: number }> {
  const table = await Table.open({ clock: clockOf(terms), ...asked });
  const view = await table.view();
  return { table, view, deadline: Date.parse(view.clock!.deadlines[view.deal!.king]!) };
}

const typesOf = (events: GameEventView[]) => events.map(({ type }) => type);
const after = async (table: Table, version: number) =>
  (await table.events(null, version)).map(({ type, seat, by }) => ({
    type,
    ...(seat !== undefined && { seat }),
    ...(by !== undefined && { by }),
  }));

describe("a deadline", () => {
  test("is shown to everybody, and to the seat with its decision; a game without a clock has none", async () => {
    const { table, view, deadline } = await open();
    const king = view.deal!.king;
    expect(deadline).toBe(Date.parse((await table.events()).at(-1)!.at) + MINUTE);
    expect(view.clock).toEqual({
      terms: clockOf(),
      deadlines: SEATS.map((seat) => (seat === king ? new Date(deadline).toISOString() : null)),
      banksMs: [null, null, null, null],
      strikes: [0, 0, 0, 0],
      pause: null,
      wishes: [null, null, null, null],
    });
    expect((await table.view(king)).you!.decision!.deadline).toBe(new Date(deadline).toISOString());
    const free = await Table.open();
    expect((await free.view()).clock).toBeNull();
    setTime(Date.now() + 1000 * DAY);
    await runDurableObjectAlarm(free.stub);
    expect((await free.view(king)).you!.decision!.deadline).toBeNull();
    expect(typesOf(await free.events())).not.toContain("clock_expired");
  });

  test("is enforced by the alarm alone, and by any request alone, once", async () => {
    const requests: ((table: Table) => Promise<unknown>)[] = [
      (table) => runDurableObjectAlarm(table.stub),
      (table) => table.view(),
      (table) => table.events(),
      (table) => table.record(),
      (table) => table.game.proof(),
      (table) => table.act(0, "pass"),
      (table) => table.game.join(EMIL, null, null),
    ];
    for (const request of requests) {
      const { table, view, deadline } = await open();
      setTime(deadline - 1);
      await request(table);
      expect((await table.view()).version).toBe(view.version);
      setTime(deadline);
      await request(table);
      const { log } = await table.contents();
      const told = log.filter(({ seq }) => seq > view.version).flatMap(({ events }) => events);
      expect(told[0]).toMatchObject({
        type: "clock_expired",
        seat: view.deal!.king,
        decision: view.version,
        deadline,
        strike: 1,
      });
      expect(told[1]).toMatchObject({ type: "contract_chosen", by: "clock" });
      expect(told.filter(({ type }) => type === "clock_expired")).toHaveLength(1);
      vi.useRealTimers();
    }
  });

  test("is enforced once by many that come at once, alarms among them, and an answer that comes too late is told so", async () => {
    const { table, view, deadline } = await open();
    const king = view.deal!.king;
    const { you } = await table.view(king);
    setTime(deadline + 5);
    const late = you!.legalActions.at(-1)!.id;
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => table.act(king, late, you!.decision!.id)),
      runInDurableObject(table.stub, (instance: Game) =>
        Promise.all([instance.alarm(), instance.alarm(), instance.alarm()]),
      ),
      ...Array.from({ length: 10 }, () => table.view()),
    ]);
    expect((await table.events()).filter(({ type }) => type === "clock_expired")).toHaveLength(1);
    const [{ action }] = (await table.contents()).log.at(-1)!.moves;
    const wanted = action === late ? "granted" : "decision_answered";
    for (const answer of answers.slice(0, 10)) expect(codeOf(answer as Awaited<ReturnType<Table["act"]>>)).toBe(wanted);
  });

  test("of several seats at once is enforced for each of them: silence doubles nothing, claims nothing", async () => {
    for (const rules of [{ preset: "trix" }, { preset: "trex" }]) {
      const { table } = await open({}, { rules });
      if ((await table.view()).deal!.phase === "contract")
        granted(await table.act((await table.view()).deal!.king, "c:q"));
      const view = await table.view();
      expect(view.deal!.awaiting).toEqual([0, 1, 2, 3]);
      setTime(Math.max(...view.clock!.deadlines.map((each) => Date.parse(each!))));
      await runDurableObjectAlarm(table.stub);
      const told = await table.events(null, view.version);
      expect(
        told
          .filter(({ type }) => type === "clock_expired")
          .map(({ seat }) => seat)
          .sort(),
      ).toEqual([0, 1, 2, 3]);
      expect(typesOf(told)).not.toContain("redealt");
      const answered = (await table.contents()).log
        .flatMap(({ moves }) => moves)
        .filter(({ by }) => by === "clock")
        .map(({ action }) => action);
      expect(new Set(answered)).toEqual(new Set([view.deal!.phase === "doubling" ? "d:" : "r:decline"]));
      vi.useRealTimers();
    }
  });

  test("outlives an eviction, and one that passed meanwhile is caught up with at the next wake", async () => {
    const { table, view, deadline } = await open();
    await evictDurableObject(table.stub);
    setTime(deadline + DAY);
    await table.view();
    const [expired, chosen] = await table.events(null, view.version);
    expect(expired).toMatchObject({
      type: "clock_expired",
      deadline: new Date(deadline).toISOString(),
      at: new Date(deadline + DAY).toISOString(),
    });
    expect(chosen).toMatchObject({ by: "clock" });
  });

  test("is moved by no D1 that does not answer, not even while the alarm waits for it", async () => {
    vi.spyOn(env.DB, "batch").mockReturnValue(new Promise(() => {}));
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { table, view, deadline } = await open({ perMoveMs: 1000 });
    await table.inside(({ storage }) => storage.setAlarm(Date.now()));
    await new Promise((passed) => setTimeout(passed, deadline - Date.now() + 600));
    const expired = (await table.contents()).log.find(({ seq }) => seq > view.version)!;
    expect(expired.events[0]).toMatchObject({ type: "clock_expired", deadline });
    // An alarm that waited for D1 to the end of its patience would come about a second later.
    expect(expired.at - deadline).toBeLessThan(500);
  });

  test("stays what it was for the others when one of them answers", async () => {
    const { table, view: first } = await open();
    granted(await table.act(first.deal!.king, "c:q"));
    const before = (await table.view()).clock!.deadlines;
    setTime(Date.parse(before[0]!) - 1000);
    granted(await table.act(1, "d:"));
    expect((await table.view()).clock!.deadlines).toEqual(before.with(1, null));
  });

  test("lets a whole match of nobody come to its end, every move marked and legal, and the log rebuilds it", async () => {
    const { table } = await open({}, { rules: { mode: "complex" } });
    for (let view = await table.view(); !isFinished(view); view = await table.view()) {
      setTime(Math.min(...view.clock!.deadlines.flatMap((each) => (each === null ? [] : [Date.parse(each)]))));
      await runDurableObjectAlarm(table.stub);
    }
    const moves = (await table.contents()).log.flatMap((commit) => commit.moves);
    expect(new Set(moves.map(({ by }) => by))).toEqual(new Set(["clock"]));
    const { states } = await prefixesOf(table);
    expect(states.at(-1)!.status).toBe("finished");
    const plays = (await table.record()).deals.flatMap((deal) => deal.plays);
    // A pass without a choice is nobody's move.
    expect(plays.filter((play) => "card" in play).every(({ by }) => by === "clock")).toBe(true);
  });
});

describe("what follows a time-out", () => {
  /** Lets the king's time run out. */
  async function expire(
    terms: Partial<ClockTerms>,
    asked: Asked = {},
  ): Promise<{ table: Table; king: 0 | 1 | 2 | 3; version: number }> {
    const { table, view, deadline } = await open(terms, asked);
    setTime(deadline);
    await runDurableObjectAlarm(table.stub);
    return { table, king: view.deal!.king, version: view.version };
  }

  test("houseBot: a bot plays until the player joins again; until then he can read and not act", async () => {
    const { table, king, version } = await expire({ onTimeout: "houseBot" });
    expect((await after(table, version)).slice(0, 3)).toEqual([
      { type: "clock_expired", seat: king },
      { type: "seat_substituted", seat: king },
      { type: "contract_chosen", seat: king, by: "bot" },
    ]);
    const player = PLAYERS[king];
    const view = await table.view(king);
    expect(view.seats[king]).toEqual({ seat: king, kind: "player", player, standIn: "steady" });
    expect(view.you!.hand.length).toBeGreaterThan(0);
    expect(codeOf(await table.act(king, "p:7H"))).toBe("seat_substituted");
    expect(codeOf(await table.game.join(EMIL, null, null))).toBe("game_started");
    expect(granted(await table.game.join(player, null, null)).game.seats[king]).toEqual({
      seat: king,
      kind: "player",
      player,
    });
    expect((await table.events()).at(-1)).toMatchObject({ type: "seat_returned", seat: king });
    // A second time changes nothing.
    const { version: now } = await table.view();
    granted(await table.game.join(player, null, null));
    expect((await table.view()).version).toBe(now);
  });

  test("substitute: the seat is open to others and to its former player, but to nobody who has known another hand of the table", async () => {
    const { table, king, version } = await expire({ onTimeout: "substitute" }, { newcomers: "anyone" });
    expect((await after(table, version))[1]).toEqual({ type: "seat_opened", seat: king });
    expect((await table.view(king)).you).toBeNull();
    expect(codeOf(await table.act(king, "p:7H"))).toBe("not_seated");
    const neighbour = PLAYERS[(king + 1) % 4];
    expect(codeOf(await table.game.join(neighbour, king, null))).toBe("already_seated");
    expect(codeOf(await table.game.join(EMIL, ((king + 1) % 4) as 0, null))).toBe("seat_taken");
    const game = granted(await table.game.join(EMIL, null, null)).game;
    expect(game.seats[king]).toEqual({
      seat: king,
      kind: "player",
      player: EMIL,
      former: { player: PLAYERS[king] },
    });
    expect(game.you).toMatchObject({ seat: king });
    expect(granted(await table.game.join(PLAYERS[king], null, null)).game).toMatchObject({
      you: null,
      seats: SEATS.map((seat) => (seat === king ? { player: EMIL, successor: { player: PLAYERS[king] } } : {})),
    });
  });

  test("substitute: who leaves one seat cannot take another, and each owner reads what his seat knew in his own time", async () => {
    const { table, king } = await expire({ onTimeout: "substitute" }, { newcomers: "anyone" });
    const former = PLAYERS[king];
    const handIn = (events: GameEventView[]) =>
      events.filter(({ type }) => type === "deal_started").map((event) => (event as { hand?: unknown }).hand !== null);
    const read = async (who: typeof former) => granted(await table.game.events(who.id, 0, 1000)).data;
    expect(handIn(await read(former))).toEqual([true]);
    granted(await table.game.join(EMIL, null, null));
    expect(handIn(await read(EMIL))).toEqual([false]);
    // Let another seat open: the former player of the first may not go there.
    for (let view = await table.view(); view.seats.every(({ kind }) => kind !== "open"); view = await table.view()) {
      const due = view
        .clock!.deadlines.map((each, seat) => ({ at: each === null ? Infinity : Date.parse(each), seat }))
        .toSorted((a, b) => a.at - b.at)[0];
      setTime(due.at);
      await runDurableObjectAlarm(table.stub);
    }
    const second = (await table.view()).seats.findIndex(({ kind }) => kind === "open") as 0 | 1 | 2 | 3;
    if (second !== king) expect(codeOf(await table.game.join(former, second, null))).toBe("already_seated");
    // On to the next deal: the newcomer's hand is his, the former player sees what the public sees.
    await playOn(table, (view) => view.deal !== null && view.deals.length > 0);
    if (second !== king) expect(handIn(await read(EMIL))).toEqual([false, true]);
    expect(handIn(await read(former))).toEqual([true, false]);
    const publicEvents = await table.events();
    const seen = await read(former);
    const left = seen.findIndex(({ type }) => type === "seat_opened");
    expect(seen.slice(left)).toEqual(publicEvents.slice(left));
  });

  test("forfeit: the seat is played to the end and placed last whatever its total, and its player is out", async () => {
    const { table, king, version } = await expire({ onTimeout: "forfeit" }, { rules: { mode: "complex" } });
    expect((await after(table, version))[1]).toEqual({ type: "seat_forfeited", seat: king });
    expect(codeOf(await table.act(king, "p:7H"))).toBe("seat_forfeited");
    expect(codeOf(await table.game.join(PLAYERS[king], null, null))).toBe("game_started");
    expect((await table.view(king)).you).toBeNull();
    await playOn(table, isFinished);
    const { result } = await table.view();
    expect(result!.places[king]).toBe(4);
    expect(result!.winners).not.toContain(king);
    expect((await table.record()).forfeits).toEqual([{ seat: king, deal: 1 }]);
    await table.exported();
    const rows = (
      await env.DB.prepare("SELECT seat, place FROM results WHERE game_id = ? ORDER BY seat")
        .bind(table.id)
        .all<{ seat: number; place: number }>()
    ).results;
    expect(rows.map(({ place }) => place)).toEqual(result!.places);
  });

  test("strikes: time-outs in a row are counted, an own answer ends the row, and then comes what the table says", async () => {
    const { table, view } = await open(
      { strikes: { after: 2, then: "houseBot" } },
      { rules: { kingdoms: 2, doubling: { enabled: false } } },
    );
    const expireNext = async () => {
      const { clock, deal } = await table.view();
      const seat = deal!.awaiting[0];
      setTime(Date.parse(clock!.deadlines[seat]!));
      await runDurableObjectAlarm(table.stub);
      return seat;
    };
    const strikes = async () => (await table.view()).clock!.strikes;
    expect(view.clock!.strikes).toEqual([0, 0, 0, 0]);
    // The contract is named, then a card is played.
    granted(await table.act(view.deal!.king, (await table.view(view.deal!.king)).you!.legalActions[0].id));
    for (let i = 0; i < 4; i++) await expireNext();
    expect(await strikes()).toEqual([1, 1, 1, 1]);
    const seat = (await table.view()).deal!.awaiting[0];
    granted(await table.act(seat, (await table.view(seat)).you!.legalActions[0].id));
    expect((await strikes())[seat]).toBe(0);
    for (let i = 0; i < 6 && (await table.view()).seats.filter((each) => "standIn" in each).length < 3; i++)
      await expireNext();
    const { seats } = await table.view();
    expect(SEATS.filter((each) => (seats[each] as { standIn?: string }).standIn === "steady")).toEqual(
      SEATS.filter((each) => each !== seat),
    );
  });
});

/** Whoever is awaited plays; a bot or a time-out does where nobody can. */
async function playOn(table: Table, done: (view: GameView) => boolean): Promise<void> {
  const who = new Map([...PLAYERS].map((player) => [player.id, player]));
  for (let view = await table.view(); !done(view) && view.status === "playing"; view = await table.view()) {
    const seat = view.deal!.awaiting.find(
      (each) => view.seats[each].kind === "player" && !("standIn" in view.seats[each]),
    );
    if (seat === undefined) {
      await runDurableObjectAlarm(table.stub);
      continue;
    }
    const player = who.get((view.seats[seat] as { player: { id: string } }).player.id)!;
    const { you } = granted(await table.game.view(player.id)).game;
    granted(await table.game.act({ player: player.id, action: you!.legalActions[0].id, decision: you!.decision!.id }));
  }
}

test("resigning is for those who sit in a running match, and says the same twice", async () => {
  const { table } = await open(undefined, { rules: { mode: "complex" } });
  const free = await Table.open({ seats: [seated(AMAL), { open: true }, { open: true }, { open: true }] });
  expect(codeOf(await free.game.resign(AMAL.id))).toBe("game_not_started");
  expect(codeOf(await table.game.resign(EMIL.id))).toBe("not_seated");
  expect(codeOf(await table.game.leave(BASIL.id))).toBe("game_started");
  const { version } = await table.view();
  expect(granted(await table.game.resign(BASIL.id)).game.seats[1]).toEqual({
    seat: 1,
    kind: "player",
    player: BASIL,
    standIn: "steady",
    forfeited: "resigned",
  });
  expect(granted(await table.game.resign(BASIL.id)).game.you).toBeNull();
  expect((await table.events(null, version)).filter(({ type }) => type === "seat_forfeited")).toHaveLength(1);
  expect(codeOf(await table.act(1, "p:7H"))).toBe("seat_forfeited");
  for (const player of [AMAL, CARLA, DINA]) granted(await table.game.resign(player.id));
  await playOn(table, isFinished);
  const { result } = await table.view();
  // Nobody is left to be put before them: the totals decide.
  expect(Math.min(...result!.places)).toBe(1);
  expect(codeOf(await table.game.resign(AMAL.id))).toBe("granted");
});

describe("a pause", () => {
  test("begins when all want one, holds every clock, lets moves be made, and gives back exactly what was left", async () => {
    const { table, view, deadline } = await open({
      bankMs: 10 * MINUTE,
      incrementMs: MINUTE,
      capMs: 11 * MINUTE,
      perMoveMs: undefined,
    } as never);
    expect(view.clock!.banksMs).toEqual([10, 10, 10, 10].map((minutes) => minutes * MINUTE));
    const start = deadline - 10 * MINUTE;
    setTime(start + 4 * MINUTE);
    const until = start + 2 * DAY;
    for (const player of [AMAL, BASIL, CARLA])
      expect(granted(await table.game.pause(player.id, until + 1000)).game.clock!.pause).toBeNull();
    const { clock } = granted(await table.game.pause(DINA.id, until)).game;
    const king = view.deal!.king;
    expect(clock!.pause).toEqual({
      until: new Date(until).toISOString(),
      leftMs: SEATS.map((seat) => (seat === king ? 6 * MINUTE : null)),
    });
    expect((await table.view(king)).you!.decision!.deadline).toBeNull();
    expect(codeOf(await table.game.pause(AMAL.id, until))).toBe("already_paused");
    setTime(start + DAY);
    granted(await table.act(king, "c:q"));
    expect((await table.view()).clock).toMatchObject({
      banksMs: SEATS.map((seat) => (seat === king ? 7 * MINUTE : 10 * MINUTE)),
      deadlines: [null, null, null, null],
    });
    expect(await runDurableObjectAlarm(table.stub)).toBe(true);
    expect((await table.view()).clock!.pause).not.toBeNull();
    // It ends when it was to, though the alarm comes a minute late.
    setTime(until + MINUTE);
    await runDurableObjectAlarm(table.stub);
    expect((await table.events()).at(-1)).toMatchObject({ type: "clock_resumed", cause: "ended" });
    expect((await table.view()).clock!.deadlines).toEqual(
      SEATS.map((seat) => new Date(until + (seat === king ? 7 : 10) * MINUTE).toISOString()),
    );
  });

  test("ends early when all want to go on; a wish can be taken back; house bots are not asked", async () => {
    const { table } = await open(
      { perMoveMs: DAY },
      { seats: [seated(AMAL), seated(BASIL), { bot: "random" }, { bot: "random" }] },
    );
    const { version } = await table.view();
    const until = Date.now() + 3 * DAY;
    granted(await table.game.pause(AMAL.id, until));
    granted(await table.game.resume(AMAL.id));
    granted(await table.game.pause(BASIL.id, until));
    expect((await table.view()).clock!).toMatchObject({
      pause: null,
      wishes: [null, new Date(until).toISOString(), null, null],
    });
    granted(await table.game.pause(AMAL.id, until));
    expect((await table.view()).clock!.pause).not.toBeNull();
    granted(await table.game.resume(BASIL.id));
    granted(await table.game.resume(BASIL.id));
    expect((await table.view()).clock!.pause).not.toBeNull();
    expect(granted(await table.game.resume(AMAL.id)).game.clock!.pause).toBeNull();
    expect(typesOf(await table.events(null, version))).toEqual([
      "pause_wished",
      "pause_wished",
      "pause_wished",
      "pause_wished",
      "clock_paused",
      "pause_wished",
      "pause_wished",
      "clock_resumed",
    ]);
  });

  test("is refused where nobody is timed, to strangers, and before and after the match", async () => {
    const until = Date.now() + DAY;
    expect(codeOf(await (await Table.open()).game.pause(AMAL.id, until))).toBe("no_clock");
    expect(codeOf(await (await open()).table.game.pause(EMIL.id, until))).toBe("not_seated");
    const waiting = await Table.open({
      clock: clockOf(),
      seats: [seated(AMAL), { open: true }, { open: true }, { open: true }],
    });
    expect(codeOf(await waiting.game.pause(AMAL.id, until))).toBe("game_not_started");
    expect(codeOf(await waiting.game.resume(AMAL.id))).toBe("game_not_started");
    granted(await waiting.game.abort(AMAL.id));
    expect(codeOf(await waiting.game.pause(AMAL.id, until))).toBe("game_over");
  });
});

describe("a server whose clock was a year ahead for a moment", () => {
  const YEAR = 365 * DAY;

  test.each([
    ["a time for each move", { perMoveMs: MINUTE }],
    ["a bank", { bankMs: MINUTE, incrementMs: 0, capMs: MINUTE }],
  ])("gives a seat its whole time again, with %s", async (_, terms) => {
    const real = Date.now();
    setTime(real + YEAR);
    const { table, view } = await open(terms as Partial<ClockTerms>);
    const king = view.deal!.king;
    setTime(real);
    const seen = await table.view();
    expect(Date.parse(seen.clock!.deadlines[king]!)).toBe(real + MINUTE);
    expect((await table.events(null, view.version)).map(({ type, seat }) => [type, seat])).toEqual([
      ["clock_corrected", king],
    ]);
    setTime(real + MINUTE);
    await runDurableObjectAlarm(table.stub);
    expect((await table.events(null, seen.version))[0]).toMatchObject({ type: "clock_expired", seat: king });
  });

  test("ends a pause that no table could have agreed on", async () => {
    const real = Date.now();
    const { table } = await open();
    setTime(real + YEAR - MINUTE);
    const { version } = await table.view();
    const until = real + YEAR + DAY;
    for (const { id } of PLAYERS.slice(0, 4)) granted(await table.game.pause(id, until));
    setTime(real);
    expect((await table.view()).clock!.pause).toBeNull();
    const events = await table.events(null, version);
    expect(events.find(({ type }) => type === "clock_resumed")).toMatchObject({ cause: "corrected" });
  });
});

describe("vacation", () => {
  const player = (id: string) => env.PLAYERS.getByName(id);
  const withVacation = (name: string): Asked => {
    const people = SEATS.map((seat) => ({ id: `pl_${name}${seat}`, name: `${name}${seat}`, kind: "human" as const }));
    return { creator: people[0], seats: people.map(seated) };
  };

  test("puts a deadline off by a day at a time, only when time would run out, and one day serves all games", async () => {
    const asked = withVacation("holiday");
    const { table, view, deadline } = await open({ vacation: true }, asked);
    const other = await open({ vacation: true }, asked);
    const king = view.deal!.king;
    setTime(deadline);
    await runDurableObjectAlarm(table.stub);
    expect(await table.events(null, view.version)).toMatchObject([
      {
        type: "clock_extended",
        seat: king,
        decision: String(view.version),
        deadline: new Date(deadline + DAY).toISOString(),
        cause: "vacation",
      },
    ]);
    setTime(other.deadline);
    await runDurableObjectAlarm(other.table.stub);
    expect((await other.table.events()).at(-1)).toMatchObject({
      type: "clock_extended",
      deadline: new Date(deadline + DAY).toISOString(),
    });
    const left = await runInDurableObject(player(`pl_holiday${king}`), (instance: Player) => instance.vacation());
    expect(left.daysLeft).toBe(29);
  });

  test("that cannot be asked for keeps the seat's move for a while, and the other seats' clocks run on", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { table, view, deadline } = await open({ vacation: true }, withVacation("lost"));
    const king = view.deal!.king;
    const stub = player(`pl_lost${king}`);
    await runInDurableObject(stub, (instance: Player) => {
      instance.putOff = () => Promise.reject(new Error("out of order"));
    });
    setTime(deadline);
    await runDurableObjectAlarm(table.stub);
    expect((await table.view()).version).toBe(view.version);
    expect(logged.mock.calls.some(([line]) => String(line).includes("vacation of"))).toBe(true);
    expect(await table.alarmAt()).toBeGreaterThanOrEqual(deadline + 5000);
    await evictDurableObject(stub);
    setTime(deadline + 5000);
    await runDurableObjectAlarm(table.stub);
    expect(await table.events(null, view.version)).toMatchObject([{ type: "clock_extended", seat: king }]);
  });
});
