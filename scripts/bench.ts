/** `pnpm bench`: how fast it is. `bench [rounds] [--quick]`; the median of the rounds counts. */
import { spawnSync } from "node:child_process"
import process from "node:process"

const benches = [
  { title: "Webhook delivery", file: "scripts/bench/webhooks.ts" },
  { title: "Generating the contracts (limit: 2 s)", file: "packages/codegen/src/main.ts", args: ["--check"] }
]
const quick = process.argv.includes("--quick")
const [rounds = "5"] = process.argv.slice(2).filter((argument) => argument !== "--quick")
if (!/^[1-9]\d?$/.test(rounds)) {
  console.error("bench takes how many rounds to run, a whole number from 1 to 99: bench 5")
  process.exit(1)
}

let failed = false
for (const { args, file, title } of benches) {
  console.log(`\n${title}`)
  const { status } = spawnSync(
    process.execPath,
    [file, ...(args ?? [rounds, ...(quick ? ["--quick"] : [])])],
    { stdio: "inherit" }
  )
  failed ||= status !== 0
}
process.exitCode = failed ? 1 : 0
