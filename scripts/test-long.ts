/**
 * `pnpm test:long`: the tests that take minutes, or need tools that npm doesn't install. Ends with the line `N passed,
 * N failed`.
 */
import { readTestFlags } from "./support/testFlags.ts"
import { endWith, isComplete, keepRun, printSkipped, runTests } from "./support/testRuns.ts"

const usage = `test:long: the tests that take minutes, or need tools that npm doesn't install (Java, Go, Python, Rust)

  test:long foreign-clients    the files whose path holds this
  test:long --reporter=json    shown by a reporter of vitest, or by several
  test:long -- -t "Rust"       vitest with options of its own`

const { chosen, reporters } = readTestFlags(usage)
const tests = await runTests("long", chosen, reporters)
printSkipped(tests)
keepRun("long", {
  ...tests,
  whole: chosen.length === 0 && isComplete(tests),
  checks: { passed: 0, failed: 0 }
})
endWith(tests.passed, tests.failed)
