/** The Worker on this machine: its bundle in workerd through Miniflare, without the slow proxy of `wrangler dev`. */
import { rmSync } from "node:fs";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { V4MiniflareOptions, V4WorkerOptions } from "miniflare";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import type { Bundle, Migration } from "./bundle.ts";
import { build, moduleDefinitions, wrangler } from "./bundle.ts";

export type { Bundle } from "./bundle.ts";
export { build, loadBundle } from "./bundle.ts";

export interface ServerOptions {
  /** Port to listen on; 0, the default, takes a free one. */
  port?: number;
  /** Address to listen on; default 127.0.0.1, so only this machine. */
  host?: string;
  /** Folder that keeps everything across restarts. */
  dataDir?: string;
  /** Keep everything in memory instead, until close(). */
  memory?: boolean;
  /** The Worker's TOKEN_SECRET. */
  secret: string;
  /** An earlier build; without it the Worker is built first. */
  bundle?: Bundle;
  /** More variables for the Worker's environment. */
  vars?: Record<string, string>;
  /** Calls a minute that every budget allows, in place of those of the configuration. */
  callsAMinute?: number;
  /** True when migrate() has run on dataDir; otherwise pending migrations are applied before the promise resolves. */
  migrated?: boolean;
  /** Gets each line that the Worker logs; without it they go to this process's output. */
  onLog?: (log: WorkerLog) => void;
}

/** A line logged by the Worker. `level` is that of console: log, info, warn, error, debug. */
export interface WorkerLog {
  level: string;
  message: string;
}

export interface Server {
  /** Base address without a trailing slash. */
  url: string;
  mf: Miniflare;
  /** Stops the server and, in memory mode, forgets its data. */
  close(): Promise<void>;
}

/** Brings the local D1 in `dataDir` up to date with migrations/, by the same command as in production. */
export async function migrate(dataDir: string): Promise<void> {
  await wrangler("d1", "migrations", "apply", "trix", "--local", "--persist-to", resolve(dataDir));
}

/** Serves the Worker. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { port = 0, host = "127.0.0.1" } = options;
  if ((options.dataDir === undefined) !== (options.memory === true))
    throw new Error("Pass either dataDir or memory: true");
  const bundle = options.bundle ?? (await build());
  const storage =
    options.dataDir === undefined ? await memoryDir() : { dir: resolve(options.dataDir), clear: async () => {} };

  const { assets, ...worker } = bundle.worker;
  const mf = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          ...worker,
          name: bundle.name,
          modules: moduleDefinitions(bundle),
          modulesRoot: bundle.outDir,
          ...(options.callsAMinute !== undefined && { ratelimits: budgetsOf(bundle, options.callsAMinute) }),
          bindings: {
            ...(worker.bindings as object),
            ...options.vars,
            TOKEN_SECRET: options.secret,
            // Every call may create a whole match.
            ...(options.callsAMinute !== undefined && { DEALS_LIMIT: String(options.callsAMinute * DEALS_A_MATCH) }),
          },
          ...(assets !== undefined && {
            serviceBindings: { ...(worker.serviceBindings as object), ASSETS: ASSETS_WORKER },
          }),
        },
        ...(assets === undefined ? [] : [assetsWorker(assets as AssetsOptions, worker.compatibilityDate as string)]),
      ],
      host,
      port,
      // `wrangler --persist-to DIR` keeps its files in DIR/v3.
      resourcePersistencePath: join(storage.dir, "v3"),
      // Else it asks the network for a sample of Request.cf.
      cf: false,
      logRequests: false,
      telemetry: { enabled: false },
      handleStructuredLogs: options.onLog ?? printLog,
    } as V4MiniflareOptions),
  );
  const close = async () => {
    await mf.dispose();
    await storage.clear();
  };
  try {
    const url = (await mf.ready).origin;
    if (options.migrated !== true && bundle.migrations.length > 0) await applyMigrations(mf, bundle.migrations);
    return { url, mf, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The bundle's budgets with another limit. */
function budgetsOf(bundle: Bundle, limit: number): Record<string, unknown> {
  const budgets = Object.entries((bundle.worker.ratelimits as Record<string, object>) ?? {});
  return Object.fromEntries(budgets.map(([name, budget]) => [name, { ...budget, simple: { limit, period: 60 } }]));
}

/** Deals of a whole match. */
const DEALS_A_MATCH = 20;

/** Name of the Worker that has the static files. */
const ASSETS_WORKER = "assets";

type AssetsOptions = NonNullable<V4WorkerOptions["assets"]>;

/**
 * The platform's own file server, as a Worker beside ours. Within ours it would put its router, in JavaScript here, before every request:
 * more than half a millisecond each, for a few pages.
 */
function assetsWorker({ directory, assetConfig }: AssetsOptions, compatibilityDate: string): V4WorkerOptions {
  return {
    name: ASSETS_WORKER,
    modules: true,
    script: "export default {}",
    compatibilityDate,
    assets: { directory, assetConfig, routerConfig: { has_user_worker: false } },
  };
}

/**
 * Applies what is pending through the running server, in milliseconds instead of the seconds that migrate() takes. The record is
 * wrangler's own table, so both can be used on the same data.
 */
async function applyMigrations(mf: Miniflare, migrations: Migration[]): Promise<void> {
  const db = await mf.getD1Database("DB");
  await db
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  for (const { name, sql } of migrations) {
    if (applied.has(name)) continue;
    // The local D1 takes a whole file as one statement, so SQLite itself splits it; a batch is one transaction.
    await db.batch([db.prepare(sql), db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name)]);
  }
}

/** A folder on a memory file system where there is one with room enough, else on disk; removed by clear() or at exit. */
export async function memoryDir(): Promise<{ dir: string; clear(): Promise<void> }> {
  const shm = await statfs("/dev/shm").catch(() => undefined);
  const roomy = shm !== undefined && shm.bavail * shm.bsize > 2 ** 30;
  const dir = await mkdtemp(join(roomy ? "/dev/shm" : tmpdir(), "trix-"));
  const removeAtExit = () => rmSync(dir, { recursive: true, force: true });
  process.once("exit", removeAtExit);
  const clear = async () => {
    process.off("exit", removeAtExit);
    await rm(dir, { recursive: true, force: true });
  };
  return { dir, clear };
}

function printLog({ level, message }: WorkerLog): void {
  if (level === "error" || level === "warn") console.error(message);
  else console.log(message);
}
