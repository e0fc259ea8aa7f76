/** The bot for cron on as many games as its like has: all are played to the end by nothing but the list of what waits. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../../scripts/bundle.ts";
import { Client } from "../support/client.ts";
import { eventually, waitingGames } from "../support/inbox.ts";
import { goodLuck, startLossyProxy } from "../support/lossy.ts";
import { startTestServer } from "../support/server.ts";

/** `seconds` without the making of the games. */
export interface CronTally {
  games: number;
  runs: number;
  lists: number;
  actions: number;
  refused: number;
  seconds: number;
}

/** More than enough: each run ends only when nothing has waited for a while. */
const MOST_RUNS = 5;

function run(url: string, token: string): Promise<string> {
  const child = spawn("python3", [join(ROOT, "examples/cron.py")], {
    env: { ...process.env, TRIX_URL: url, TRIX_TOKEN: token },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => (code === 0 ? done(output) : fail(new Error(output))));
  });
}

/** Plays that many sandboxes of one kingdom with three house bots each. */
export async function checkCron(count: number): Promise<CronTally> {
  const server = await startTestServer();
  const proxy = await startLossyProxy(server.url, { fateOf: goodLuck });
  try {
    const me = await Client.register(server.url, "Cron");
    const games: string[] = [];
    for (let n = 0; n < count; n++) {
      const clock = n % 3 === 0 ? { perMoveMs: 86_400_000 } : null;
      games.push(
        (
          await me.create({
            sandbox: true,
            rules: { kingdoms: 1 },
            clock,
            seats: [{ player: "me" }, { bot: "steady" }, { bot: "steady" }, { bot: "steady" }],
          })
        ).id,
      );
    }
    const start = performance.now();
    let runs = 0,
      left = games;
    for (; left.length > 0 && runs < MOST_RUNS; runs++) {
      assert.equal(await run(proxy.url, me.token!), "");
      left = (await Promise.all(left.map(async (id) => ({ id, status: (await me.view(id)).status }))))
        .filter(({ status }) => status !== "finished")
        .map(({ id }) => id);
    }
    assert.deepEqual(left, []);
    assert.deepEqual(
      await eventually(
        () => waitingGames(me),
        (ids) => ids.length === 0,
      ),
      [],
    );
    const acted = proxy.passages.filter(({ path }) => path.endsWith("/actions"));
    const seconds = (performance.now() - start) / 1000;
    return {
      games: count,
      runs,
      lists: proxy.passages.length - acted.length,
      actions: acted.length,
      refused: acted.filter(({ status }) => status !== 200).length,
      seconds,
    };
  } finally {
    await proxy.close();
    await server.close();
  }
}
