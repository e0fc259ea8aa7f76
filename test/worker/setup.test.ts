import { env } from "cloudflare:workers";
import { expect, test } from "vitest";

test("the D1 of the worker tests has every migration applied", async () => {
  const { results } = await env.DB.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
  expect(results.map((row) => row.name)).toEqual(env.TEST_MIGRATIONS.map((migration) => migration.name));
  expect(results.length).toBeGreaterThan(0);
});
