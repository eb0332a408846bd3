/**
 * A step of `pnpm check`: verifies that specs/changes announces every difference from the last release, and in time.
 */
import process from "node:process"
import { checkLedger, readDocuments, refuses, type Problem } from "@embedded-super/specs/changes"
import { commandLine, readFlags } from "@embedded-super/program/commandLine"

const usage = `change-ledger: checks that specs/changes announces every difference from the last release, in time

  change-ledger [folder of the specs] [folder of the bundled documents]`

const { positionals } = commandLine(usage, (args) => readFlags(args, {}, 2))
const [specs = "specs", bundled = "packages/contracts/bundled"] = positionals
const { release, bound, changes, pending, problems } = checkLedger(specs, readDocuments(bundled))

/** Of the problems of one kind that are only warnings, a few are shown: spec:diff lists every change. */
const shown = 3

const print = (word: string, all: ReadonlyArray<Problem>, limit: number): void => {
  for (const [rule, alike] of Map.groupBy(all, (problem) => problem.rule)) {
    for (const { wrong, fix } of alike.slice(0, limit)) console.log(`${word} ${wrong}\n     ${fix}`)
    if (alike.length > limit) console.log(`${word} and ${alike.length - limit} more of this kind (${rule}).`)
  }
}

const since = release === undefined ? "nothing is published yet" : `since ${release.version}`
console.log(`${changes.length} changes ${since}, ${pending.length} entries not yet released.`)
const refusing = problems.filter((problem) => refuses(problem, bound))
const warnings = problems.filter((problem) => !refuses(problem, bound))
print("FAIL", refusing, refusing.length)
print("warn", warnings, shown)
if (warnings.length > 0) {
  console.log("Before version 1.0 this is only shown; spec:publish refuses what has no entry all the same.")
}
process.exitCode = refusing.length > 0 ? 1 : 0
