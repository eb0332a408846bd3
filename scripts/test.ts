/** `pnpm test`: check and every test but the long ones, in parallel. Ends with the line `N passed, N failed`. */
import { checkSteps } from "./check.ts"
import { readTestFlags } from "./support/testFlags.ts"
import { runSteps } from "./support/steps.ts"
import {
  endWith,
  isComplete,
  judge,
  keepRun,
  printJudgement,
  printSkipped,
  runTests
} from "./support/testRuns.ts"

const usage = `test: check, and every test that takes less than a minute; ends with the line "N passed, N failed"

  test contract-tests          check, and the test files whose path holds this
  test --reporter=json         shown by a reporter of vitest, or by several
  test -- -t "keep-alive"      check, and vitest with options of its own

See also: test:long, the tests that take minutes; test:proof, the requirement table over both.`

const { chosen, reporters } = readTestFlags(usage)
// Vitest already uses four workers for two cores, so checks run one at a time beside them.
const [checks, tests] = await Promise.all([runSteps(checkSteps, 1), runTests("test", chosen, reporters)])
const whole = chosen.length === 0 && isComplete(tests)
const judgement = whole ? judge(tests.citations, "test") : undefined
if (judgement !== undefined) printJudgement(judgement)
printSkipped(tests)
const failedChecks = checks.filter(({ passed }) => !passed)
for (const { step } of failedChecks) console.log(`FAIL check: ${step.name} (its output is above)`)
const counted = { passed: checks.length - failedChecks.length, failed: failedChecks.length }
const failures = [...tests.failures, ...failedChecks.map(({ step }) => `check: ${step.name}`)]
keepRun("test", { ...tests, failures, whole, checks: counted })
endWith(tests.passed + counted.passed, tests.failed + counted.failed + (judgement?.gaps.length ?? 0))
