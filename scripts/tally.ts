/**
 * Ends a test run with one line, `N passed, N failed`, out of Vitest's JSON report.
 * Usage: node scripts/tally.ts REPORT STATUS, where STATUS is the test command's exit code. Ends with a failure when the command or
 * any test failed, or when no test ran.
 */
import { readFileSync } from 'node:fs'

/** The parts of Vitest's report that count. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

const [file = '', status = '1'] = process.argv.slice(2)
const text = readFileSync(file, 'utf8')
if (text === '') {
  // The command failed before Vitest could report, at the type check for instance.
  console.error('No test ran.')
  process.exit(Number(status) || 1)
}
const report = JSON.parse(text) as Report
const passed = report.numPassedTests
// A file that could not even be loaded has no failed test, yet all of its tests are missing.
const brokenFiles = report.testResults.filter(({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some(test => test.status === 'failed')).length
// A run that failed outside any test, by an unhandled rejection for instance, is a failure as well.
const failed = Math.max(report.numFailedTests + brokenFiles, status === '0' ? 0 : 1)
const skipped = report.numPendingTests + report.numTodoTests
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 || passed === 0 ? Number(status) || 1 : 0)
