import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import type { DemoFile } from "../demo/demoFile.ts"
import type { Program } from "./processes.ts"
import { NotReady, type Ready } from "./readiness.ts"

interface Running {
  /** Runs the service's `seed` with these flags. */
  readonly seed: (args: ReadonlyArray<string>) => Program
  readonly dataDir: string
  readonly serviceUrl: string
  readonly fund: Ready
  readonly partner: Ready
}

const writePrivately = (file: string, content: unknown): void => {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const webhooksOf = (partnerUrl: string) => `${partnerUrl}/webhooks`

const seedOf = ({ fund, partner }: Running, before: DemoFile | undefined) => {
  const address = {
    // The simulator's port may differ from start to start.
    target_origins: ["http://localhost:*", "http://127.0.0.1:*"],
    webhook_url: webhooksOf(partner.url),
    ...(before === undefined ? {} : { earlier_webhook_url: webhooksOf(before.simulators.partner) })
  }
  return {
    partner: { name: "Wattle Payroll", slug: "wattle" },
    products: [
      { name: "Wattle Payroll", slug: "wattle-payroll", ...address },
      { name: "Wattle HR", slug: "wattle-hr", ...address }
    ],
    funds: [{ profile: `${fund.data_dir}/fund-profile.json`, api_key_file: `${fund.data_dir}/api-key` }]
  }
}

const readEarlier = (file: string): DemoFile | undefined => {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

/** Sends the partner simulator each product's key and webhook secret. */
const configurePartner = async (demo: DemoFile, partner: Ready): Promise<void> => {
  for (const { id, key, webhook_secret } of demo.products) {
    const response = await fetch(`${partner.url}/_simulator/products/${id}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key, webhook_secret })
    })
    if (!response.ok) throw new NotReady(`The partner simulator refused a product: ${await response.text()}`)
  }
}

/**
 * Seeds the demo: a partner, its products, the simulated funds. Writes `demo.json` (0600) to the data folder. The data
 * of an earlier seed is kept.
 */
export const seedDemo = async (running: Running): Promise<DemoFile> => {
  const { dataDir, fund, partner, serviceUrl } = running
  const file = `${dataDir}/demo.json`
  const content = `${dataDir}/run/seed.json`
  const result = `${dataDir}/run/seeded.json`
  // A start that was killed after seeding left its result without a demo.json. A partial result is ignored.
  const before = readEarlier(file)
  const earlier = before ?? readEarlier(result)
  writePrivately(content, seedOf(running, before))
  if (earlier === undefined) rmSync(result, { force: true })
  else writePrivately(result, earlier)
  const seeding = running.seed(["--file", content, "--result", result])
  const { code } = await seeding.ended
  if (code !== 0) throw new NotReady(seeding.complaints() || "The demo could not be seeded.")
  const demo: DemoFile = {
    service_url: serviceUrl,
    docs_url: `${serviceUrl}/docs/`,
    ...JSON.parse(readFileSync(result, "utf8")),
    simulators: { fund: fund.url, partner: partner.url }
  }
  writePrivately(file, demo)
  rmSync(result)
  await configurePartner(demo, partner)
  return demo
}
