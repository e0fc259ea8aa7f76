/**
 * `npm run soak`: everything that takes longer than a test may. Prints one line a check, ends with 1 where any failed, and
 * gives up on the whole after MOST_MINUTES. Names of checks as arguments run only those.
 */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { playMany } from "../support/absences.ts";
import { registerFour } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import { playSandbox } from "../support/sandboxes.ts";
import { startTestServer } from "../support/server.ts";
import { checkCrashes, checkCron, checkMatches, checkOutage, checkRaces } from "./server.ts";

const MOST_MINUTES = 20;

interface Check {
  name: string;
  run(): Promise<string>;
}

/** The checks of the server, one after the other. */
const SERVER_CHECKS: readonly Check[] = [
  {
    name: "matches",
    async run() {
      const { matches, deals, actions } = await checkMatches(20);
      return `${matches} whole matches over HTTP by four tokens: ${deals} deals, ${actions} actions; views, records, proofs and D1 agree, every record replays`;
    },
  },
  {
    name: "races",
    async run() {
      const { copies, different, doublings, requests } = await checkRaces(50);
      return (
        `${copies} x 50 copies of one action: one event each, else replays; ${different} x 50 different actions: one event each; ` +
        `${doublings} x 4 doublings at once all kept; ${requests} requests`
      );
    },
  },
  {
    name: "crashes",
    async run() {
      const { kills, matches, actions, resent, lostAnswers } = await checkCrashes(20);
      return (
        `${kills} kills -9 in ${matches} matches: ${actions} acknowledged actions all there, none twice; ` +
        `${resent} sent again, ${lostAnswers} of them had counted; bots, alarms and export went on`
      );
    },
  },
  {
    name: "cron",
    async run() {
      const { games, runs, lists, actions, refused } = await checkCron(100);
      return `${games} games played to the end by examples/cron.py in ${runs} run(s): ${lists} lists of what waits, ${actions} actions, ${refused} of them refused`;
    },
  },
  {
    name: "outage",
    async run() {
      const { actions, deals, outageSeconds, lagSeconds } = await checkOutage(4, 20_000);
      return (
        `D1 failing for ${outageSeconds.toFixed(0)} s and a restart within: ${actions} actions went on; ` +
        `${deals} deals complete and in order ${lagSeconds.toFixed(1)} s after the repair`
      );
    },
  },
];

/** Clocks: a month in each of many matches, in the pure parts and on the clock of sandboxes. */
const CLOCK_CHECKS: readonly Check[] = [
  {
    name: "clocks",
    run: () =>
      Promise.resolve(
        `500 matches with absences, vacations, pauses and returns in simulated time: ${countsOf(playMany(500, "soak"))}`,
      ),
  },
  {
    name: "sandboxes",
    async run() {
      const server = await startTestServer();
      try {
        const players = await registerFour(server.url);
        const sum: Record<string, number> = {};
        for (let n = 0; n < 10; n++) {
          for (const [what, count] of Object.entries(await playSandbox(players, randomFrom(`soak ${n}`), n)))
            sum[what] = (sum[what] ?? 0) + count;
        }
        return `10 matches on the clock of a sandbox, over HTTP: ${countsOf(sum)}`;
      } finally {
        await server.close();
      }
    },
  },
];

const countsOf = (counts: object): string =>
  Object.entries(counts)
    .map(([what, count]) => `${what} ${Math.round(count)}`)
    .join(", ");

/** Checks that hold their thread have a process of their own, which prints its own lines. */
const inOwnProcess = (name: string, file: string): Check => ({
  name,
  async run() {
    const child = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: "inherit" });
    const end = () => {
      child.kill("SIGKILL");
    };
    process.once("exit", end);
    const code = await new Promise<number | null>((done, fail) => child.once("error", fail).once("exit", done));
    process.off("exit", end);
    if (code !== 0) throw new Error(`the checks of ${file} ended with code ${code}`);
    return "all as told above";
  },
});

const ENGINE_CHECK = inOwnProcess("engine", "engine.ts");

/** Records after the server's: their proofs need one too. */
const OTHERS: readonly Check[] = [...SERVER_CHECKS, ...CLOCK_CHECKS, inOwnProcess("records", "records.ts")];

const names = [ENGINE_CHECK, ...OTHERS].map(({ name }) => name);
const wished = process.argv.slice(2);
const unknown = wished.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(", ")}. There are: ${names.join(", ")}.`);
  process.exit(2);
}
const asked = ({ name }: Check): boolean => wished.length === 0 || wished.includes(name);

setTimeout(() => {
  console.error(`FAILED  not done after ${MOST_MINUTES} minutes`);
  process.exit(1);
}, MOST_MINUTES * 60_000).unref();

/** Runs one check and prints its line; whether it passed. */
async function passes({ name, run }: Check): Promise<boolean> {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  try {
    console.log(`ok      ${name}: ${await run()} (${seconds()})`);
    return true;
  } catch (error) {
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.stack : String(error)} (${seconds()})`);
    return false;
  }
}

async function inTurn(checks: readonly Check[]): Promise<boolean[]> {
  const passed: boolean[] = [];
  for (const check of checks) passed.push(await passes(check));
  return passed;
}

// Side by side: the server's checks wait much.
const passed = (await Promise.all([inTurn([ENGINE_CHECK].filter(asked)), inTurn(OTHERS.filter(asked))])).flat();
// Whatever a failed check has left open must not keep this process.
process.exit(passed.every(Boolean) ? 0 : 1);
