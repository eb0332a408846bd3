/** `pnpm demo`: runs the whole onboarding over HTTP against a running `start`, and prints each step. */
import { existsSync, readFileSync } from "node:fs"
import process from "node:process"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { readDemoFile, Difference } from "./demo/demoFile.ts"
import { Walk } from "./demo/Walk.ts"
import { walkIntent, walkOnboarding } from "./demo/walkOnboarding.ts"
import { demoOptions } from "./start/options.ts"
import { commandLine } from "@embedded-super/program/commandLine"

/** Trusts the fund simulator's certificate, which comes from its own authority. */
const trustFund = (dataDir: string): void => {
  const ready = `${dataDir}/run/fund.json`
  if (!existsSync(ready))
    throw new Difference("start is not ready yet. Run the demo when it says that it is.")
  const { ca_file } = JSON.parse(readFileSync(ready, "utf8"))
  if (ca_file === null) return
  setDefaultCACertificates([...getCACertificates("default"), readFileSync(ca_file, "utf8")])
}

const usage = `demo: walks the whole onboarding over HTTP against a running start, and prints each step

  --data-dir FOLDER   the folder that start was given (.data)`

const dataDir = commandLine(usage, demoOptions)

try {
  const demo = readDemoFile(dataDir)
  trustFund(dataDir)
  const walk = new Walk({
    partner: demo.service_url,
    embed: demo.service_url,
    fund: demo.simulators.fund,
    payroll: demo.simulators.partner
  })
  const employerId = await walkOnboarding(walk, demo)
  await walkIntent(walk, demo, employerId)
  console.log("\nEvery answer fits its spec.")
} catch (error) {
  if (!(error instanceof Difference)) throw error
  console.error(`\nThe demo stopped: ${error.message}`)
  process.exitCode = 1
}
