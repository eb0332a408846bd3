import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import process from "node:process"
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node"
import type { Citation } from "./requirements.ts"

/** The tests and the time of a file. `project` is empty where the configuration has none. */
export interface TestFile {
  readonly file: string
  readonly project: string
  readonly tests: number
  /** Its worker's time, imports included. */
  readonly seconds: number
}

/** The record of a vitest run in a file: its counts, and the tests that cite a requirement. */
export interface TestRecord {
  readonly passed: number
  readonly failed: number
  /** For each failure its file, its title, and the beginning and end of its message. */
  readonly failures: ReadonlyArray<string>
  /** The tests that passed at their second try. */
  readonly flaky: ReadonlyArray<string>
  readonly skipped: ReadonlyArray<string>
  readonly files: ReadonlyArray<TestFile>
  readonly citations: ReadonlyArray<Citation>
}

/**
 * The ids that a title cites, in brackets: `[R-3-5, R-3-6]`. An id outside of brackets is the title's subject, not a
 * citation.
 */
const cited = (title: string): ReadonlyArray<string> =>
  [...title.matchAll(/\[R-[^\]]*\]/g)].flatMap(([ids]) => ids.match(/R-\d+(?:\.\d+)?-\d+/g) ?? [])

const nameOf = (test: TestCase | TestSuite): string => `${test.module.relativeModuleId} > ${test.fullName}`

const secondsOf = (module: TestModule): number => {
  const { collectDuration, duration, environmentSetupDuration, setupDuration } = module.diagnostic()
  return Math.round((collectDuration + duration + environmentSetupDuration + setupDuration) / 100) / 10
}

/** How many lines of a message are kept after its first: the last ones, where a program that failed says why. */
const LAST_LINES = 12

/** An error's first line, and its last ones indented below: enough to find the cause where only this is shown. */
const inShort = (error: unknown): string => {
  const message = String((error as { readonly message?: unknown } | undefined)?.message ?? error)
  const [first = "", ...others] = message.split("\n").filter((line) => line.trim() !== "")
  return [first, ...others.slice(-LAST_LINES).map((line) => `  ${line.slice(0, 300)}`)].join("\n")
}

/**
 * Writes the record of a run to TEST_RECORD_FILE, and prints each failure when it happens: vitest prints them when the run
 * ends, which in the evidence is an hour later.
 */
export default class TestRecorder implements Reporter {
  onTestCaseResult(test: TestCase) {
    const { errors, state } = test.result()
    if (state === "failed") console.error(`FAILED ${nameOf(test)}: ${inShort(errors?.[0])}`)
  }

  /** A group whose beforeAll or afterAll failed. Its tests count as skipped. */
  onTestSuiteResult(suite: TestSuite) {
    const [error] = suite.errors()
    if (error !== undefined) console.error(`FAILED ${nameOf(suite)}: ${inShort(error)}`)
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>) {
    const file = process.env["TEST_RECORD_FILE"]
    if (file === undefined) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const failedModules = modules.filter(
      (module) => module.state() === "failed" && module.errors().length > 0
    )
    const failedSuites = modules
      .flatMap((module) => [...module.children.allSuites()])
      .filter((suite) => suite.errors().length > 0)
    const failures = [
      ...inState("failed").map((test) => `${nameOf(test)}: ${inShort(test.result().errors?.[0])}`),
      ...failedSuites.map((suite) => `${nameOf(suite)}: ${inShort(suite.errors()[0])}`),
      ...failedModules.map((module) => `${module.relativeModuleId}: ${inShort(module.errors()[0])}`),
      ...errors.map(inShort)
    ]
    const record: TestRecord = {
      passed: inState("passed").length,
      failed: failures.length,
      failures,
      // With the error of the first try, which is the only trace of what went wrong.
      flaky: tests
        .filter((test) => test.diagnostic()?.flaky === true)
        .map((test) => `${nameOf(test)}: ${inShort(test.result().errors?.[0])}`),
      skipped: inState("skipped").map(nameOf),
      files: modules.map((module) => ({
        file: module.relativeModuleId,
        project: module.project.name,
        tests: [...module.children.allTests()].length,
        seconds: secondsOf(module)
      })),
      citations: tests.flatMap((test) =>
        cited(test.fullName).map((id) => ({
          id,
          file: test.module.relativeModuleId,
          title: test.fullName,
          passed: test.result().state === "passed"
        }))
      )
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(record))
  }
}
