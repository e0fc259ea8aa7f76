import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import { INBOX_DELAY_MS } from "../../src/game/inboxes.ts";
import { PLAN_PACE_MS } from "../../src/game/plans.ts";
import { Player } from "../../src/index.ts";
import { type Choice, MOST_PLANS, type Plan } from "../../src/plans/index.ts";
import {
  ANYTHING,
  ownEntries,
  privateLog,
  put,
  ring,
  ringPlans,
  ruled,
  stopTime,
  told,
  trial,
  turnTime,
} from "../support/planning.ts";
import { SEATS } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import {
  AMAL,
  type Asked,
  AUDIENCES,
  BASIL,
  codeOf,
  EMIL,
  granted,
  isFinished,
  OPEN,
  PLAYERS,
  seated,
  Table,
} from "../support/table.ts";

beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

const TRICKS = { mode: "practice", practice: { contracts: ["tricks"], deals: 2 }, kingdoms: undefined };

/** A table where the leader is about to play the first card, with the seat after it. */
async function opened(asked: Asked = {}): Promise<{ table: Table; leader: Seat; next: Seat }> {
  const table = await Table.open({ rules: TRICKS, ...asked });
  const [leader] = (await table.view()).deal!.awaiting;
  return { table, leader, next: ((leader + 1) % 4) as Seat };
}

/** The last commit of the log. */
const newest = async (table: Table) => (await table.contents()).log.at(-1)!;

const act = async (table: Table, seat: Seat) => {
  const { you } = await table.view(seat);
  return granted(await table.act(seat, you!.legalActions[0].id, you!.decision!.id));
};

describe("a plan", () => {
  test("acts once, by the alarm, a second after its decision has opened and never within the call that opened it", async () => {
    const { table, leader, next } = await opened();
    granted(await put(table, next, ruled("high", { type: "highest" })));
    const { events } = await act(table, leader);
    expect(events).toHaveLength(1);
    const { you } = await table.view(next);
    const decision = you!.decision!.id;
    turnTime(PLAN_PACE_MS - 1);
    await ring(table);
    expect((await table.view()).deal!.plays).toHaveLength(1);
    expect(await table.alarmAt()).toBe(Date.now() + 1);
    turnTime(1);
    const { action } = (await trial(table, next)).fires!;
    await runInDurableObject(table.stub, (instance) => Promise.all([instance.alarm(), instance.alarm()]));
    await ring(table);
    expect(await newest(table)).toMatchObject({
      at: Date.now(),
      moves: [{ seat: next, action, decision: Number(decision), by: "player" }],
      events: [{ type: "card_played", seat: next, by: "player" }],
    });
    expect((await table.view()).deal!.plays).toHaveLength(2);
    expect(await told(table, next)).toEqual([{ type: "plan_fired", plan: "high", rule: 0, decision, action }]);
    for (const seat of SEATS.filter((each) => each !== next)) expect(await privateLog(table, seat)).toEqual([]);
    // His player may find out like after any lost answer: the same action counts once, another is too late.
    expect(granted(await table.act(next, action, decision)).replayed).toBe(true);
    const other = you!.legalActions.find(({ id }) => id !== action)!.id;
    expect(codeOf(await table.act(next, other, decision))).toBe("decision_answered");
  });

  test("does nothing where its player acts first", async () => {
    const { table, leader, next } = await opened();
    granted(await put(table, next, ruled("high", { type: "highest" })));
    await act(table, leader);
    turnTime(PLAN_PACE_MS - 1);
    await act(table, next);
    turnTime(PLAN_PACE_MS);
    await ring(table);
    expect((await table.view()).deal!.plays).toHaveLength(2);
    expect(await told(table, next)).toEqual([]);
  });

  test("that is made or changed while the seat is awaited counts from then; the same one sent again changes nothing", async () => {
    const { table, leader } = await opened();
    turnTime(60_000);
    const plan = ruled("late", { type: "pass" });
    const made = granted(await put(table, leader, plan));
    turnTime(600);
    expect(granted(await put(table, leader, plan))).toEqual(made);
    expect(granted(await put(table, leader, ruled("late", { type: "lowest" }))).plan.changedAt).not.toBe(
      made.plan.changedAt,
    );
    turnTime(999);
    await ring(table);
    expect((await table.view()).deal!.plays).toEqual([]);
    turnTime(1);
    await ring(table);
    expect((await table.view()).deal!.plays).toHaveLength(1);
  });

  test("that answers nothing leaves the seat to its player, and is asked once", async () => {
    const { table, leader } = await opened();
    granted(await put(table, leader, ruled("never", { type: "pass" })));
    await ringPlans(table);
    await table.exported();
    await ring(table);
    expect((await table.view()).deal!.awaiting).toEqual([leader]);
    expect(await table.alarmAt()).toBeNull();
    // A restart may ask again, to the same end.
    await evictDurableObject(table.stub);
    await table.view();
    await ring(table);
    expect([await table.alarmAt(), await privateLog(table, leader)]).toEqual([null, []]);
  });

  test("survives a restart, as does the time that it is due", async () => {
    const { table, leader, next } = await opened();
    granted(await put(table, next, ruled("high", { type: "highest" })));
    await act(table, leader);
    await table.inside(({ storage }) => storage.deleteAlarm());
    await evictDurableObject(table.stub);
    expect((await trial(table, next)).fires).toMatchObject({ plan: "high" });
    await ringPlans(table);
    expect((await table.view()).deal!.plays).toHaveLength(2);
  });

  test("is told of although the object stops right after the commit, and once although it is told twice", async () => {
    const { table, leader, next } = await opened();
    granted(await put(table, next, ruled("high", { type: "highest" })));
    await act(table, leader);
    const broken = async (reaches: boolean) => {
      const { append } = Player.prototype;
      const failing = vi.spyOn(Player.prototype, "append").mockImplementation(async function (
        this: Player,
        ...told: Parameters<Player["append"]>
      ) {
        if (reaches) await append.apply(this, told);
        throw new Error("no answer");
      });
      await ring(table);
      expect(failing.mock.calls.length).toBeLessThanOrEqual(1);
      failing.mockRestore();
    };
    turnTime(PLAN_PACE_MS);
    await broken(false);
    turnTime(INBOX_DELAY_MS);
    await broken(false);
    expect((await table.view()).deal!.plays).toHaveLength(2);
    expect(await privateLog(table, next)).toEqual([]);
    await evictDurableObject(table.stub);
    turnTime(60_000);
    await broken(true);
    await evictDurableObject(table.stub);
    turnTime(60_000);
    await table.view();
    await ring(table);
    expect(await privateLog(table, next)).toHaveLength(1);
    expect((await table.view()).deal!.plays).toHaveLength(2);
  });
});

test("the alarm rings at the same instant whatever rules a seat has, and whatever it holds", async () => {
  const kinds: (Choice | null)[] = [
    { type: "highest" },
    { type: "only" },
    { type: "pass" },
    { type: "card", card: "QS" },
    { type: "duck" },
  ];
  for (const [i, kind] of kinds.entries()) {
    const { table, leader, next } = await opened({ seed: `hand ${i}` });
    granted(await put(table, next, ruled("rule", kind!, i === 0 ? { holds: ["2C"] } : undefined)));
    await act(table, leader);
    const { at } = await newest(table);
    turnTime(PLAN_PACE_MS / 2);
    await ring(table);
    expect(await table.alarmAt()).toBe(at + PLAN_PACE_MS);
  }
});

/** A table that is asked to double, with a plan to decline at each seat but the king's. */
async function doubling(asked: Asked = {}): Promise<{ table: Table; king: Seat; others: Seat[] }> {
  const table = await Table.open({ rules: { preset: "trix" }, ...asked });
  const { king } = (await table.view()).deal!;
  const others = SEATS.filter((seat) => seat !== king);
  for (const seat of others)
    granted(await put(table, seat, ruled("never double", [{ type: "only" }, { type: "decline" }])));
  granted(await table.act(king, "c:q"));
  return { table, king, others };
}

test("in a phase that asks all, plans answer last, in one commit with which every answer is told", async () => {
  const { table, king, others } = await doubling();
  const { version } = await table.view();
  await ringPlans(table);
  turnTime(60_000);
  await ring(table);
  // Nobody learns that a seat declines while another is still asked.
  expect(await table.view()).toMatchObject({ version, deal: { awaiting: SEATS, answered: [] } });
  granted(await table.act(king, "d:"));
  await ring(table);
  const { moves, events } = await newest(table);
  expect(moves.map(({ seat, action, by }) => `${seat} ${action} ${by}`)).toEqual(
    others.map((seat) => `${seat} d: player`),
  );
  expect(events.at(-1)).toMatchObject({ type: "doubling_closed" });
});

test("plans that wait for others answer when their own time is up, before the clock does", async () => {
  const { table, king, others } = await doubling({
    clock: { perMoveMs: 60_000, onTimeout: "autoPlay", strikes: null, vacation: false },
  });
  turnTime(60_000);
  await ring(table);
  const clocked = (await table.events()).filter(({ type }) => type === "clock_expired").map(({ seat }) => seat);
  expect(clocked).toEqual([king]);
  expect(
    (await table.contents()).log
      .flatMap(({ moves }) => moves)
      .filter(({ action }) => action === "d:")
      .map(({ seat, by }) => `${seat} ${by}`)
      .sort(),
  ).toEqual([`${king} clock`, ...others.map((seat) => `${seat} player`)].sort());
});

/** All that the table sees, seat by seat and in public, without the id of the game. */
const shown = async (table: Table) =>
  JSON.stringify({
    views: await table.views(),
    events: await Promise.all(AUDIENCES.map((who) => table.events(who))),
    record: await table.record(),
    proof: granted(await table.game.proof()),
  }).replaceAll(table.id, "");

test("nobody can tell a plan's move from its player's own, nor that there are plans at all", async () => {
  const asked = { seed: "one", rules: TRICKS };
  const [planned, byHand] = [await opened(asked), await opened(asked)];
  const { leader, next } = planned;
  granted(await put(planned.table, next, ruled("high", { type: "highest" })));
  granted(await put(planned.table, leader, ruled("idle", { type: "pass" })));
  expect(await shown(planned.table)).toBe(await shown(byHand.table));
  for (const { table } of [planned, byHand]) await act(table, leader);
  const { action } = (await trial(planned.table, next)).fires!;
  for (const ms of [INBOX_DELAY_MS, PLAN_PACE_MS - INBOX_DELAY_MS]) {
    turnTime(ms);
    for (const { table } of [planned, byHand]) await ring(table);
  }
  granted(await byHand.table.act(next, action));
  expect(await planned.table.alarmAt()).toBe(await byHand.table.alarmAt());
  // Neither does anybody's own stream: whoever is next hears of it at the same instant.
  turnTime(INBOX_DELAY_MS);
  for (const { table } of [planned, byHand]) await ring(table);
  for (const seat of SEATS.filter((each) => each !== next)) {
    expect(await ownEntries(planned.table, seat)).toEqual(await ownEntries(byHand.table, seat));
  }
  expect(await shown(planned.table)).toBe(await shown(byHand.table));
  const logs = await Promise.all([planned, byHand].map(async ({ table }) => (await table.contents()).log));
  expect(JSON.stringify(logs[0]).replaceAll(planned.table.id, "")).toBe(
    JSON.stringify(logs[1]).replaceAll(byHand.table.id, ""),
  );
});

test("a seat with plans plays a whole kingdom, whose player answers only what they do not", async () => {
  const table = await Table.open({
    rules: { mode: "complex", layoutPass: "explicit" },
    seed: "kingdom",
    seats: [{ bot: "random" }, seated(BASIL), { bot: "random" }, { bot: "random" }],
  });
  const plans: Plan[] = [
    ruled("forced", { type: "only" }),
    {
      name: "tricks",
      scope: "kingdom",
      rules: [
        { when: { void: false }, then: [{ type: "duck" }, { type: "highest" }] },
        {
          when: { void: true },
          then: [
            { type: "card", card: "QS" },
            { type: "highest", suits: ["H"] },
          ],
        },
      ],
    },
    ruled("trix", [{ type: "open" }, { type: "extend", end: "low" }], { contracts: ["trix"] }),
    ruled("quiet", { type: "decline" }),
  ];
  for (const plan of plans) granted(await put(table, 1, plan));
  const random = randomFrom("kingdom");
  const fired: object[] = [];
  let answered = 0;
  for (let view = await table.view(); !isFinished(view); ) {
    const own = view.deal!.awaiting.includes(1);
    const { fires } = own ? await trial(table, 1) : { fires: null };
    if (fires === null) {
      if (own) answered++;
      view = (await table.step(random, view.deal!.awaiting)).answer.game;
      continue;
    }
    // The plan acts although others are awaited beside its seat.
    const { you } = await table.view(1);
    fired.push({ type: "plan_fired", ...fires, decision: you!.decision!.id });
    await ringPlans(table);
    view = await table.view();
  }
  turnTime(INBOX_DELAY_MS);
  await ring(table);
  const names = new Set(fired.map((each) => (each as { plan: string }).plan));
  expect([...names].sort()).toEqual(["forced", "quiet", "tricks", "trix"]);
  expect(answered).toBeGreaterThan(3);
  expect(fired.length).toBeGreaterThan(15);
  expect(await privateLog(table, 1)).toEqual([
    ...fired,
    ...["forced", "tricks", "trix", "quiet"].map((plan) => ({
      type: "plan_cancelled",
      plan,
      reason: plan === "tricks" ? "kingdom_ended" : "match_ended",
    })),
  ]);
  expect(JSON.stringify((await table.contents()).log)).not.toMatch(/plan|forced|quiet/);
  expect(granted(await table.game.plans(PLAYERS[1].id)).plans).toEqual([]);
});

describe("plans are refused", () => {
  test("to whoever has no seat, before the start, after the end, and one beyond the most", async () => {
    const plan = ruled("any", ANYTHING);
    const calls = (table: Table, player: string, onlySeat?: Seat) =>
      Promise.all([
        table.game.putPlan(player, plan, onlySeat),
        table.game.tryPlans(player, plan, onlySeat),
        table.game.dropPlan(player, "none", onlySeat),
        table.game.plans(player, onlySeat),
      ]).then((answers) => answers.map(codeOf));
    const waiting = await Table.open({ seats: [seated(AMAL), OPEN, OPEN, OPEN] });
    expect(await calls(waiting, AMAL.id)).toEqual([...Array<string>(3).fill("game_not_started"), "granted"]);
    const table = await Table.open({
      rules: { ...TRICKS, practice: { contracts: ["tricks"], deals: 1 } },
      seats: [seated(AMAL), seated(BASIL), { bot: "random" }, { bot: "random" }],
    });
    expect(await calls(table, EMIL.id)).toEqual(Array(4).fill("not_seated"));
    expect(await calls(table, AMAL.id, 2)).toEqual(Array(4).fill("not_seated"));
    expect(await calls(table, AMAL.id, 0)).toEqual(["granted", "granted", "plan_not_found", "granted"]);
    for (let i = 1; i < MOST_PLANS; i++) granted(await put(table, 0, ruled(`plan-${i}`, ANYTHING)));
    expect(codeOf(await put(table, 0, ruled("one-more", ANYTHING)))).toBe("limit_reached");
    expect(codeOf(await put(table, 0, ruled("plan-3", { type: "only" })))).toBe("granted");
    expect(codeOf(await put(table, 1, ruled("one-more", ANYTHING)))).toBe("granted");
    expect(granted(await table.game.dropPlan(AMAL.id, "plan-3")).plans).toHaveLength(MOST_PLANS - 1);
    await table.playUntil(isFinished);
    expect(await calls(table, AMAL.id)).toEqual([...Array<string>(3).fill("game_over"), "granted"]);
  });
});
