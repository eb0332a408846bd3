/**
 * `pnpm bench`: measures performance. The result is the median of the rounds.
 */
import { spawnSync } from "node:child_process"
import process from "node:process"
import { commandLine, readFlags, UsageError } from "@embedded-super/program/commandLine"

const parts = [
  { name: "webhooks", title: "Webhook delivery", file: "webhooks.ts" },
  { name: "employer-list", title: "Employer lists", file: "employerList.ts" },
  { name: "fund-simulator", title: "Fund simulator", file: "fundSimulator.ts" },
  { name: "http", title: "Reads and writes of the partner API", file: "http.ts" },
  { name: "onboardings", title: "Whole onboardings", file: "onboardings.ts" }
]

const names = parts.map(({ name }) => name)
const usage = `bench: how fast it is; the median of the rounds counts

  bench [rounds]          how many rounds, from 1 to 99 (5)
  --quick                 fewer rows and requests
  --part webhooks,http    only these parts: ${names.join(", ")}
  --only 4,5              only these rows of webhook delivery`

const readArguments = (args: ReadonlyArray<string>) => {
  const { positionals, values } = readFlags(
    args,
    { quick: { type: "boolean" }, part: { type: "string" }, only: { type: "string" } },
    1
  )
  const [rounds = "5"] = positionals
  if (!/^[1-9]\d?$/.test(rounds))
    throw new UsageError("The rounds are a whole number from 1 to 99; see --help.")
  if (!/^\d(,\d)*$/.test(values.only ?? "1")) throw new UsageError("--only takes rows, such as --only 4,5.")
  const part = values.part?.split(",")
  const unknown = part?.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new UsageError(`There is no part ${unknown}; see --help.`)
  return { rounds, ...values, part }
}

const { only, part = names, quick, rounds } = commandLine(usage, readArguments)
const flags = [...(quick === true ? ["--quick"] : []), ...(only === undefined ? [] : ["--only", only])]

let failed = false
for (const { file, title } of parts.filter(({ name }) => part.includes(name))) {
  console.log(`\n${title}`)
  const { status } = spawnSync(process.execPath, [`evidence/bench/${file}`, rounds, ...flags], {
    stdio: "inherit"
  })
  failed ||= status !== 0
}
process.exitCode = failed ? 1 : 0
