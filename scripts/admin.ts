/**
 * `npm run admin -- [--url URL] COMMAND`: what whoever runs a server can do there. The secret is the server's ADMIN_SECRET, from the
 * environment or, for a server on this machine, from .dev.vars; never an argument, which a shell would remember.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { ROOT } from "./bundle.ts";

const USAGE = `Usage: npm run admin -- [--url URL] COMMAND
  list-heavy               the running games that get on fastest, and the accounts that run the most
  end-game GAME            ends a game; its players see game_aborted, and no series goes on from it
  revoke-tokens ACCOUNT    locks an account out: all its tokens and those of its apps stop working
URL defaults to http://127.0.0.1:8787. The secret comes from ADMIN_SECRET or, on this machine, from .dev.vars.
Start a local server with \`npm start -- --admin\` to make one.`;

const { values, positionals } = parseArgs({
  options: { url: { type: "string", default: "http://127.0.0.1:8787" } },
  allowPositionals: true,
});
const [command, target] = positionals;
const body = bodyOf();
const secret = process.env.ADMIN_SECRET || (await localSecret());
if (!secret) fail("Set ADMIN_SECRET to the secret of the server.");

const response = await fetch(new URL("/admin", values.url), {
  method: "POST",
  headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
  body: JSON.stringify(body),
}).catch((error: Error) => fail(`${values.url} cannot be reached: ${String(error.cause ?? error)}`));
if (response.status === 404 && ((await response.clone().json()) as { code?: string }).code === "not_found")
  fail("The server has no ADMIN_SECRET of at least 32 characters, or another one than yours.");
const answer = (await response.json()) as { detail?: string; games?: object[]; accounts?: object[]; running?: number };
if (!response.ok) fail(answer.detail ?? `The server answered ${response.status}.`);
if (answer.games !== undefined) {
  console.log(`${answer.running} running games. The fastest:`);
  console.table(answer.games);
  console.log("The accounts that have created the most of them:");
  console.table(answer.accounts);
} else console.log(JSON.stringify(answer));

function bodyOf(): object {
  if (command === "list-heavy" && target === undefined) return { command };
  if (command === "end-game" && target !== undefined) return { command, game: target };
  if (command === "revoke-tokens" && target !== undefined) return { command, account: target };
  return fail(USAGE);
}

/** The secret of the server on this machine; for another one it must not be sent. */
async function localSecret(): Promise<string | undefined> {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])$/.test(new URL(values.url).hostname)) return undefined;
  const text = await readFile(join(ROOT, ".dev.vars"), "utf8").catch(() => "");
  return parseEnv(text).ADMIN_SECRET;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
