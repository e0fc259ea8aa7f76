/** `npm run bench`: figures side by side, in one run, so that their ratios hold on any machine. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bundle, build, startServer } from "../../scripts/server.ts";
import { applyActions, rulesOf, searchMatches } from "./engine.ts";
import { crowded } from "./followers.ts";
import { type LoadResult, load } from "./load.ts";
import { atOnce, type Rows, thoughtful } from "./rows.ts";
import { prepare } from "./scripts.ts";

const SECRET = "a secret for benchmarks only, of no use elsewhere";
const FOLLOWERS = 500;
const GAMES = 16,
  ACTIONS = 250,
  ROUNDS = 3;

const temporary = await mkdtemp(join(tmpdir(), "trix-bench-"));
const line = (label: string, text: string) => console.log(`${label.padEnd(44)}${text}`);
const round = (value: number, digits = 0) => value.toLocaleString("en", { maximumFractionDigits: digits });

/** The same load on the Worker and on the bare object, in turns; the medians of several rounds. */
async function compare(where: "memory" | "disk", real: Bundle, bare: Bundle): Promise<void> {
  const options = async (name: string) =>
    where === "memory" ? { memory: true } : { dataDir: await mkdtemp(join(temporary, `${name}-`)) };
  const servers = {
    real: await startServer({ secret: SECRET, callsAMinute: 1_000_000, bundle: real, ...(await options("real")) }),
    bare: await startServer({ secret: SECRET, callsAMinute: 1_000_000, bundle: bare, ...(await options("bare")) }),
  };
  const runs: Record<"real" | "bare", LoadResult[]> = { real: [], bare: [] };
  for (let i = 0; i <= ROUNDS; i++) {
    const scripts = await prepare(servers.real.url, GAMES, ACTIONS);
    for (const name of ["real", "bare"] as const) {
      const result = await load(servers[name].url, scripts);
      if (i > 0) runs[name].push(result);
    }
  }
  await servers.real.close();
  await servers.bare.close();
  const median = (results: LoadResult[]) =>
    results.sort((a, b) => a.requests / a.seconds - b.requests / b.seconds)[Math.floor(results.length / 2)];
  const [own, yardstick] = [median(runs.real), median(runs.bare)];
  for (const [label, result] of [
    ["this Worker", own],
    ["bare Hono + object", yardstick],
  ] as const) {
    line(
      `HTTP actions, storage ${where}, ${label}`,
      `${round(result.requests / result.seconds)}/s   p50 ${round(result.p50, 1)} ms   p99 ${round(result.p99, 1)} ms`,
    );
  }
  line(`  ratio`, `${round(own.requests / own.seconds / (yardstick.requests / yardstick.seconds), 2)}   (aim 0.8)`);
}

/** What is written for each action of a person. */
async function rows(measured: Bundle): Promise<void> {
  const match = await atOnce(measured);
  const each = (count: number, { actions }: Rows) => round(count / actions, 2);
  line("Rows an action, programs that answer at once", `${each(match.game, match)}   (aim at most 1.2)`);
  line("  rows in D1 a match of 20 deals", `${match.d1}   (aim at most 60)`);
  line("  size of the object's database", `${round(match.databaseBytes / 1024)} KiB`);
  const people = await thoughtful(measured, 4);
  line(
    "Rows an action, four people",
    `${each(people.game, people)} in the game, ${each(people.player, people)} in the players' objects   (aim at most 5 in all)`,
  );
  const alone = await thoughtful(measured, 1);
  line(
    "Rows an action, one person, three house bots",
    `${each(alone.game, alone)} in the game, ${each(alone.player, alone)} in the player's object   (aim at most 4 in the game)`,
  );
}

try {
  for (const preset of ["trix", "trex"] as const) {
    const rules = rulesOf(preset);
    searchMatches(rules, 1000);
    const search = searchMatches(rules, 4000);
    line(
      `Search door, preset ${preset}`,
      `${round(search.matches / search.seconds)} matches/s   ${round(search.actions / search.seconds / 1e6, 2)} M actions/s   (aim 10,000 matches/s)`,
    );
    applyActions(rules, 500);
    const applied = applyActions(rules, 3000);
    line(
      `Service door (apply), preset ${preset}`,
      `${round(applied.actions / applied.seconds)} actions/s   (aim 500,000)`,
    );
  }
  const real = await build({ outDir: join(temporary, "bundle-real") });
  const bare = await build({ outDir: join(temporary, "bundle-bare"), entry: join(import.meta.dirname, "bare.ts") });
  const measured = await build({
    outDir: join(temporary, "bundle-measured"),
    entry: join(import.meta.dirname, "measured.ts"),
  });
  await compare("memory", real, bare);
  await compare("disk", real, bare);
  await rows(measured);
  const crowd = await crowded(real, SECRET, FOLLOWERS);
  line(
    `A move that ${FOLLOWERS} follow`,
    `${round(crowd.crowded, 1)} ms, ${round(crowd.alone, 1)} ms without them; ${round((100 * crowd.heard) / crowd.due)} % heard`,
  );
  line("Bundle", `${round(real.bytes / 1024)} KiB, ${round(real.gzipBytes / 1024)} KiB gzipped`);
  const start = performance.now();
  const server = await startServer({ secret: SECRET, callsAMinute: 1_000_000, bundle: real, memory: true });
  const ready = performance.now();
  await (await fetch(`${server.url}/v1/rules`)).text();
  line(
    "Start-up",
    `${round(ready - start)} ms to listen, ${round(performance.now() - ready)} ms to the first answer of a cold isolate`,
  );
  await server.close();
} finally {
  await rm(temporary, { recursive: true, force: true });
}
