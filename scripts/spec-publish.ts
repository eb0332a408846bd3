/** `pnpm spec:publish`: creates the release of the documents' version in specs/published. */
import process from "node:process"
import { dayOf, publish } from "@embedded-super/specs/changes"
import { commandLine, noFlags } from "@embedded-super/program/commandLine"
import { runSteps } from "./support/steps.ts"

commandLine(
  "spec:publish: makes the release of the documents' version in specs/published; it takes no flag",
  noFlags
)

const current = await runSteps([
  {
    name: "contracts are what the specs generate",
    command: process.execPath,
    args: ["packages/codegen/src/main.ts", "--check"]
  }
])
if (current.some(({ passed }) => !passed)) {
  console.log("What would be published isn't what the specs say.\nRun pnpm generate first.")
  process.exitCode = 1
} else {
  const today = dayOf(new Date())
  const { version, problems } = publish("specs", "packages/contracts/bundled", today)
  for (const { wrong, fix } of problems) console.log(`${wrong}\n  ${fix}`)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`Published ${version} in specs/published/${version}.`)
}
