import * as Effect from "effect/Effect"
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { copyWorkspace } from "../../../../contract-tests/src/workspace/workspaceCopy.ts"
import type { Mutant } from "./Mutant.ts"

/** What the tests said of a copy: the first that failed, or null if all of them passed. */
interface TestRun {
  readonly caught: string | null
  readonly passed: number
}

interface Report {
  readonly numPassedTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: ReadonlyArray<{ readonly status: string; readonly fullName: string }>
  }>
}

const SOURCES = "packages/service/src"

/** The copy runs its tests with the settings of the service's project, and with nothing of the workspace's. */
const CONFIG = `import { defineConfig } from "vitest/config"
export default defineConfig({ test: {
  include: ["packages/service/src/**/*.test.ts"], globalSetup: ["packages/service/test/postgres.ts"],
  testTimeout: 40_000, hookTimeout: 40_000, teardownTimeout: 5_000
} })
`

const fileOf = (name: string) => name.slice(name.indexOf(SOURCES) + SOURCES.length + 1)

const readReport = (file: string): TestRun => {
  const { numPassedTests, testResults }: Report = JSON.parse(readFileSync(file, "utf8"))
  const red = testResults.find(({ status }) => status === "failed")
  const test = red?.assertionResults.find(({ status }) => status === "failed")
  const caught =
    red === undefined ? null : `${fileOf(red.name)}: ${test?.fullName ?? red.message.split("\n")[0]}`
  return { caught, passed: numPassedTests }
}

/** Ends the tests and whatever they started. */
const endGroup = (child: ChildProcess) => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM")
  } catch {
    // It has ended.
  }
}

/** Seconds. A mutant under which a test never ends is caught, too. */
const PATIENCE = { untouched: 900, mutant: 180 }

const runTests = (root: string, tests: ReadonlyArray<string>, patience: number) =>
  Effect.callback<TestRun>((resume) => {
    const report = join(root, "report.json")
    rmSync(report, { force: true })
    const child = spawn(
      process.execPath,
      [
        join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        "--bail",
        "1",
        "--reporter",
        "json",
        "--outputFile",
        report
      ].concat(tests.map((test) => join(SOURCES, test))),
      { cwd: root, stdio: "ignore", detached: true }
    )
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endGroup(child)
    }, patience * 1000)
    child.once("exit", () => {
      clearTimeout(timer)
      const late = { caught: `a test that didn't end within ${patience} s`, passed: 0 }
      resume(Effect.sync(() => (isLate ? late : readReport(report))))
    })
    return Effect.sync(() => endGroup(child))
  })

const occurrences = (text: string, part: string) => text.split(part).length - 1

/** A copy of the workspace with its tests, in which guards can be taken away; gone with the scope. */
export const aCopy = Effect.acquireRelease(
  Effect.sync(() => {
    const copy = copyWorkspace({ tests: true })
    writeFileSync(join(copy.root, "vitest.config.ts"), CONFIG)
    return copy
  }),
  ({ remove }) => Effect.sync(remove)
).pipe(Effect.map(({ root }) => root))

/** Runs tests on a copy as it is: all of them have to pass, or what the mutants show means nothing. */
export const control = (root: string, tests: ReadonlyArray<string>) =>
  runTests(root, tests, PATIENCE.untouched)

/** Takes one guard away, runs the tests that must notice, and puts it back. */
export const tryMutant = Effect.fnUntraced(function* (root: string, mutant: Mutant) {
  const path = join(root, SOURCES, mutant.file)
  const source = readFileSync(path, "utf8")
  if (occurrences(source, mutant.find) !== 1) {
    return {
      mutant,
      caught: null,
      problem: `the guard stands ${occurrences(source, mutant.find)} times in ${mutant.file}`
    }
  }
  const { caught } = yield* Effect.acquireUseRelease(
    Effect.sync(() =>
      writeFileSync(
        path,
        source.replace(mutant.find, () => mutant.replace)
      )
    ),
    () => runTests(root, mutant.tests, PATIENCE.mutant),
    () => Effect.sync(() => writeFileSync(path, source))
  )
  return { mutant, caught, problem: caught === null ? "no test noticed" : undefined }
})
