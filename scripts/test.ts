/** `pnpm test`: everything that CI runs. Ends with the line `N passed, N failed`. */
import { readFile, rm } from "node:fs/promises"
import process from "node:process"
import { spawn } from "node:child_process"
import { checkSteps } from "./check.ts"
import { commandLine, readFlags } from "./support/commandLine.ts"
import { compileCache } from "./support/compileCache.ts"
import { runSteps } from "./support/steps.ts"

const summaryFile = `${process.cwd()}/.data/test-summary.json`

/** Run vitest with its output shown as it comes; the reporter leaves the counts in the summary file. */
const runVitest = async (args: ReadonlyArray<string>): Promise<{ passed: number; failed: number }> => {
  await rm(summaryFile, { force: true })
  const code = await new Promise<number>((resolve) => {
    const child = spawn("vitest", ["run", ...args], {
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        NODE_COMPILE_CACHE: compileCache,
        ...process.env,
        TEST_SUMMARY_FILE: summaryFile,
        TEST_WHOLE_RUN: args.length === 0 ? "1" : "0"
      }
    })
    child.on("error", () => resolve(1))
    child.on("close", (exit) => resolve(exit ?? 1))
  })
  const summary = await readFile(summaryFile, "utf8").then(JSON.parse, () => ({ passed: 0, failed: 1 }))
  // A run that fails without a failed test (an unhandled error, a requirement without proof) is still a failure.
  return code !== 0 && summary.failed === 0 ? { ...summary, failed: 1 } : summary
}

const usage = `test: everything that CI runs: check, then every test; ends with the line "N passed, N failed"

  test contract-tests          check, and the test files whose path holds this
  test -- -t "keep-alive"      check, and vitest with options of its own`

const { positionals } = commandLine(usage, (args) => readFlags(args, {}, Number.POSITIVE_INFINITY))
const checks = await runSteps(checkSteps)
const tests = await runVitest(positionals)
const passed = tests.passed + checks.filter((check) => check.passed).length
const failed = tests.failed + checks.filter((check) => !check.passed).length
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
