/**
 * Makes `<release>.tar.br` anew: `node test/golden/make.ts CHECKOUT`, CHECKOUT being a clone of that release with its packages
 * installed; needs a C compiler. What is made so: a data folder that the release wrote, with what its API answered about it.
 *
 * Most of it is written by a server whose clock is AHEAD of this machine's, so that no deadline passes before then; what must
 * be due when the data are opened is written afterwards by a server of our time, which is killed over it.
 */

import { execFileSync, spawn } from "node:child_process";
import { readdirSync, rmSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { pack } from "../support/archive.ts";
import { askAgain, type Golden, type StoredAnswer } from "../support/golden.ts";
import { startReceiver } from "../support/receiver.ts";
import { temporaryDir } from "../support/server.ts";
import { callsFor } from "./calls.ts";
import { makeApps, makePlans, makeTokens, makeWebhooks } from "./rights.ts";
import { makeClocks, makeFinished, makePhases, makeWaiting, Scenes } from "./scenes.ts";
import { leaveUndone } from "./undone.ts";

/** Fifteen years, in seconds. */
const AHEAD = 15 * 365 * 86_400;
const PORT = 18_787,
  HOOK_PORT = 18_788;
const SECRET = "the secret of golden data, of no use elsewhere";

const checkout = resolve(process.argv[2] ?? ".");
const release = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: checkout, encoding: "utf8" }).trim();
const work = await temporaryDir();
const [data, shim] = [join(work.dir, "data"), join(work.dir, "ahead.so")];
const url = `http://127.0.0.1:${PORT}`;

/** The release's own start command, `ahead` seconds before this machine's time. Resolves when it serves, with how to stop it and how to kill it. */
async function serve(ahead: number): Promise<{ stop(): Promise<void>; kill(): Promise<void> }> {
  const child = spawn(
    join(checkout, "node_modules/.bin/node"),
    ["scripts/start.ts", "--data", data, "--bundle", "dist/worker"],
    {
      cwd: checkout,
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        PORT: String(PORT),
        CALLS_A_MINUTE: "1000000",
        TOKEN_SECRET: SECRET,
        WEBHOOKS_PRIVATE: "1",
        ...(ahead > 0 && { LD_PRELOAD: shim, AHEAD_SECONDS: String(ahead) }),
      },
    },
  );
  // Its own word: it answers before its database is up to date.
  await new Promise<void>((ready) =>
    child.stdout.on("data", (chunk) => {
      if (String(chunk).includes("Trix is running")) ready();
    }),
  );
  const exited = new Promise((done) => child.once("exit", done));
  const end = async (signal: NodeJS.Signals) => {
    process.kill(signal === "SIGKILL" ? -child.pid! : child.pid!, signal);
    await exited;
  };
  process.once("exit", () => child.exitCode ?? child.kill("SIGTERM"));
  return { stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

/** Writes what stands in the logs of the databases into them, as SQLite does by itself sooner or later. */
function settleDatabases(): void {
  for (const name of readdirSync(data, { recursive: true, encoding: "utf8" }).filter((each) =>
    each.endsWith(".sqlite"),
  )) {
    const database = new DatabaseSync(join(data, name));
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    for (const suffix of ["-wal", "-shm"]) rmSync(join(data, name + suffix), { force: true });
  }
}

execFileSync("cc", ["-O2", "-shared", "-fPIC", "-o", shim, join(import.meta.dirname, "ahead.c")]);
execFileSync(join(checkout, "node_modules/.bin/node"), ["scripts/bundle.ts"], {
  cwd: checkout,
  stdio: "inherit",
  env: { ...process.env, PATH: `${join(checkout, "node_modules/.bin")}:${process.env.PATH}` },
});
const endpoint = await startReceiver({}, HOOK_PORT);

const ahead = await serve(AHEAD);
const scenes = new Scenes(url, AHEAD * 1000);
for (const name of ["Amal", "Basil", "Carla", "Dina", "Emil"]) await scenes.cast.register(name);
const before = scenes.at(-86_400_000);
await makePhases(scenes);
await makeFinished(scenes);
await makeClocks(scenes);
await makeTokens(scenes);
await makeApps(scenes);
await makePlans(scenes);
await makeWaiting(scenes);
const hooks = await makeWebhooks(scenes, endpoint);
// A game that was asked for under a key: the same answer comes again, whatever has happened since.
const once = {
  caller: "emil",
  method: "POST",
  path: "/v1/games",
  headers: { "Idempotency-Key": "golden" },
  body: {
    rules: { kingdoms: 1, mode: "complex" },
    seats: [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }],
  },
};
const answers: StoredAnswer[] = [{ ...once, ...(await askAgain(scenes.cast, once)) }];
scenes.games.once = (answers[0].answer as { id: string }).id;
await scenes.playUntil("once", ({ deal }) => deal!.plays.length > 4);
// History and the players' objects are told of all this.
await sleep(4000);
await ahead.stop();

const now = await serve(0);
const games = { ...scenes.games };
for (const call of await callsFor(scenes.cast, Object.values(games), Object.values(hooks), before))
  answers.push({ ...call, ...(await askAgain(scenes.cast, call)) });
const callers = structuredClone(scenes.cast.callers);
const undone = new Scenes(url, 0);
Object.assign(undone.cast.callers, callers);
const due = await leaveUndone(undone, endpoint);
await now.kill();
await endpoint.close();
settleDatabases();

const golden: Golden = {
  secret: SECRET,
  port: HOOK_PORT,
  callers: undone.cast.callers,
  games,
  hooks,
  answers,
  due,
};
await writeFile(join(data, "golden.json"), JSON.stringify(golden, null, 1));
const packed = await pack(data);
const file = join(import.meta.dirname, `${release}.tar.br`);
await writeFile(file, packed);
await work.remove();
console.log(`${file}: ${statSync(file).size} bytes, ${Object.keys(games).length} games, ${answers.length} answers`);
process.exit(0);
