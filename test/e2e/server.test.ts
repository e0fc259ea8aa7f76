import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../support/server.ts";
import { startTestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("a server in memory has every migration applied", async () => {
  const db = await server.mf.getD1Database("DB");
  const { results } = await db.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
  expect(results.length).toBeGreaterThan(0);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(server.logs.filter((log) => log.level === "error")).toEqual([]);
});
