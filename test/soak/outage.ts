/** D1 failing for a while, for real: play goes on, fresh isolates included, and afterwards history is complete and in order. */

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { GameView } from "../../src/game/types.ts";
import { Client, type ProblemDocument } from "../support/client.ts";
import { openTable, playTable, registerFour } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import { spawnServer, temporaryDir } from "../support/server.ts";
import { breakD1, readD1, repairD1 } from "./d1-file.ts";
import { checkFinished, historyOf, waitForHistory } from "./matches.ts";

/** `lagSeconds`: how long after the repair the last fact was there. */
export interface OutageTally {
  actions: number;
  deals: number;
  outageSeconds: number;
  lagSeconds: number;
}

/** The pause before a next try doubles from one second: after an outage history may need as long again, and some. */
const lagFor = (outageMs: number): number => 2 * outageMs + 15_000;

/** What needs accounts or lists says that it cannot; health tells why; nothing else is disturbed. */
async function checkDegraded(url: string, stranger: Client): Promise<void> {
  const health = await new Client(url).send<{ status: string; history: string }>("GET", "/healthz");
  assert.deepEqual([health.status, health.json.status, health.json.history], [200, "degraded", "unavailable"]);
  const refused = [
    await stranger.send<ProblemDocument>("GET", "/v1/games"),
    await stranger.send<ProblemDocument>("POST", "/v1/players", { name: "Late", kind: "human" }),
  ];
  for (const reply of refused) {
    assert.deepEqual([reply.status, reply.json.code], [503, "history_unavailable"]);
    assert.ok(Number(reply.headers.get("retry-after")) > 0);
  }
}

/** Plays a match of `kingdoms` kingdoms: D1 fails after the first deal, for at least `leastMs`, through a kill and a restart of the server. */
export async function checkOutage(kingdoms: number, leastMs: number): Promise<OutageTally> {
  const data = await temporaryDir();
  let server = await spawnServer({ dataDir: data.dir });
  try {
    const ask = readD1(data.dir);
    const players = await registerFour(server.url);
    const random = randomFrom("outage");
    const tables = [
      await openTable(players, { rules: { kingdoms } }),
      await openTable(players, { rules: { kingdoms: 1, mode: "complex" } }),
    ];
    const [long, short] = tables;
    let actions = (await playTable(long, random, (view) => view.deals.length === 1)).length;
    const [before] = [await waitForDeals(ask, long.id, 1)];
    breakD1(data.dir);
    const start = performance.now();

    actions += (await playTable(short, random)).length;
    actions += (await playTable(long, random, (view) => view.deals.length === 3)).length;
    await checkDegraded(server.url, players[3]);
    // Fresh isolates, that have never seen D1 in health.
    await server.kill();
    server = await spawnServer({ dataDir: data.dir, port: server.port });
    actions += (await playTable(long, random, (view) => view.deals.length === 4)).length;
    await sleep(Math.max(0, leastMs - (performance.now() - start)));
    actions += (await playTable(long, random, (view) => kingdoms > 1 && view.deals.length === 7)).length;
    await checkDegraded(server.url, players[3]);
    repairD1(data.dir);
    const outageMs = performance.now() - start;
    const repaired = performance.now();

    const stored = await historyOf(ask, long.id);
    assert.deepEqual(stored, before, "something was written while D1 failed");
    const watched = watchOrder(ask, long.id);
    actions += (await playTable(long, random)).length;
    for (const table of tables) {
      const view: GameView = await players[0].view(table.id);
      await checkFinished(table, await waitForHistory(ask, view, lagFor(outageMs)));
    }
    const lagMs = performance.now() - repaired;
    const deals = await watched.stop();
    const health = await new Client(server.url).get2xx<{ status: string }>("GET", "/healthz");
    assert.equal(health.status, "ok");
    return { actions, deals, outageSeconds: outageMs / 1000, lagSeconds: lagMs / 1000 };
  } finally {
    await server.stop();
    await data.remove();
  }
}

async function waitForDeals(ask: ReturnType<typeof readD1>, id: string, count: number) {
  for (const end = Date.now() + 10_000; ; await sleep(25)) {
    const rows = await historyOf(ask, id);
    if (rows.deals.length === count) return rows;
    assert.ok(Date.now() < end, `history has ${rows.deals.length} deals instead of ${count}`);
  }
}

/** Looks again and again: the deals there are always the first ones, without a gap, and results come last. Returns their number in the end. */
function watchOrder(ask: ReturnType<typeof readD1>, id: string): { stop(): Promise<number> } {
  let going = true;
  const watching = (async () => {
    let deals = 0;
    while (going) {
      const rows = await historyOf(ask, id);
      assert.deepEqual(
        rows.deals.map(({ ordinal }) => ordinal),
        rows.deals.map((_, i) => i + 1),
        "history has a gap",
      );
      assert.ok(rows.deals.length >= deals, "history has lost a deal");
      // The four questions are no snapshot, but the game was read before the results, which come with its end.
      assert.ok(
        rows.game!.status !== "finished" || rows.results.length === 4,
        "a game is finished without its results",
      );
      deals = rows.deals.length;
      await sleep(40);
    }
  })();
  watching.catch(() => {});
  return {
    stop: async () => {
      going = false;
      await watching;
      return (await historyOf(ask, id)).deals.length;
    },
  };
}
