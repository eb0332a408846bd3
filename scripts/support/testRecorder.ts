import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import process from "node:process"
import type { Reporter, TestModule } from "vitest/node"
import type { Citation } from "./requirements.ts"

/** The record of a vitest run in a file: its counts, and the tests that cite a requirement. */
export interface TestRecord {
  readonly passed: number
  readonly failed: number
  /** A line for each failure: its file, its title, and the first line of its message. */
  readonly failures: ReadonlyArray<string>
  readonly skipped: ReadonlyArray<string>
  readonly citations: ReadonlyArray<Citation>
}

/**
 * The ids that a title cites, in brackets: `[R-3-5, R-3-6]`. An id outside of brackets is the title's subject, not a
 * citation.
 */
const cited = (title: string): ReadonlyArray<string> =>
  [...title.matchAll(/\[R-[^\]]*\]/g)].flatMap(([ids]) => ids.match(/R-\d+(?:\.\d+)?-\d+/g) ?? [])

/** The first line of an error, which is enough to recognise it by. */
const firstLine = (error: unknown): string =>
  String((error as { readonly message?: unknown } | undefined)?.message ?? error).split("\n")[0] ?? ""

/** Writes the record of a run to TEST_RECORD_FILE. It prints nothing, so it can be combined with any other reporter. */
export default class TestRecorder implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>) {
    const file = process.env["TEST_RECORD_FILE"]
    if (file === undefined) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const failedModules = modules.filter(
      (module) => module.state() === "failed" && module.errors().length > 0
    )
    const failures = [
      ...inState("failed").map(
        (test) =>
          `${test.module.relativeModuleId} > ${test.fullName}: ${firstLine(test.result().errors?.[0])}`
      ),
      ...failedModules.map((module) => `${module.relativeModuleId}: ${firstLine(module.errors()[0])}`),
      ...errors.map(firstLine)
    ]
    const record: TestRecord = {
      passed: inState("passed").length,
      failed: failures.length,
      failures,
      skipped: inState("skipped").map((test) => `${test.module.relativeModuleId}: ${test.fullName}`),
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
