/**
 * The two runs of tests: the gate (`test`) and the evidence (`test:long`). A separate reporter writes each run's record to
 * `.data/tests`, in addition to the caller's reporters: the counts don't depend on the printed output.
 */
import { commandLine, readFlags } from "@embedded-super/program/commandLine"
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import process from "node:process"
import { compileCache } from "@embedded-super/program/projectRoot"
import { EVIDENCE_FILE, readEvidence } from "./evidence.ts"
import {
  type Citation,
  type Judgement,
  judgeRequirements,
  readRequirements,
  type LongProofs,
  requirementTable,
  rowTable
} from "./requirements.ts"
import type { TestRecord } from "./testRecorder.ts"

/**
 * The command line of `test` and `test:long`: vitest's reporters, and the selection of tests. The arguments after `--`
 * are passed to vitest.
 */
export const readTestFlags = (usage: string) => {
  const { positionals, values } = commandLine(usage, (args) =>
    readFlags(args, { reporter: { type: "string", multiple: true } }, Number.POSITIVE_INFINITY)
  )
  return { chosen: positionals, reporters: values.reporter ?? [] }
}

type RunName = "test" | "long"

/** A finished run. `whole` is false if files or tests were selected: such a run proves only some requirements. */
interface TestRun extends TestRecord {
  readonly whole: boolean
  readonly ended: string
  /** The results of the checks beside the tests; each counts as a test. */
  readonly checks: { readonly passed: number; readonly failed: number }
}

/** So many tests of a run may pass at their second try. */
const MOST_FLAKY = 3

const recorder = fileURLToPath(new URL("testRecorder.ts", import.meta.url))
const runFile = (name: RunName): string => `.data/tests/${name}.json`
const configs = { test: "vitest.config.ts", long: "vitest.long.config.ts" }
/** The record of a run that ended before its tests did. */
const crashed: TestRecord = {
  passed: 0,
  failed: 1,
  failures: ["vitest ended before its tests did"],
  flaky: [],
  skipped: [],
  files: [],
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
  if (record.failed > 0) return record
  const failure =
    record.passed === 0
      ? "No test ran: none fits what was chosen"
      : // By an unhandled error, for example; it counts as one failure.
        code !== 0 && `vitest ended with ${code}, although no test failed`
  return failure === false ? record : { ...record, failed: 1, failures: [failure] }
}

/** Saves a run for people, and for comparisons. */
export const keepRun = (name: RunName, run: Omit<TestRun, "ended">): void => {
  mkdirSync(".data/tests", { recursive: true })
  writeFileSync(runFile(name), JSON.stringify({ ...run, ended: new Date().toISOString() }))
}

/** The proofs of the last whole run of `test:long`, and the requirements that its files cite. */
const longProofs = (): LongProofs => {
  const evidence = readEvidence()
  return {
    day: evidence?.date.slice(0, 10),
    proven: (id) => evidence?.proofs[id] ?? [],
    cites: (file, id) =>
      isLong(file) && existsSync(file) && new RegExp(`${id}(?!\\d)`).test(readFileSync(file, "utf8"))
  }
}

/** Compares specs/requirements.yaml with the citations of a run, and with the last evidence. */
export const judge = (citations: ReadonlyArray<Citation>): Judgement =>
  judgeRequirements(
    readRequirements(readFileSync("specs/requirements.yaml", "utf8")),
    citations,
    longProofs()
  )

/** The tables of a judgement, and a line for each gap. */
export const printJudgement = (judgement: Judgement): void => {
  console.log(requirementTable(judgement))
  console.log(rowTable(judgement))
  const evidence = readEvidence()
  console.log(
    evidence === undefined
      ? `There is no evidence: run test:long (${EVIDENCE_FILE}).`
      : `Evidence of ${evidence.date.slice(0, 10)}, commit ${evidence.commit}: ${evidence.passed} passed, ${evidence.failed} failed`
  )
  for (const gap of judgement.gaps) console.log(`FAIL ${gap}`)
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

/** One line for each project: how many files and tests it has, and its workers' seconds. */
const printProjects = ({ files }: TestRecord): void => {
  for (const [project, ofIt] of Map.groupBy(files, (file) => file.project)) {
    const sum = (count: (file: (typeof ofIt)[number]) => number) =>
      ofIt.reduce((total, file) => total + count(file), 0)
    const tests = sum((file) => file.tests)
    const seconds = sum((file) => file.seconds)
    console.log(
      `${project || "long"}: ${counted(ofIt.length, "file")}, ${counted(tests, "test")}, ${seconds.toFixed(seconds < 10 ? 1 : 0)} worker-seconds`
    )
  }
}

/**
 * The closing lines: which tests were skipped, which passed at their second try only, and what failed: a CI may keep only
 * the end of its output. Returns the failures; too many flaky tests are one.
 */
export const printClosing = (record: TestRecord): ReadonlyArray<string> => {
  printProjects(record)
  for (const test of record.skipped) console.log(`not run: ${test}`)
  for (const test of record.flaky) console.log(`flaky: ${test}`)
  const failures =
    record.flaky.length > MOST_FLAKY
      ? [...record.failures, `${record.flaky.length} tests are flaky; at most ${MOST_FLAKY} may be`]
      : record.failures
  for (const failure of failures) console.log(`FAIL ${failure}`)
  return failures
}

/** Prints the last line of a run. */
export const endWith = (passed: number, failed: number): void => {
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
