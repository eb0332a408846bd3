import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import { askAt } from "@embedded-super/simulator-kit/askAt"
import type { DemoFile } from "../demo/demoFile.ts"
import type { Program } from "./processes.ts"
import { NotReady, type Ready, type SftpServed } from "./readiness.ts"

interface Running {
  /** Runs the service's `seed` with these flags. */
  readonly seed: (args: ReadonlyArray<string>) => Program
  readonly dataDir: string
  readonly serviceUrl: string
  /** Where funds upload their files: host and port. */
  readonly sftp: string
  readonly fund: Ready
  readonly partner: Ready
  /** The file with the public key of the fund's SFTP account. */
  readonly sftpKeyFile: string
}

const writePrivately = (file: string, content: unknown): void => {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const webhooksOf = (partnerUrl: string) => `${partnerUrl}/webhooks`

const seedOf = ({ fund, partner, sftpKeyFile }: Running, before: DemoFile | undefined) => {
  const address = {
    // The simulator's port may differ from start to start.
    target_origins: ["http://localhost:*", "http://127.0.0.1:*"],
    webhook_url: webhooksOf(partner.url),
    ...(before === undefined ? {} : { earlier_webhook_url: webhooksOf(before.simulators.partner) })
  }
  return {
    partner: { name: "Wattle Payroll", slug: "wattle", issue_webhooks: true },
    products: [
      { name: "Wattle Payroll", slug: "wattle-payroll", ...address },
      { name: "Wattle HR", slug: "wattle-hr", ...address }
    ],
    fictional_funds: true,
    funds: [
      {
        profile: `${fund.data_dir}/fund-profile.json`,
        api_key_file: `${fund.data_dir}/api-key`,
        sftp_key_file: sftpKeyFile
      }
    ]
  }
}

const readEarlier = (file: string): DemoFile | undefined => {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

/** Sends the payroll application each product's key and webhook secret, and has it add the demo's people. */
const configurePartner = async (demo: DemoFile, partner: Ready): Promise<void> => {
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${partner.url}/_simulator/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    if (!response.ok) throw new NotReady(`The partner simulator refused ${path}: ${await response.text()}`)
  }
  for (const { id, key, webhook_secret } of demo.products) {
    await send("PUT", `products/${id}`, { key, webhook_secret, service_url: demo.service_url })
  }
  await send("POST", "seed", { preset: "demo" })
}

const ATTEMPTS = 3
const LOST_DATABASE =
  /Connection (?:closed|terminated|refused)|ECONNREFUSED|ECONNRESET|terminating connection|starting up|shutting down/i

/**
 * Seeds the demo: a partner, its products, the simulated funds. Writes `demo.json` (0600) to the data folder. The data
 * of an earlier seed is kept.
 */
export const seedDemo = async (running: Running): Promise<DemoFile> => {
  const { dataDir, fund, partner, serviceUrl, sftp } = running
  const file = `${dataDir}/demo.json`
  const content = `${dataDir}/run/seed.json`
  const result = `${dataDir}/run/seeded.json`
  // A start that was killed after seeding left its result without a demo.json. A partial result is ignored.
  const before = readEarlier(file)
  const earlier = before ?? readEarlier(result)
  writePrivately(content, seedOf(running, before))
  if (earlier === undefined) rmSync(result, { force: true })
  else writePrivately(result, earlier)
  const seed = async (attempt: number): Promise<void> => {
    const seeding = running.seed(["--file", content, "--result", result])
    const { code } = await seeding.ended
    if (code === 0) return
    // The database is restarted by itself when it was killed, and a seed can be repeated.
    if (attempt < ATTEMPTS && LOST_DATABASE.test(seeding.complaints())) return seed(attempt + 1)
    throw new NotReady(seeding.complaints() || "The demo could not be seeded.")
  }
  await seed(1)
  const demo: DemoFile = {
    service_url: serviceUrl,
    docs_url: `${serviceUrl}/docs/`,
    ...JSON.parse(readFileSync(result, "utf8")),
    sftp,
    simulators: { fund: fund.url, partner: partner.url }
  }
  writePrivately(file, demo)
  rmSync(result)
  await configurePartner(demo, partner)
  return demo
}

const HOST = "127.0.0.1"

/** Where the funds of this machine upload their files. */
export const sftpAddress = ({ port }: SftpServed): string => `${HOST}:${port}`

/** Tells the fund simulator its account at the service. Returns a file with the public key that opens the account. */
export const giveAccount = async (
  { ca_file, data_dir, url }: Ready,
  { hostKey, port }: SftpServed,
  folder: string
): Promise<string> => {
  const { fund } = JSON.parse(readFileSync(`${data_dir}/fund-profile.json`, "utf8"))
  const account = { host: HOST, port, user: fund.slug, host_key: hostKey }
  const asked = { method: "PUT", path: "/_simulator/sftp", body: account }
  const tls = ca_file === null ? {} : { ca: readFileSync(ca_file) }
  const { json, status, text } = await Effect.runPromise(askAt(url, asked, tls))
  if (status !== 200) throw new NotReady(`The fund simulator refused its SFTP account: ${text}`)
  const file = `${folder}/fund-sftp.pub`
  writeFileSync(file, `${json.data.public_key}\n`)
  return file
}
