import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import { PLAN_PACE_MS } from "../../src/game/plans.ts";
import type { ClockTerms } from "../../src/game/types.ts";
import type { PlanScope } from "../../src/plans/index.ts";
import { ANYTHING, put, ring, ringPlans, ruled, stopTime, told, turnTime } from "../support/planning.ts";
import { SEATS } from "../support/play.ts";
import { CARLA, EMIL, granted, isFinished, PLAYERS, reachesDeal, seated, Table } from "../support/table.ts";

beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

const NEVER = { type: "pass" } as const;
const TRICKS = { mode: "practice", practice: { contracts: ["tricks"], deals: 2 }, kingdoms: undefined };

/** Names and reasons of the plans that have ended, in order. */
async function ended(table: Table, seat: Seat): Promise<string[]> {
  return (await told(table, seat)).map((event) => {
    if (event.type !== "plan_cancelled") throw new Error(`a ${event.type} that nobody reckoned with`);
    const { plan, reason } = event as unknown as { plan: string; reason: string };
    return `${plan}: ${reason}`;
  });
}

const names = async (table: Table, seat: Seat) =>
  granted(await table.game.plans(PLAYERS[seat].id)).plans.map(({ name }) => name);

async function withPlans(table: Table, seat: Seat): Promise<void> {
  for (const scope of ["match", "kingdom", "deal"] satisfies PlanScope[])
    granted(await put(table, seat, ruled(`a ${scope}`, NEVER, undefined, scope)));
}

describe("a plan ends by itself and its player hears of it by its name", () => {
  test("with the deal, the kingdom, the match that it was made for", async () => {
    const table = await Table.open({
      rules: { kingdoms: 2, mode: "complex" },
      seats: [{ bot: "random" }, { bot: "random" }, seated(CARLA), { bot: "random" }],
    });
    await withPlans(table, 2);
    expect(await names(table, 2)).toEqual(["a deal", "a kingdom", "a match"]);
    await table.playUntil(reachesDeal(2));
    expect([await names(table, 2), await ended(table, 2)]).toEqual([["a kingdom", "a match"], ["a deal: deal_ended"]]);
    // Made again for a later one, it holds as long as that does.
    granted(await put(table, 2, ruled("a deal", NEVER, undefined, "deal")));
    await table.playUntil(reachesDeal(3));
    expect([await names(table, 2), (await ended(table, 2)).slice(1)]).toEqual([
      ["a match"],
      ["a kingdom: kingdom_ended", "a deal: deal_ended"],
    ]);
    await table.playUntil(isFinished);
    expect([await names(table, 2), (await ended(table, 2)).slice(3)]).toEqual([[], ["a match: match_ended"]]);
  });

  test("with the last kingdom, where a tie-break follows; one made there holds until the match is over", async () => {
    const table = await Table.open({
      rules: {
        kingdoms: 1,
        mode: "complex",
        points: { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 },
        layoutPoints: [0, 0, 0, 0],
        tiebreak: "king_of_hearts_deal",
        tiebreakDeals: 3,
      },
      seats: [{ bot: "random" }, { bot: "random" }, seated(CARLA), { bot: "random" }],
    });
    await withPlans(table, 2);
    await table.playUntil(({ deal }) => deal?.tiebreak === true);
    expect([await names(table, 2), await ended(table, 2)]).toEqual([
      ["a match"],
      ["a deal: deal_ended", "a kingdom: kingdom_ended"],
    ]);
    granted(await put(table, 2, ruled("again", NEVER, undefined, "kingdom")));
    await table.playUntil(({ deal }) => deal?.tiebreak === true && deal.number === 2);
    expect(await names(table, 2)).toEqual(["again", "a match"]);
    await table.playUntil(isFinished);
    expect((await ended(table, 2)).slice(2).toSorted()).toEqual(["a match: match_ended", "again: kingdom_ended"]);
  });

  test("with a redeal, where it was made for the hand that is thrown in", async () => {
    const table = await Table.open({
      rules: { redeal: { twos: "four_or_three_plus_three", bareHearts: true, longHearts: true } },
      seed: "redeal 2",
    });
    const claimant = await (async () => {
      for (const seat of SEATS)
        if ((await table.view(seat)).you!.legalActions.some(({ id }) => id === "r:claim")) return seat;
      throw new Error("nobody may claim in these deals");
    })();
    await withPlans(table, 1);
    for (const seat of SEATS) granted(await table.act(seat, seat === claimant ? "r:claim" : "r:decline"));
    expect([await names(table, 1), await ended(table, 1)]).toEqual([["a kingdom", "a match"], ["a deal: redealt"]]);
  });

  test("when its player gives the match up", async () => {
    const table = await Table.open({ rules: TRICKS });
    await withPlans(table, 2);
    await withPlans(table, 3);
    granted(await table.game.resign(PLAYERS[2].id));
    expect(await ended(table, 2)).toEqual(["a match: seat_lost", "a kingdom: seat_lost", "a deal: seat_lost"]);
    expect(await names(table, 3)).toHaveLength(3);
    expect(await told(table, 3)).toEqual([]);
  });

  test("and not when its player takes it back", async () => {
    const table = await Table.open({ rules: TRICKS });
    const [leader] = (await table.view()).deal!.awaiting;
    granted(await put(table, leader, ruled("gone", { type: "highest" })));
    granted(await table.game.dropPlan(PLAYERS[leader].id, "gone"));
    await ringPlans(table);
    expect([(await table.view()).deal!.plays, await told(table, leader)]).toEqual([[], []]);
  });
});

const timed = (terms: Partial<ClockTerms>): ClockTerms =>
  ({ perMoveMs: 60_000, onTimeout: "autoPlay", strikes: null, vacation: false, ...terms }) as ClockTerms;

describe("under a clock", () => {
  test("a house bot that stands in follows no plan of its player's, nor does whoever takes the seat over", async () => {
    for (const onTimeout of ["houseBot", "substitute"] as const) {
      const table = await Table.open({ rules: TRICKS, clock: timed({ onTimeout }), newcomers: "anyone" });
      const [leader] = (await table.view()).deal!.awaiting;
      granted(await put(table, leader, ruled("silent", NEVER)));
      turnTime(60_000);
      await ring(table);
      expect((await table.view()).seats[leader]).toMatchObject({ standIn: "steady" });
      expect(await ended(table, leader)).toEqual(["silent: seat_lost"]);
      if (onTimeout === "houseBot") {
        expect(await table.game.putPlan(PLAYERS[leader].id, ruled("again", ANYTHING))).toMatchObject({
          ok: false,
          code: "seat_substituted",
        });
        granted(await table.game.join(PLAYERS[leader], null, null));
        expect(await names(table, leader)).toEqual([]);
      } else {
        granted(await table.game.join(EMIL, leader, null));
        expect(granted(await table.game.plans(EMIL.id)).plans).toEqual([]);
        expect(await table.game.plans(PLAYERS[leader].id)).toMatchObject({ ok: false, code: "not_seated" });
      }
    }
  });

  test("a plan that is due by the deadline acts, however late anybody looks; one that is due later does not", async () => {
    const inTime = await Table.open({ rules: TRICKS, clock: timed({ perMoveMs: PLAN_PACE_MS }) });
    const [leader] = (await inTime.view()).deal!.awaiting;
    granted(await put(inTime, leader, ruled("high", { type: "highest" })));
    turnTime(PLAN_PACE_MS + 400);
    // The alarm has not rung: the first request finds both due.
    const seen = await inTime.view();
    expect(seen.deal!.plays).toHaveLength(1);
    expect((await inTime.contents()).log.at(-1)!.moves).toMatchObject([{ seat: leader, by: "player" }]);
    expect(seen.clock!.strikes).toEqual([0, 0, 0, 0]);

    const late = await Table.open({ rules: TRICKS, clock: timed({ perMoveMs: PLAN_PACE_MS }) });
    const [slow] = (await late.view()).deal!.awaiting;
    turnTime(1);
    granted(await put(late, slow, ruled("high", { type: "lowest" })));
    turnTime(PLAN_PACE_MS);
    await ring(late);
    expect((await late.contents()).log.at(-1)!.moves).toMatchObject([{ seat: slow, by: "clock" }]);
    expect(await told(late, slow)).toEqual([]);
  });

  test("a plan acts in its time when that of a sandbox is advanced, and what comes after it as well", async () => {
    const table = await Table.open({ rules: TRICKS, sandbox: true, clock: timed({}) });
    const [leader] = (await table.view()).deal!.awaiting;
    const start = (await table.contents()).log.at(-1)!.at;
    for (const ahead of [0, 1])
      granted(await put(table, ((leader + ahead) % 4) as Seat, ruled("high", { type: "highest" })));
    granted(await table.game.advance(PLAYERS[0].id, 10_000));
    const moves = (await table.contents()).log.filter(({ moves }) => moves.length > 0);
    expect(moves.map(({ at, moves: [{ by }] }) => [at - start, by])).toEqual([
      [PLAN_PACE_MS, "player"],
      [2 * PLAN_PACE_MS, "player"],
    ]);
  });

  test("a plan acts while the table pauses, as its player could", async () => {
    const table = await Table.open({ rules: TRICKS, clock: timed({}) });
    const [leader] = (await table.view()).deal!.awaiting;
    for (const { id } of PLAYERS.slice(0, 4)) granted(await table.game.pause(id, Date.now() + 600_000));
    granted(await put(table, leader, ruled("high", { type: "highest" })));
    await ringPlans(table);
    expect(await table.view()).toMatchObject({ clock: { pause: {} }, deal: { plays: [{ seat: leader }] } });
  });
});
