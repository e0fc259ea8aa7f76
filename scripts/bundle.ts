/** Bundles the Worker the way a deploy does, and keeps beside it what is needed to run it locally. */
import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { V4WorkerOptions } from "miniflare";
import { makeAssets } from "./assets.ts";

/** The project's folder. */
export const ROOT = resolve(import.meta.dirname, "..");

/** Where `npm start` and `npm run build` put the bundle. */
export const DEFAULT_OUT_DIR = join(ROOT, "dist/worker");

/** One file of migrations/: its name and its SQL. */
export interface Migration {
  name: string;
  sql: string;
}

/** A bundled Worker with its configuration: all that a server needs, so that a restart needs neither wrangler nor a build. */
export interface Bundle {
  /** Folder that holds everything named here. */
  outDir: string;
  /** Name of the Worker, which is part of where its data lives on disk. */
  name: string;
  /** Bundled modules, relative to outDir, the entry first. */
  modules: string[];
  /** Bindings and compatibility settings, read from the wrangler configuration; without secrets. */
  worker: Record<string, unknown>;
  /** D1 migrations in the order in which they apply. */
  migrations: Migration[];
  /** Size of all modules, in bytes. */
  bytes: number;
  /** The same, gzipped: the number that the platform limits. */
  gzipBytes: number;
}

export interface BuildOptions {
  /** Another entry than the configuration's `main`, such as a file of test/support. */
  entry?: string;
  /** Another wrangler configuration; default wrangler.toml. */
  config?: string;
  /** Folder to bundle into; it is emptied first. */
  outDir?: string;
}

/** What wrangler's module rules make of a file beside the entry. */
const MODULE_TYPES: Record<string, "ESModule" | "Text" | "Data" | "CompiledWasm"> = {
  ".js": "ESModule",
  ".mjs": "ESModule",
  ".sql": "Text",
  ".txt": "Text",
  ".html": "Text",
  ".bin": "Data",
  ".wasm": "CompiledWasm",
};

/** File in outDir that holds the Bundle itself. */
const DESCRIPTION = "bundle.json";

/**
 * Runs wrangler quietly and offline.
 * @returns what it printed
 * @throws Error with what it printed, when it fails
 */
export async function wrangler(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, "node_modules/wrangler/bin/wrangler.js"), ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    // It has children of its own. A group of theirs ends whole, when this process ends before them.
    detached: true,
    // CI answers its questions with yes; the banner is what looks for updates.
    env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
  });
  const endWhole = () => process.kill(-child.pid!, "SIGKILL");
  process.once("exit", endWhole);
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((done, fail) => child.once("error", fail).once("close", done)).finally(
    () => process.off("exit", endWhole),
  );
  if (code !== 0) throw new Error(`wrangler ${args.join(" ")} failed (exit code ${code}):\n${output}`);
  return output;
}

/** Bundles the Worker with `wrangler deploy --dry-run`, about two seconds. */
export async function build(options: BuildOptions = {}): Promise<Bundle> {
  const outDir = resolve(options.outDir ?? DEFAULT_OUT_DIR);
  const config = resolve(options.config ?? join(ROOT, "wrangler.toml"));
  await rm(outDir, { recursive: true, force: true });
  await Promise.all([mkdir(outDir, { recursive: true }), makeAssets()]);
  const entry = options.entry === undefined ? [] : [resolve(options.entry)];
  const [settings] = await Promise.all([
    readSettings(config),
    wrangler("deploy", ...entry, "--config", config, "--dry-run", "--outdir", outDir),
  ]);
  const modules = await listModules(outDir, basename(entry[0] ?? settings.main));
  const contents = await Promise.all(modules.map((file) => readFile(join(outDir, file))));
  const bundle: Bundle = {
    outDir,
    modules,
    ...settings,
    bytes: contents.reduce((sum, content) => sum + content.length, 0),
    gzipBytes: gzipSync(Buffer.concat(contents)).length,
  };
  await writeFile(join(outDir, DESCRIPTION), JSON.stringify(bundle, null, 2));
  return bundle;
}

/** Reads back what an earlier build() wrote into `outDir`. */
export async function loadBundle(outDir: string): Promise<Bundle> {
  const text = await readFile(join(outDir, DESCRIPTION), "utf8").catch(() => {
    throw new Error(`There is no bundle in ${outDir}. Run npm run build first.`);
  });
  return { ...(JSON.parse(text) as Bundle), outDir: resolve(outDir) };
}

/** The bundle's modules as Miniflare wants them. */
export function moduleDefinitions(bundle: Bundle): Extract<V4WorkerOptions["modules"], unknown[]> {
  return bundle.modules.map((file) => ({ type: MODULE_TYPES[extname(file)]!, path: join(bundle.outDir, file) }));
}

async function readSettings(
  config: string,
): Promise<Pick<Bundle, "name" | "worker" | "migrations"> & { main: string }> {
  // Set before the import, else it reports each file of secrets that it comes across.
  process.env.WRANGLER_LOG ??= "warn";
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import("wrangler");
  const { name, main, vars, d1_databases } = unstable_readConfig({ config });
  if (name === undefined || main === undefined) throw new Error(`${config} doesn't name a Worker or has no main`);
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  // Only the configuration's own variables: wrangler would add those of .dev.vars, and secrets do not belong in dist/.
  const worker = { ...workerOptions, bindings: vars };
  const migrationsDir = d1_databases[0]?.migrations_dir;
  const migrations =
    d1_databases.length === 0 ? [] : await readMigrations(resolve(dirname(config), migrationsDir ?? "migrations"));
  return { name, main, worker, migrations };
}

async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(join(dir, name), "utf8") })));
}

async function listModules(outDir: string, entry: string): Promise<string[]> {
  const main = entry.replace(/\.[cm]?tsx?$/, ".js");
  const files = (await readdir(outDir, { recursive: true })).filter((file) => extname(file) in MODULE_TYPES);
  if (!files.includes(main)) throw new Error(`wrangler didn't write ${main} to ${outDir}`);
  return [main, ...files.filter((file) => file !== main)];
}

if (import.meta.main) {
  const { outDir, bytes, gzipBytes } = await build();
  const kib = (size: number) => `${(size / 1024).toFixed(0)} KiB`;
  console.log(`${outDir}: ${kib(bytes)}, gzipped ${kib(gzipBytes)}`);
}
