/** `pnpm demo`: walk the whole onboarding over HTTP against a running `start`, and print each step. */
import process from "node:process"
import { Difference, readDemoFile, Walk } from "./demo/Walk.ts"
import { walkOnboarding } from "./demo/walkOnboarding.ts"
import { startOptions, UsageError } from "./start/options.ts"

try {
  const demo = readDemoFile(startOptions(process.argv.slice(2)).dataDir)
  const walk = new Walk({
    partner: demo.service_url,
    embed: demo.service_url,
    fund: demo.simulators.fund,
    payroll: demo.simulators.partner
  })
  await walkOnboarding(walk, demo)
  console.log("\nEvery answer fits its spec.")
} catch (error) {
  if (!(error instanceof Difference || error instanceof UsageError)) throw error
  console.error(`\nThe demo stopped: ${error.message}`)
  process.exitCode = 1
}
