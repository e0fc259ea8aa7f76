/** Where a run of the end-to-end tests keeps which answers it has seen: one file a test file. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Environment variable by which the test processes find the folder. */
const VARIABLE = "TRIX_TEST_CONTRACT";

/** What one test file has seen. */
export interface Seen {
  /** The test file. */
  file: string;
  /** `operation status`, each once. */
  answers: string[];
  /** Answers that break the description. They fail the tests that got them as well, unless those look away. */
  faults: string[];
}

let folder: string;

/** For Vitest, before the first and after the last of the end-to-end tests. */
export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), "trix-contract-"));
  process.env[VARIABLE] = folder;
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}

export function keep(seen: Seen): void {
  writeFileSync(join(process.env[VARIABLE]!, `${crypto.randomUUID()}.json`), JSON.stringify(seen));
}

/** What all test files of this run have seen so far; none where no end-to-end test ran. */
export function kept(): Seen[] {
  const kept = process.env[VARIABLE];
  return kept === undefined
    ? []
    : readdirSync(kept).map((name) => JSON.parse(readFileSync(join(kept, name), "utf8")) as Seen);
}
