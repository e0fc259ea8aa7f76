/** Bundles the Worker once for all end-to-end tests of a run. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../scripts/bundle.ts";
import { build } from "../../scripts/server.ts";

/** Environment variable by which the test processes find the bundle. */
export const BUNDLE_VARIABLE = "TRIX_TEST_BUNDLE";

// One folder a process, so that two runs in the same tree do not overwrite each other's bundle.
const outDir = join(ROOT, `dist/test-${process.pid}`);

export async function setup(): Promise<void> {
  await build({ outDir });
  process.env[BUNDLE_VARIABLE] = outDir;
}

export async function teardown(): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
}
