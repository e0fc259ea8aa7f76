/** After all end-to-end tests: what the published description promises was asked for, and answered so. */

import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/bundle.ts";
import { operations } from "./judge.ts";
import { kept } from "./records.ts";

const files = kept();
const missing = globSync("test/e2e/**/*.test.ts", { cwd: ROOT }).filter(
  (file) => !files.some((seen) => seen.file === join(ROOT, file)),
);
const answers = new Set(files.flatMap((seen) => seen.answers));

/** A run of some of the files can say nothing about what none of them asks for. */
describe.skipIf(missing.length > 0)("the end-to-end tests have seen", () => {
  test.each(operations)("$id answer with every status below 500 that is documented", ({ id, definition }) => {
    // A socket that opens is no answer that `fetch` could see: its messages are judged where they come.
    const documented = Object.keys(definition.responses).filter((status) => status >= "200" && status < "500");
    expect(documented.filter((status) => !answers.has(`${id} ${status}`))).toEqual([]);
  });

  test("no answer that breaks the description, not even where a test looked away", () => {
    expect(files.flatMap(({ faults }) => faults)).toEqual([]);
  });
});
