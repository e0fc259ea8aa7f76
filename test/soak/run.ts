/**
 * `npm run soak`: everything that takes longer than a test may, in parts. Prints one line a part and ends with 1 where any failed; a
 * part has failed as well that is not done after MOST_MINUTES. `npm run soak -- PART ...` runs only those, `-- list` tells what there is.
 */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { playMany } from "../support/absences.ts";
import { registerFour } from "../support/match.ts";
import { randomFrom } from "../support/random.ts";
import { playSandbox } from "../support/sandboxes.ts";
import { startTestServer } from "../support/server.ts";
import { measureLists } from "./lists.ts";
import { checkCrashes, checkCron, checkMatches, checkOutage, checkRaces } from "./server.ts";

const MOST_MINUTES = 20;

interface Part {
  name: string;
  /** What it looks at, for the list. */
  about: string;
  run(): Promise<string>;
}

/** What is about the server, one part after the other. */
const SERVER_PARTS: readonly Part[] = [
  {
    name: "matches",
    about: "whole matches over HTTP, what can be read of them, and history",
    async run() {
      const { matches, deals, actions } = await checkMatches(20);
      return `${matches} whole matches over HTTP by four tokens: ${deals} deals, ${actions} actions; views, records, proofs and D1 agree, every record replays`;
    },
  },
  {
    name: "races",
    about: "the same and different actions sent at once",
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
    about: "servers killed during play",
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
    about: "a hundred slow games by examples/cron.py",
    async run() {
      const { games, runs, lists, actions, refused } = await checkCron(100);
      return `${games} games played to the end by examples/cron.py in ${runs} run(s): ${lists} lists of what waits, ${actions} actions, ${refused} of them refused`;
    },
  },
  {
    name: "outage",
    about: "play and history while D1 fails",
    async run() {
      const { actions, deals, outageSeconds, lagSeconds } = await checkOutage(4, 20_000);
      return (
        `D1 failing for ${outageSeconds.toFixed(0)} s and a restart within: ${actions} actions went on; ` +
        `${deals} deals complete and in order ${lagSeconds.toFixed(1)} s after the repair`
      );
    },
  },
  {
    name: "lists",
    about: "lists and statistics with a hundred thousand games in D1",
    async run() {
      const { games, ms } = await measureLists(100_000);
      return `${games} games in D1: ${Object.entries(ms)
        .map(([path, each]) => `${path} ${each.toFixed(1)} ms`)
        .join(", ")}`;
    },
  },
];

/** Clocks: a month in each of many matches, in the pure parts and on the clock of sandboxes. */
const CLOCK_PARTS: readonly Part[] = [
  {
    name: "clocks",
    about: "absences, vacations, pauses and returns in simulated time",
    run: () =>
      Promise.resolve(
        `500 matches with absences, vacations, pauses and returns in simulated time: ${countsOf(playMany(500, "soak"))}`,
      ),
  },
  {
    name: "sandboxes",
    about: "the same over HTTP, on the clock of sandboxes",
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

/** Parts that hold their thread have a process of their own, which prints its own lines. */
const inOwnProcess = (name: string, about: string, file: string, ...more: string[]): Part => ({
  name,
  about,
  async run() {
    const child = spawn(process.execPath, [join(import.meta.dirname, file), ...more], { stdio: "inherit" });
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

const ENGINE = inOwnProcess(
  "engine",
  "ten thousand matches, and a hundred thousand deals against the oracle",
  "engine.ts",
);

/** Records after the server's: their proofs need one too. */
const OTHERS: readonly Part[] = [
  ...SERVER_PARTS,
  ...CLOCK_PARTS,
  inOwnProcess(
    "strength",
    "house bots against each other, in duplicate blocks",
    "../../node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    join(import.meta.dirname, "vitest.config.ts"),
  ),
  inOwnProcess("records", "the text form of many matches, and proofs", "records.ts"),
];

const parts = [ENGINE, ...OTHERS];
const list = parts.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join("\n");
const wished = process.argv.slice(2);
if (wished.includes("list")) {
  console.log(list);
  process.exit(0);
}
const unknown = wished.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. The parts are:\n${list}`);
  process.exit(2);
}
const asked = ({ name }: Part): boolean => wished.length === 0 || wished.includes(name);

/** Runs one part and prints its line; whether it passed. Ends this process where it takes too long. */
async function passes({ name, run }: Part): Promise<boolean> {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const limit = setTimeout(() => {
    console.log(`FAILED  ${name}: not done after ${MOST_MINUTES} minutes`);
    process.exit(1);
  }, MOST_MINUTES * 60_000);
  try {
    console.log(`ok      ${name}: ${await run()} (${seconds()})`);
    return true;
  } catch (error) {
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.stack : String(error)} (${seconds()})`);
    return false;
  } finally {
    clearTimeout(limit);
  }
}

async function inTurn(parts: readonly Part[]): Promise<boolean[]> {
  const passed: boolean[] = [];
  for (const part of parts) passed.push(await passes(part));
  return passed;
}

// Side by side: the server's parts wait much.
const passed = (await Promise.all([inTurn([ENGINE].filter(asked)), inTurn(OTHERS.filter(asked))])).flat();
// Whatever a failed part has left open must not keep this process.
process.exit(passed.every(Boolean) ? 0 : 1);
