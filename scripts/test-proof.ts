/**
 * `pnpm test:proof`: the requirement table over the last `test` and the last `test:long`, and the sum of their counts.
 */
import process from "node:process"
import { commandLine, noFlags } from "./support/commandLine.ts"
import { endWith, judge, printJudgement, readRun } from "./support/testRuns.ts"

const usage = `test:proof: the requirement table over the last "test" and the last "test:long", whose counts it adds up

It runs no test. Both runs must have been whole: no files or tests chosen.`

commandLine(usage, noFlags)
// This is the last part of .ci/run, so it prints the sum.
delete process.env["TEST_PART"]
const runs = (["test", "long"] as const).map((name) => ({ name, run: readRun(name) }))
const missing = runs.flatMap(({ name, run }) => {
  const command = name === "test" ? "pnpm test" : "pnpm test:long"
  if (run === undefined) return [`there is no record of ${command}: run it first`]
  return run.whole ? [] : [`the last ${command} ran chosen tests, or was stopped: run all of them`]
})
for (const { name, run } of runs) if (run !== undefined) console.log(`${name}: ended ${run.ended}`)
for (const sentence of missing) console.log(`FAIL ${sentence}`)
const judgement =
  missing.length === 0
    ? judge(
        runs.flatMap(({ run }) => run?.citations ?? []),
        "both"
      )
    : undefined
if (judgement !== undefined) printJudgement(judgement)
// A CI may keep only the end of its output, so each failure is named here once more.
for (const { name, run } of runs)
  for (const failure of run?.failures ?? []) console.log(`FAIL ${name}: ${failure}`)
const sum = (count: "passed" | "failed") =>
  runs.reduce((total, { run }) => total + (run?.[count] ?? 0) + (run?.checks[count] ?? 0), 0)
endWith(sum("passed"), sum("failed") + missing.length + (judgement?.gaps.length ?? 0))
