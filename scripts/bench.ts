/**
 * `pnpm bench`: measures performance. `bench [rounds] [--quick] [--only 4,5]`; the result is the median of the rounds.
 */
import { spawnSync } from "node:child_process"
import process from "node:process"
import { commandLine, readFlags, UsageError } from "./support/commandLine.ts"

const benches = [
  { title: "Webhook delivery", file: "scripts/bench/webhooks.ts" },
  { title: "Employer lists", file: "scripts/bench/employerList.ts" },
  { title: "Fund simulator beside Prism", file: "scripts/bench/fundSimulator.ts" },
  { title: "Generating the contracts (limit: 2 s)", file: "packages/codegen/src/main.ts", args: ["--check"] }
]
const usage = `bench: how fast it is; the median of the rounds counts

  bench [rounds]   how many rounds, from 1 to 99 (5)
  --quick          fewer rows and requests
  --only 4,5       only these rows`

const readArguments = (args: ReadonlyArray<string>) => {
  const { positionals, values } = readFlags(args, { quick: { type: "boolean" }, only: { type: "string" } }, 1)
  const [rounds = "5"] = positionals
  if (!/^[1-9]\d?$/.test(rounds))
    throw new UsageError("The rounds are a whole number from 1 to 99; see --help.")
  if (!/^\d(,\d)*$/.test(values.only ?? "1")) throw new UsageError("--only takes rows, such as --only 4,5.")
  return { rounds, ...values }
}

const { only, quick, rounds } = commandLine(usage, readArguments)
const flags = [...(quick === true ? ["--quick"] : []), ...(only === undefined ? [] : ["--only", only])]

let failed = false
for (const { args, file, title } of benches) {
  console.log(`\n${title}`)
  const { status } = spawnSync(process.execPath, [file, ...(args ?? [rounds, ...flags])], {
    stdio: "inherit"
  })
  failed ||= status !== 0
}
process.exitCode = failed ? 1 : 0
