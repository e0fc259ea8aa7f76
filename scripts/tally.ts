/**
 * Summarizes Vitest's JSON reports in one line, `N passed, N failed`.
 * Usage: node scripts/tally.ts REPORT STATUS [REPORT STATUS ...], where STATUS is the exit code of the test command that wrote the
 * report. Fails if a command or any test failed, or if one of the commands ran no test.
 */
import { readFileSync } from "node:fs";

/** The parts of Vitest's report that are used here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The result of one run. */
function countsOf(file: string, status: string): Counts {
  const text = readFileSync(file, "utf8");
  if (text === "") {
    // The command failed before Vitest could report, at the type check for instance.
    console.error(`No test ran. The command exited with code ${status}.`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const report = JSON.parse(text) as Report;
  // A file that could not even be loaded has no failed test, yet all of its tests are missing.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  ).length;
  const passed = report.numPassedTests;
  return {
    passed,
    // A run that failed outside any test, by an unhandled rejection for instance, is a failure as well, and so is an empty one.
    failed: Math.max(report.numFailedTests + brokenFiles, status === "0" && passed > 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const runs: Counts[] = [];
for (let at = 2; at < process.argv.length; at += 2) runs.push(countsOf(process.argv[at], process.argv[at + 1] ?? "1"));
const sum = (count: keyof Counts): number => runs.reduce((total, run) => total + run[count], 0);
const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
