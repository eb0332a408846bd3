/** `pnpm bench`: how fast it is. `bench [rounds] [--quick] [--only 4,5]`; the median of the rounds counts. */
import { spawnSync } from "node:child_process"
import process from "node:process"
import { parseArgs } from "node:util"

const benches = [
  { title: "Webhook delivery", file: "scripts/bench/webhooks.ts" },
  { title: "Employer lists", file: "scripts/bench/employerList.ts" },
  { title: "Fund simulator beside Prism", file: "scripts/bench/fundSimulator.ts" },
  { title: "Generating the contracts (limit: 2 s)", file: "packages/codegen/src/main.ts", args: ["--check"] }
]
const usage =
  "bench takes how many rounds to run, a whole number from 1 to 99, --quick and --only 4,5: bench 5"

const readArguments = () => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { quick: { type: "boolean" }, only: { type: "string" } }
    })
    const [rounds = "5"] = positionals
    const isRead = /^[1-9]\d?$/.test(rounds) && /^\d(,\d)*$/.test(values.only ?? "1")
    if (isRead) return { rounds, ...values }
  } catch {
    // An option that there isn't.
  }
  console.error(usage)
  return process.exit(1)
}

const { only, quick, rounds } = readArguments()
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
