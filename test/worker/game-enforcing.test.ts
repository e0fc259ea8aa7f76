import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { Game } from "../../src/index.ts";
import { BASIL, CARLA, Table } from "../support/table.ts";

afterEach(() => {
  vi.useRealTimers();
});

const DAY = 24 * 3600 * 1000;
/** Each deadline asks a player's own object first, so that others come in between. */
const CLOCK = { perMoveMs: DAY, onTimeout: "autoPlay", strikes: null, vacation: true } as const;

/** The state that is held is the one that the log tells. */
async function expectLogged(table: Table): Promise<void> {
  const held = { views: await table.views(), events: await table.events() };
  await table.exec("DELETE FROM snapshot");
  await evictDurableObject(table.stub);
  expect({ views: await table.views(), events: await table.events() }).toEqual(held);
}

test("two players who resign while a deadline is being enforced are both out", async () => {
  const table = await Table.open({ clock: CLOCK });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY + 1 });
  await runInDurableObject(table.stub, (instance: Game) =>
    Promise.all([instance.resign(BASIL.id), instance.resign(CARLA.id)]),
  );
  expect((await table.view()).seats.map((seat) => "forfeited" in seat)).toEqual([false, true, true, false]);
  await expectLogged(table);
});
