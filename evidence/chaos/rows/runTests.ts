import * as Effect from "effect/Effect"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

/** The folder of the service's sources and their tests. */
export const SOURCES = "packages/service/src"

/** The result of some tests: the first that failed, and why, or null if all of them passed. */
export interface TestRun {
  readonly caught: string | null
  readonly message: string | null
  readonly passed: number
}

interface Report {
  readonly numPassedTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: ReadonlyArray<{
      readonly status: string
      readonly fullName: string
      /** Null of a test that failed with something that isn't an error. */
      readonly failureMessages: ReadonlyArray<string | null>
    }>
  }>
}

const fileOf = (name: string) => name.slice(name.indexOf(SOURCES) + SOURCES.length + 1)

const readReport = (file: string): TestRun => {
  const { numPassedTests, testResults }: Report = JSON.parse(readFileSync(file, "utf8"))
  const red = testResults.find(({ status }) => status === "failed")
  if (red === undefined) return { caught: null, message: null, passed: numPassedTests }
  const test = red.assertionResults.find(({ status }) => status === "failed")
  const message = test?.failureMessages[0] ?? red.message
  const caught = `${fileOf(red.name)}: ${test?.fullName ?? red.message.split("\n")[0]}`
  return { caught, message: message.split("\n").slice(0, 6).join("\n"), passed: numPassedTests }
}

/** Ends the tests and all their child processes. */
const endGroup = (child: ChildProcess) => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM")
  } catch {
    // It has ended.
  }
}

/**
 * Runs tests of the service, named by their files below its sources, in the workspace at `root`; those that aren't over
 * after so many seconds have failed.
 */
export const runTests = (options: {
  readonly root: string
  readonly tests: ReadonlyArray<string>
  readonly patience: number
  readonly env?: Readonly<Record<string, string>>
}) =>
  Effect.callback<TestRun>((resume) => {
    const { env, patience, root, tests } = options
    const folder = mkdtempSync(join(tmpdir(), "embedded-super-report-"))
    const report = join(folder, "report.json")
    const child = spawn(
      process.execPath,
      [
        join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        ...(tests.some((test) => test.endsWith(".long.test.ts"))
          ? ["--config", "vitest.long.config.ts"]
          : []),
        "--bail",
        "1",
        "--reporter",
        "json",
        "--outputFile",
        report
      ].concat(tests.map((test) => join(SOURCES, test))),
      { cwd: root, stdio: "ignore", detached: true, env: { ...process.env, ...env } }
    )
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endGroup(child)
    }, patience * 1000)
    child.once("exit", () => {
      clearTimeout(timer)
      const late = { caught: `a test that didn't end within ${patience} s`, message: null, passed: 0 }
      const run = isLate ? late : readReport(report)
      rmSync(folder, { recursive: true })
      resume(Effect.succeed(run))
    })
    return Effect.sync(() => endGroup(child))
  })
