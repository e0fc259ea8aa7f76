/** Servers for tests: one inside this process, or one in a process group of its own that can be killed for real. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../../scripts/bundle.ts";
import type { Bundle, Server, ServerOptions, WorkerLog } from "../../scripts/server.ts";
import { build, loadBundle, startServer } from "../../scripts/server.ts";
import { BUNDLE_VARIABLE } from "./bundle.ts";

/** TOKEN_SECRET of servers that were given none. */
export const TEST_SECRET = "a secret for tests only, of no use elsewhere";

/** How the start command says that it serves. */
const READY_LINE = "Trix is running at";

/** How long a spawned server may take to answer, and its port to fall silent, in milliseconds. */
const PATIENCE = 20_000;

let built: Promise<Bundle> | undefined;

/** The Worker's bundle: the one made at the start of the vitest run, or in a plain script one made at the first call. */
export function testBundle(): Promise<Bundle> {
  const outDir = process.env[BUNDLE_VARIABLE];
  built ??= outDir === undefined ? buildForScript() : loadBundle(outDir);
  return built;
}

function buildForScript(): Promise<Bundle> {
  const outDir = join(ROOT, `dist/script-${process.pid}`);
  process.once("exit", () => rmSync(outDir, { recursive: true, force: true }));
  return build({ outDir });
}

export interface TestServer extends Server {
  /** All that the Worker has logged so far. */
  logs: WorkerLog[];
}

/** Starts a server inside this process, its data in memory unless `dataDir` is given, its migrations applied. */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const logs: WorkerLog[] = [];
  const server = await startServer({
    memory: options.dataDir === undefined,
    secret: TEST_SECRET,
    // Tests call as often as they like, from one address.
    callsAMinute: 1_000_000,
    onLog: (log) => logs.push(log),
    ...options,
    bundle: options.bundle ?? (await testBundle()),
  });
  return { ...server, logs };
}

export interface SpawnOptions {
  /** Folder that keeps the data from one spawn to the next. */
  dataDir: string;
  /** Default: a free one. Give the first server's port to its successor. */
  port?: number;
  secret?: string;
  bundle?: Bundle;
}

export interface SpawnedServer {
  url: string;
  port: number;
  /** What the processes have printed so far. */
  output(): string;
  /** SIGTERM, as an operator would; resolves with the exit code when the port is silent. */
  stop(): Promise<number | null>;
  /** SIGKILL to all its processes at once, as a crash would; resolves when the port is silent. */
  kill(): Promise<void>;
}

/** Runs the start command in a process group of its own and waits until /healthz answers. Skips bundling. */
export async function spawnServer(options: SpawnOptions): Promise<SpawnedServer> {
  const port = options.port ?? (await freePort());
  const { outDir } = options.bundle ?? (await testBundle());
  const child = spawn(process.execPath, ["scripts/start.ts", "--data", options.dataDir, "--bundle", outDir], {
    cwd: ROOT,
    // A group of its own: killing the parent alone leaves workerd behind, still answering.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      CALLS_A_MINUTE: "1000000",
      TOKEN_SECRET: options.secret ?? TEST_SECRET,
    },
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const exited = new Promise<number | null>((done) => child.once("exit", done));

  const group = child.pid!;
  livingGroups.add(group);
  const gone = async () => {
    const code = await exited;
    await until(async () => !(await listens(port)), `port ${port} to fall silent`);
    livingGroups.delete(group);
    return code;
  };
  const server: SpawnedServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    output: () => output,
    stop: async () => {
      child.kill("SIGTERM");
      return gone();
    },
    kill: async () => {
      killGroup(group);
      await gone();
    },
  };
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}:\n${output}`);
      // Its own word first: another server on the same port would answer as well.
      if (!output.includes(READY_LINE)) return false;
      const response = await fetch(`${server.url}/healthz`).catch(() => undefined);
      await response?.body?.cancel();
      return response?.ok === true;
    }, "the server to answer");
  } catch (error) {
    killGroup(group);
    livingGroups.delete(group);
    throw error;
  }
  return server;
}

/** Process groups to end with this process, so that a test that fails leaves no server behind. */
const livingGroups = new Set<number>();
process.once("exit", killLivingGroups);
// The test runner ends its processes so; they would not pass `exit`.
process.once("SIGTERM", () => {
  killLivingGroups();
  process.kill(process.pid, "SIGTERM");
});

function killLivingGroups(): void {
  for (const group of livingGroups) killGroup(group);
}

function killGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch (error) {
    // ESRCH: nobody is left in it.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** A new folder for data, and how to remove it. */
export async function temporaryDir(): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), "trix-"));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

async function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket
      .once("connect", () => {
        socket.destroy();
        done(true);
      })
      .once("error", () => done(false));
  });
}

/** Resolves once that holds. Rejects after `PATIENCE`. */
export async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited ${PATIENCE} ms in vain for ${what}`);
    await sleep(25);
  }
}
