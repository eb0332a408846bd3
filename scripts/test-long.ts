/**
 * `pnpm test:long`, the evidence: the tests that take minutes, or need tools that npm doesn't install. A whole run writes
 * evidence/test-long.json, which the gate's requirement table reads. Ends with the line `N passed, N failed`.
 */
import { performance } from "node:perf_hooks"
import { checkedOut, EVIDENCE_FILE, writeEvidence } from "./support/evidence.ts"
import { endWith, isComplete, keepRun, printClosing, readTestFlags, runTests } from "./support/testRuns.ts"

const usage = `test:long: the tests that take minutes, or need tools that npm doesn't install (Java, Go, Python, Rust)

  test:long                    all of them, on a quiet machine; writes ${EVIDENCE_FILE}
  test:long foreign-clients    the files whose path holds this
  test:long --reporter=json    shown by a reporter of vitest, or by several
  test:long -- -t "Rust"       vitest with options of its own`

const { chosen, reporters } = readTestFlags(usage)
const whole = chosen.length === 0
const commit = whole ? checkedOut() : ""
const began = performance.now()
const tests = await runTests("long", chosen, reporters)
const failures = printClosing(tests)
keepRun("long", { ...tests, failures, whole: whole && isComplete(tests), checks: { passed: 0, failed: 0 } })
if (whole && isComplete(tests)) writeEvidence(tests, commit, (performance.now() - began) / 1000)
endWith(tests.passed, failures.length)
