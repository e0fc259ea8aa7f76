/**
 * `npm run statistics -- --check` lists the players whose statistics are not what the facts of their games come to, and ends with 1 where
 * there are any. `-- --write` makes all statistics anew from those facts. Flags: --data DIR (default .data), or --remote for the deployed database.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { NEW_SUMS, WRONG_SUMS } from "../src/history/tally.ts";
import { ROOT, wrangler } from "./bundle.ts";

const { values: flags } = parseArgs({
  options: {
    check: { type: "boolean" },
    write: { type: "boolean" },
    remote: { type: "boolean" },
    data: { type: "string" },
  },
});

if (flags.check === flags.write) {
  console.error("Say what to do: npm run statistics -- --check, or -- --write.");
  process.exit(2);
}

const database = [
  "trix",
  ...(flags.remote ? ["--remote"] : ["--local", "--persist-to", resolve(flags.data ?? join(ROOT, ".data"))]),
];

/** Runs a file of SQL as one transaction. */
async function write(sql: string): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "trix-"));
  const file = join(dir, "statistics.sql");
  try {
    await writeFile(file, sql);
    await wrangler("d1", "execute", ...database, "--yes", "--file", file);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The rows that a statement gives. */
async function ask<Row>(sql: string): Promise<Row[]> {
  const output = await wrangler("d1", "execute", ...database, "--json", "--command", sql);
  return JSON.parse(output.slice(output.indexOf("[")))[0].results;
}

if (flags.write) {
  await write(`${NEW_SUMS.join(";\n")};\n`);
  console.log("All statistics are what the games come to.");
} else {
  const wrong = await ask<{ player_id: string }>(WRONG_SUMS);
  for (const { player_id } of wrong) console.log(player_id);
  console.log(wrong.length === 0 ? "All statistics are right." : `${wrong.length} players have wrong statistics.`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
