/**
 * The two runs of tests, `test` and `test:long`. Each writes a record of its counts and citations to `.data/tests`, so
 * that one requirement table can be judged over both (`test:proof`): most requirements are proven by `test`, some by
 * tests that take minutes. A separate reporter writes the record, in addition to the caller's reporters: the counts
 * don't depend on the printed output.
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

/** A finished run. `whole` is false if files or tests were selected: such a run proves only some requirements. */
export interface TestRun extends TestRecord {
  readonly whole: boolean
  readonly ended: string
  /** The results of the checks beside the tests; each counts as a test. */
  readonly checks: { readonly passed: number; readonly failed: number }
}

const recorder = fileURLToPath(new URL("testRecorder.ts", import.meta.url))
const runFile = (name: RunName): string => `.data/tests/${name}.json`
const configs = { test: "vitest.config.ts", long: "vitest.long.config.ts" }
/** The record of a run that ended before its tests did. */
const crashed: TestRecord = {
  passed: 0,
  failed: 1,
  failures: ["vitest ended before its tests did"],
  skipped: [],
  citations: []
}

const readRecord = (file: string): TestRecord | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined

/** Whether a test file is run by `test:long`. */
const isLong = (file: string): boolean => file.endsWith(".long.test.ts")

/** Whether a run reached its end, so that its citations can be judged. */
export const isComplete = (record: TestRecord): boolean => record !== crashed

/** Runs vitest and shows its output live. Resolves even if tests fail; a run without a record has failed. */
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
  // A run can fail without a failed test, e.g. by an unhandled error; it counts as one failure.
  return code !== 0 && record.failed === 0
    ? { ...record, failed: 1, failures: [`vitest ended with ${code}, although no test failed`] }
    : record
}

/** Saves a run for `test:proof`. */
export const keepRun = (name: RunName, run: Omit<TestRun, "ended">): void => {
  mkdirSync(".data/tests", { recursive: true })
  writeFileSync(runFile(name), JSON.stringify({ ...run, ended: new Date().toISOString() }))
}

export const readRun = (name: RunName): TestRun | undefined =>
  readRecord(runFile(name)) as TestRun | undefined

/** A long test that isn't run here is accepted without a result if its file exists and contains the id. */
const isLater = (file: string, id: string): boolean =>
  isLong(file) && existsSync(file) && new RegExp(`${id}(?!\\d)`).test(readFileSync(file, "utf8"))

/** Compares specs/requirements.yaml with the citations of `test`, or of both runs. */
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

/** Prints the skipped tests of a run, so that none is overlooked. */
export const printSkipped = ({ skipped }: TestRecord): void => {
  for (const test of skipped) console.log(`not run: ${test}`)
}

/** Prints the last line of a run. In `.ci/run` only the last part, `test:proof`, prints it. */
export const endWith = (passed: number, failed: number): void => {
  if (process.env["TEST_PART"] === undefined) console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
