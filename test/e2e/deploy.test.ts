import { expect, test } from "vitest";
import { build } from "../../scripts/server.ts";
import { temporaryDir } from "../support/server.ts";

/** The platform's limit for a Worker on the free plan, in bytes gzipped. */
const FREE_PLAN_LIMIT = 3 * 1024 * 1024;

test("a deploy passes its dry run without an account and fits the free plan", async () => {
  const out = await temporaryDir();
  const bundle = await build({ outDir: out.dir });
  await out.remove();
  expect(bundle.modules[0]).toBe("index.js");
  expect(bundle.gzipBytes).toBeGreaterThan(0);
  expect(bundle.gzipBytes).toBeLessThan(FREE_PLAN_LIMIT);
});
