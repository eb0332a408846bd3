/**
 * The two runs of tests, `test` and `test:long`. Each leaves a record of its counts and citations under `.data/tests`, so
 * that one requirement table can be judged over both (`test:proof`): most requirements are proven by `test`, some by tests
 * that take minutes. The record is written by a reporter of its own, added to those that the caller chose: the counts don't
 * depend on what is printed.
 */
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import process from "node:process"
import { parse } from "yaml"
import { compileCache } from "./compileCache.ts"
import { judgeRequirements, requirementTable, rowTable } from "./requirements.ts"
import type { Citation, Judgement, Requirement } from "./requirements.ts"
import type { TestRecord } from "./testRecorder.ts"

export type RunName = "test" | "long"

/** A finished run. `whole` is false where files or tests were chosen: such a run proves only some requirements. */
export interface TestRun extends TestRecord {
  readonly whole: boolean
  readonly ended: string
  /** What was checked beside the tests, counted as a test each. */
  readonly checks: { readonly passed: number; readonly failed: number }
}

const recorder = fileURLToPath(new URL("testRecorder.ts", import.meta.url))
const runFile = (name: RunName): string => `.data/tests/${name}.json`
const configs = { test: "vitest.config.ts", long: "vitest.long.config.ts" }
/** Of a run that ended before its tests did. */
const crashed: TestRecord = { passed: 0, failed: 1, skipped: [], citations: [] }

const readRecord = (file: string): TestRecord | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined

/** Whether a test file is run by `test:long`. */
const isLong = (file: string): boolean => file.endsWith(".long.test.ts")

/** Whether a run came to its end, so that its citations can be judged. */
export const isComplete = (record: TestRecord): boolean => record !== crashed

/** Runs vitest with its output shown as it comes. Resolves also when tests fail; a run without a record failed. */
export const runTests = async (
  name: RunName,
  chosen: ReadonlyArray<string>,
  reporters: ReadonlyArray<string>
): Promise<TestRecord> => {
  const file = `.data/tests/${name}.record.json`
  rmSync(file, { force: true })
  rmSync(runFile(name), { force: true })
  const shown = reporters.length === 0 ? ["default"] : reporters
  const args = ["run", "--config", configs[name], ...[...shown, recorder].map((one) => `--reporter=${one}`)]
  const code = await new Promise<number | string>((resolve) => {
    const child = spawn("vitest", [...args, ...chosen], {
      stdio: ["ignore", "inherit", "inherit"],
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, TEST_RECORD_FILE: file }
    })
    child.on("error", () => resolve(1))
    child.on("close", (exit, signal) => resolve(exit ?? signal ?? 1))
  })
  const written = readRecord(file)
  if (written === undefined)
    console.log(`FAIL vitest ended (${code}) before its tests did: nothing is judged`)
  const record = written ?? crashed
  rmSync(file, { force: true })
  // A run that fails without a failed test, as by an unhandled error, is still a failure.
  return code !== 0 && record.failed === 0 ? { ...record, failed: 1 } : record
}

/** Keeps a run for `test:proof`. */
export const keepRun = (name: RunName, run: Omit<TestRun, "ended">): void => {
  mkdirSync(".data/tests", { recursive: true })
  writeFileSync(runFile(name), JSON.stringify({ ...run, ended: new Date().toISOString() }))
}

export const readRun = (name: RunName): TestRun | undefined =>
  readRecord(runFile(name)) as TestRun | undefined

/** A long test that isn't run here is taken at its word: its file is there, and holds the id. */
const isLater = (file: string, id: string): boolean =>
  isLong(file) && existsSync(file) && new RegExp(`${id}(?!\\d)`).test(readFileSync(file, "utf8"))

/** Holds specs/requirements.yaml against the citations of `test`, or of both runs. */
export const judge = (citations: ReadonlyArray<Citation>, over: "test" | "both"): Judgement => {
  const requirements: ReadonlyArray<Requirement> = parse(readFileSync("specs/requirements.yaml", "utf8"))
  return judgeRequirements(requirements, citations, over === "test" ? isLater : () => false)
}

/** The tables of a judgement, and a line for each gap. */
export const printJudgement = (judgement: Judgement): void => {
  console.log(requirementTable(judgement, isLong))
  console.log(rowTable(judgement))
  for (const gap of judgement.gaps) console.log(`FAIL ${gap}`)
}

/** Prints what a run didn't run, so that no skipped test is overlooked. */
export const printSkipped = ({ skipped }: TestRecord): void => {
  for (const test of skipped) console.log(`not run: ${test}`)
}

/** The last line of a run. In `.ci/run` the line of each part is left to the last one, `test:proof`. */
export const endWith = (passed: number, failed: number): void => {
  if (process.env["TEST_PART"] === undefined) console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
