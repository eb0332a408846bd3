/**
 * `pnpm bench`: measures performance. The result is the median of the rounds.
 */
import { spawnSync } from "node:child_process"
import process from "node:process"
import { commandLine, readFlags, UsageError } from "./support/commandLine.ts"

interface Part {
  readonly name: string
  readonly title: string
  readonly file: string
  /** In place of the rounds and the flags. */
  readonly args?: ReadonlyArray<string>
  /** Takes so long that it runs only when it is named. */
  readonly isLong?: boolean
  /** Knows `--base`. */
  readonly hasBase?: boolean
}

const parts: ReadonlyArray<Part> = [
  { name: "webhooks", title: "Webhook delivery", file: "scripts/bench/webhooks.ts" },
  { name: "employer-list", title: "Employer lists", file: "scripts/bench/employerList.ts" },
  {
    name: "fund-simulator",
    title: "Fund simulator beside Prism and stripe-mock",
    file: "scripts/bench/fundSimulator.ts"
  },
  {
    name: "onboardings",
    title: "Whole onboardings (10 minutes)",
    file: "scripts/bench/onboardings.ts",
    hasBase: true
  },
  {
    name: "profile",
    title: "Where an onboarding's time goes",
    file: "scripts/bench/profile.ts",
    hasBase: true
  },
  {
    name: "http",
    title: "Reads and writes of the partner API",
    file: "scripts/bench/http.ts"
  },
  { name: "at-rest", title: "The service at rest", file: "scripts/bench/atRest.ts" },
  {
    name: "full-tables",
    title: "A million sessions and ten million events in the tables (half an hour, 25 GB of disk)",
    file: "scripts/bench/fullTables.ts",
    isLong: true
  },
  {
    name: "contracts",
    title: "Generating the contracts (limit: 2 s)",
    file: "packages/codegen/src/main.ts",
    args: ["--check"]
  }
]

const names = parts.map(({ name }) => name)
const usage = `bench: how fast it is; the median of the rounds counts

  bench [rounds]          how many rounds, from 1 to 99 (5)
  --quick                 fewer rows and requests
  --part webhooks,at-rest only these parts: ${names.slice(0, 4).join(", ")},
                          ${names.slice(4).join(", ")}; all but full-tables if left out
  --only 4,5              only these rows of webhook delivery
  --base DIR              onboardings also by the checkout in DIR, as a ratio`

const readArguments = (args: ReadonlyArray<string>) => {
  const { positionals, values } = readFlags(
    args,
    {
      quick: { type: "boolean" },
      part: { type: "string" },
      only: { type: "string" },
      base: { type: "string" }
    },
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

const { base, only, part, quick, rounds } = commandLine(usage, readArguments)
const flags = [...(quick === true ? ["--quick"] : []), ...(only === undefined ? [] : ["--only", only])]

let failed = false
for (const { args, file, hasBase = false, isLong = false, name, title } of parts) {
  if (!(part?.includes(name) ?? !isLong)) continue
  console.log(`\n${title}`)
  const more = hasBase && base !== undefined ? ["--base", base] : []
  const { status } = spawnSync(process.execPath, [file, ...(args ?? [rounds, ...flags, ...more])], {
    stdio: "inherit"
  })
  failed ||= status !== 0
}
process.exitCode = failed ? 1 : 0
