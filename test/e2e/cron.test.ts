/** The bot for cron, run as cron would: now and then, on games that it knows nothing of. */

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../../scripts/bundle.ts";
import { Client } from "../support/client.ts";
import { eventually, waitingGames } from "../support/inbox.ts";
import { goodLuck, startLossyProxy } from "../support/lossy.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const BOT = join(ROOT, "examples/cron.py");
const WITH_BOTS = [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }];
const SHORT = { mode: "practice", practice: { contracts: ["king_of_hearts"], deals: 1 } };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** One run of the bot. */
function run(url: string, { token }: Client): Promise<{ code: number | null; output: string }> {
  const child = spawn("python3", [BOT], {
    env: { ...process.env, TRIX_URL: url, TRIX_TOKEN: token! },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ code, output }));
  });
}

async function waitingFor(client: Client, clocks: (object | null)[]): Promise<string[]> {
  const games = [];
  for (const clock of clocks) games.push((await client.create({ rules: SHORT, seats: WITH_BOTS, clock })).id);
  await eventually(
    () => waitingGames(client),
    (ids) => ids.length === games.length,
  );
  return games;
}

const statuses = (client: Client, games: readonly string[]) =>
  Promise.all(games.map(async (id) => (await client.view(id)).status));

test("it is a program of at most 25 lines", async () => {
  expect((await readFile(BOT, "utf8")).trimEnd().split("\n").length).toBeLessThanOrEqual(25);
});

test.concurrent("one run plays every game to its end, the most urgent first", async () => {
  const me = await Client.register(server.url, "Cron");
  const games = await waitingFor(me, [null, { perMoveMs: 7_200_000 }, { perMoveMs: 3_600_000 }]);
  const proxy = await startLossyProxy(server.url, { fateOf: goodLuck });
  try {
    expect(await run(proxy.url, me)).toEqual({ code: 0, output: "" });
    expect(await statuses(me, games)).toEqual(games.map(() => "finished"));
    const acted = proxy.passages.filter(({ path }) => path.endsWith("/actions"));
    expect(acted.every(({ status }) => status === 200)).toBe(true);
    expect(acted.slice(0, 3).map(({ path }) => path.split("/")[3])).toEqual(games.toReversed());
  } finally {
    await proxy.close();
  }
});

test.concurrent("a game that fails is left to the next run, and the others go on", async () => {
  const me = await Client.register(server.url, "Unlucky Cron");
  const games = await waitingFor(me, [null, null, null]);
  const [broken] = games;
  let repaired = false,
    actions = 0;
  const proxy = await startLossyProxy(server.url, {
    fateOf: (_, path) => {
      if (!path.endsWith("/actions")) return goodLuck();
      if (path.includes(broken) && !repaired) return { fate: "busy", status: 503 };
      // Now and then an answer is lost that counted.
      return ++actions % 10 === 5 ? { fate: "cut", status: 0 } : goodLuck();
    },
  });
  try {
    const first = await run(proxy.url, me);
    expect(first.code, first.output).toBe(0);
    expect(first.output).toContain(`${broken} HTTP Error 503`);
    expect(await statuses(me, games)).toEqual(["playing", "finished", "finished"]);
    expect(proxy.passages.filter(({ fate }) => fate === "busy")).toHaveLength(1);
    repaired = true;
    expect((await run(proxy.url, me)).code).toBe(0);
    expect(await statuses(me, games)).toEqual(games.map(() => "finished"));
  } finally {
    await proxy.close();
  }
});
