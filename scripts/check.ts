/** `pnpm check`: all checks of the code that don't run it. */
import process from "node:process"
import { commandLine, noFlags } from "@embedded-super/program/commandLine"
import { runSteps, type Step } from "./support/steps.ts"

export const checkSteps: ReadonlyArray<Step> = [
  // Each of tsc's four checkers would check the types of Effect for itself: half of the CPU time for nothing on two cores.
  { name: "types: tsc", command: "tsc", args: ["-p", "tsconfig.json", "--checkers", "1"] },
  {
    name: "contracts are what the specs generate",
    command: "node",
    args: ["packages/codegen/src/main.ts", "--check"]
  },
  { name: "specs: Redocly and Spectral", command: "node", args: ["scripts/spec-lint.ts"] },
  { name: "change ledger", command: "node", args: ["scripts/change-ledger.ts"], alwaysPrints: true },
  {
    name: "one-way dependencies, and their map",
    command: "node",
    args: ["scripts/dependencies.ts"]
  },
  {
    name: "SQL in Repo and Ledger files",
    command: "node",
    args: ["scripts/sql-places.ts"],
    alwaysPrints: true
  },
  {
    name: "events are sent, fields asked for",
    command: "node",
    args: ["scripts/spec-uses.ts"],
    alwaysPrints: true
  },
  { name: "lint: oxlint", command: "oxlint", args: ["--quiet"] },
  { name: "format: oxfmt", command: "oxfmt", args: ["--check"] },
  { name: "nothing unused: knip", command: "knip", args: ["--no-progress"] }
]

const usage = `check: everything about the code that can be judged without running it

${checkSteps.map(({ name }) => `  ${name}`).join("\n")}`

if (import.meta.main) {
  commandLine(usage, noFlags)
  const results = await runSteps(checkSteps)
  process.exitCode = results.every((result) => result.passed) ? 0 : 1
}
