import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../../scripts/bundle.ts";
import type { SpawnedServer } from "../support/server.ts";
import { spawnServer, temporaryDir, testBundle, until } from "../support/server.ts";

const data = await temporaryDir();
afterAll(() => data.remove());

/** Whether a process, or with a negative id anything of its group, is there. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function bootId(server: SpawnedServer): Promise<string> {
  const { boot } = (await (await fetch(`${server.url}/healthz`)).json()) as { boot: string };
  expect(boot).toEqual(expect.any(String));
  return boot;
}

test("a killed server is really gone, and another takes over its port and its data", async () => {
  const first = await spawnServer({ dataDir: data.dir });
  const before = await bootId(first);
  expect(await bootId(first)).toBe(before);
  await first.kill();
  await expect(fetch(`${first.url}/healthz`)).rejects.toThrow();

  const second = await spawnServer({ dataDir: data.dir, port: first.port });
  expect(await bootId(second)).not.toBe(before);
  expect(await second.stop()).toBe(0);
});

test("a second server on the same port or the same data gives up with one line", async () => {
  const first = await spawnServer({ dataDir: data.dir });
  await expect(spawnServer({ dataDir: data.dir, port: first.port })).rejects.toThrow(
    /code 1:\nPort \d+ is already in use\..*\n$/,
  );
  await expect(spawnServer({ dataDir: data.dir })).rejects.toThrow(
    /code 1:\nThe data in \S+ is already in use by another server \(process \d+\)\. Stop it, .*\n$/,
  );
  // Killed without a word, it leaves nothing that would keep the next one out.
  await first.kill();
  await (await spawnServer({ dataDir: data.dir })).stop();
});

test("a server that is stopped while it starts leaves no process behind", async () => {
  const { outDir } = await testBundle();
  for (const afterMs of [50, 300, 700]) {
    const child = spawn(process.execPath, ["scripts/start.ts", "--data", data.dir, "--bundle", outDir], {
      cwd: ROOT,
      detached: true,
      stdio: "ignore",
      env: { ...process.env, PORT: "0" },
    });
    const exited = new Promise((done) => child.once("exit", done));
    await sleep(afterMs);
    process.kill(-child.pid!, "SIGTERM");
    await exited;
    await until(async () => !isAlive(-child.pid!), "its group to be empty");
  }
});
