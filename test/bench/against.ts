/**
 * `node test/bench/against.ts FOLDER`: actions a second and processor time an action of this Worker beside another build of
 * it (a folder that `npm run build` wrote in an older checkout), in turns. On a busy machine go by the processor time.
 */

import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bundle, build, loadBundle, type Server, startServer } from "../../scripts/server.ts";
import { load } from "./load.ts";
import { prepare } from "./scripts.ts";

const GAMES = 16,
  ACTIONS = 200,
  ROUNDS = 3,
  STARTS = 7;

const folder = process.argv[2];
if (folder === undefined) throw new Error("Name the folder of another build: node test/bench/against.ts FOLDER");

/** This process's children: the runtimes of its servers. Linux alone tells so. */
const children = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return statOf(pid)[1] === String(process.pid);
      } catch {
        return false;
      }
    });

/** The fields of /proc/PID/stat behind the name. */
const statOf = (pid: number): string[] => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");

/** Processor time so far in milliseconds; the kernel counts it in hundredths of a second. */
const spentBy = (pids: number[]): number =>
  pids.map((pid) => Number(statOf(pid)[11]) + Number(statOf(pid)[12])).reduce((a, b) => a + b, 0) * 10;

interface Side {
  name: string;
  server: Server;
  pids: number[];
}

async function serve(name: string, bundle: Bundle): Promise<Side> {
  const before = new Set(children());
  const server = await startServer({
    secret: "a secret for benchmarks only, of no use elsewhere",
    callsAMinute: 1_000_000,
    bundle,
    memory: true,
  });
  return { name, server, pids: children().filter((pid) => !before.has(pid)) };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

const temporary = await mkdtemp(join(tmpdir(), "trix-against-"));
try {
  const bundles: [string, Bundle][] = [
    ["the other build", await loadBundle(folder)],
    ["this Worker", await build({ outDir: temporary })],
  ];
  const rates = new Map<string, number[]>(bundles.map(([name]) => [name, []])),
    costs = new Map<string, number[]>(bundles.map(([name]) => [name, []]));
  // How fast a process runs is partly luck, which lasts as long as it does: hence many of them.
  for (let start = 0; start < STARTS; start++) {
    const sides: Side[] = [];
    for (const [name, bundle] of start % 2 === 0 ? bundles : bundles.toReversed())
      sides.push(await serve(name, bundle));
    for (let i = 0; i <= ROUNDS; i++) {
      for (const { name, server, pids } of i % 2 === 0 ? sides : sides.toReversed()) {
        const scripts = await prepare(server.url, GAMES, ACTIONS);
        const before = spentBy(pids);
        const { requests, seconds } = await load(server.url, scripts);
        // The first round warms up.
        if (i === 0) continue;
        rates.get(name)!.push(requests / seconds);
        costs.get(name)!.push((spentBy(pids) - before) / requests);
      }
    }
    for (const { server } of sides) await server.close();
  }
  for (const [name] of bundles)
    console.log(
      `${name.padEnd(20)}${median(rates.get(name)!).toFixed(0)} actions/s   ${median(costs.get(name)!).toFixed(3)} ms of processor time an action`,
    );
  const ratio = (of: Map<string, number[]>) =>
    (median(of.get("this Worker")!) / median(of.get("the other build")!)).toFixed(2);
  console.log(`${"ratio".padEnd(20)}${ratio(rates)}            ${ratio(costs)}`);
} finally {
  await rm(temporary, { recursive: true, force: true });
}
