import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../scripts/server.ts";
import { startTestServer, type TestServer, temporaryDir } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("wrangler and the server agree on what is migrated in a data folder", async () => {
  const data = await temporaryDir();
  await migrate(data.dir);
  const kept = await startTestServer({ dataDir: data.dir });
  const db = await kept.mf.getD1Database("DB");
  const applied = await db
    .prepare("SELECT name, count(*) AS times FROM d1_migrations GROUP BY name ORDER BY name")
    .all<{ name: string; times: number }>();
  const inMemory = await (await server.mf.getD1Database("DB"))
    .prepare("SELECT name, 1 AS times FROM d1_migrations ORDER BY name")
    .all();
  expect(applied.results).toEqual(inMemory.results);
  await kept.close();
  await migrate(data.dir);
  await data.remove();
});
