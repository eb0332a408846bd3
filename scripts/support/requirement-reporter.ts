import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import process from "node:process"
import type { Reporter, TestCase, TestModule } from "vitest/node"
import { parse } from "yaml"
import { judgeRequirements, requirementTable, rowTable } from "./requirements.ts"
import type { Citation, Requirement } from "./requirements.ts"

/** Prints the requirement table after a whole run, and fails the run when a MUST has neither proof nor due milestone. */
export default class RequirementReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const failedModules = modules.filter(
      (module) => module.state() === "failed" && module.errors().length > 0
    )
    const failed = tests.filter((test) => test.result().state === "failed").length
    const passed = tests.filter((test) => test.result().state === "passed").length
    // A run of chosen files proves only some requirements, so only a whole run is judged.
    const gaps = process.env["TEST_WHOLE_RUN"] === "1" ? this.#printTable(tests) : []
    const summaryFile = process.env["TEST_SUMMARY_FILE"]
    if (summaryFile !== undefined) {
      mkdirSync(dirname(summaryFile), { recursive: true })
      writeFileSync(
        summaryFile,
        JSON.stringify({ passed, failed: failed + failedModules.length + errors.length + gaps.length })
      )
    }
    if (gaps.length > 0) process.exitCode = 1
  }

  #printTable(tests: ReadonlyArray<TestCase>): ReadonlyArray<string> {
    const requirements: ReadonlyArray<Requirement> = parse(readFileSync("specs/requirements.yaml", "utf8"))
    const citations: ReadonlyArray<Citation> = tests.flatMap((test) =>
      [...test.fullName.matchAll(/R-\d+(?:\.\d+)?-\d+/g)].map(([id]) => ({
        id,
        file: test.module.relativeModuleId,
        title: test.fullName,
        passed: test.result().state === "passed"
      }))
    )
    const judgement = judgeRequirements(requirements, citations)
    console.log(requirementTable(judgement))
    console.log(rowTable(judgement))
    for (const gap of judgement.gaps) console.log(`FAIL ${gap}`)
    return judgement.gaps
  }
}
