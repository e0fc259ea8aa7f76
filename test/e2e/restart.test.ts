import { afterAll, expect, test } from "vitest";
import type { SpawnedServer } from "../support/server.ts";
import { spawnServer, temporaryDir } from "../support/server.ts";

const data = await temporaryDir();
afterAll(() => data.remove());

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

test("a second server on the same port gives up with one line", async () => {
  const first = await spawnServer({ dataDir: data.dir });
  await expect(spawnServer({ dataDir: data.dir, port: first.port })).rejects.toThrow(
    /code 1:\nPort \d+ is already in use\..*\n$/,
  );
  await first.kill();
});
