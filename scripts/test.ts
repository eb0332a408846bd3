/** `pnpm test`, the gate: check, then every test but the long ones. Ends with the line `N passed, N failed`. */
import { checkSteps } from "./check.ts"
import {
  endWith,
  isComplete,
  judge,
  keepRun,
  printClosing,
  printJudgement,
  readTestFlags,
  runTests
} from "./support/testRuns.ts"
import { runSteps } from "./support/steps.ts"

const usage = `test: check, and every test whose verdict needs no clock; ends with the line "N passed, N failed"

  test contract-tests          check, and the test files whose path holds this
  test --reporter=json         shown by a reporter of vitest, or by several
  test -- -t "keep-alive"      check, and vitest with options of its own
  test -- --project=pure       check, and one project: pure, database or programs

See also: test:long, the tests that take minutes.`

const { chosen, reporters } = readTestFlags(usage)
// Before the tests, so that tsc and a browser don't share two cores.
const checks = await runSteps(checkSteps)
const tests = await runTests("test", chosen, reporters)
const whole = chosen.length === 0 && isComplete(tests)
const judgement = whole ? judge(tests.citations) : undefined
if (judgement !== undefined) printJudgement(judgement)
const failedChecks = checks.filter(({ passed }) => !passed)
const failures = [
  ...printClosing(tests),
  ...(judgement?.gaps ?? []),
  ...failedChecks.map(({ step }) => `check: ${step.name}`)
]
for (const { step } of failedChecks) console.log(`FAIL check: ${step.name} (its output is above)`)
const passedChecks = checks.length - failedChecks.length
keepRun("test", {
  ...tests,
  failed: failures.length,
  failures,
  whole,
  checks: { passed: passedChecks, failed: failedChecks.length }
})
// A file that can't be loaded is one failure; a crash of vitest is one, too.
endWith(tests.passed + passedChecks, failures.length)
