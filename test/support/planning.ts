/** Plans at a table whose time the test turns by hand, for tests that run inside workerd. */

import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Seat } from "../../src/engine/index.ts";
import { INBOX_DELAY_MS } from "../../src/game/inboxes.ts";
import { PLAN_PACE_MS } from "../../src/game/plans.ts";
import type { Answer, PlanTrial, PlanView } from "../../src/game/types.ts";
import type { Choice, Conditions, Plan, PlanScope } from "../../src/plans/index.ts";
import type { PrivateEntry, PrivateEvent } from "../../src/player/types.ts";
import { granted, PLAYERS, type Table } from "./table.ts";

/** One rule as a plan. */
export const ruled = (name: string, then: Choice | Choice[], when?: Conditions, scope: PlanScope = "match"): Plan => ({
  name,
  scope,
  rules: [{ ...(when !== undefined && { when }), then: [then].flat() }],
});

export const ANYTHING: Choice[] = [
  { type: "decline" },
  { type: "contract", contracts: ["queens"] },
  { type: "highest" },
  { type: "pass" },
];

/** Stops the object's clock, an hour ahead of the platform's: so alarms ring when the test rings them and never before. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
}

export const turnTime = (ms: number): void => {
  vi.setSystemTime(Date.now() + ms);
};

export const put = (table: Table, seat: Seat, plan: Plan): Promise<Answer<{ plan: PlanView }>> =>
  table.game.putPlan(PLAYERS[seat].id, plan);

export const trial = async (table: Table, seat: Seat, plan: Plan | null = null): Promise<PlanTrial> =>
  granted(await table.game.tryPlans(PLAYERS[seat].id, plan)).trial;

/** Rings the alarm now, if one is set. */
export const ring = (table: Table): Promise<boolean> => runDurableObjectAlarm(table.stub);

/** Lets the pace of plans pass, and rings. */
export async function ringPlans(table: Table): Promise<void> {
  turnTime(PLAN_PACE_MS);
  await ring(table);
}

/** The same as a player's object has it once it has been told. */
export async function told(table: Table, seat: Seat): Promise<Omit<PrivateEvent, "game">[]> {
  turnTime(INBOX_DELAY_MS);
  await ring(table);
  return privateLog(table, seat);
}

/** All of a player's own log that is about this game, without the game's id. */
export async function ownEntries(table: Table, seat: Seat): Promise<object[]> {
  const { data } = (await env.PLAYERS.getByName(PLAYERS[seat].id).entries(0, 100_000)) as unknown as {
    data: PrivateEntry[];
  };
  return data.flatMap(({ seq: _, game, ...entry }) => (game === table.id ? [entry] : []));
}

/** What a player's own log tells of plans in this game, without the game's id. */
export async function privateLog(table: Table, seat: Seat): Promise<Omit<PrivateEvent, "game">[]> {
  const { data } = (await env.PLAYERS.getByName(PLAYERS[seat].id).entries(0, 100_000)) as unknown as {
    data: PrivateEntry[];
  };
  return data.flatMap(({ seq: _, at: __, game, ...entry }) =>
    game === table.id && (entry.type === "plan_fired" || entry.type === "plan_cancelled") ? [entry] : [],
  );
}
