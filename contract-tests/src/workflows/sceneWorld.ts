import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { seedPartner, type SeededPartner } from "../onboarding/seed.ts"
import { type Caller, callerOf } from "../openapi/Caller.ts"
import { type Ended, startProgram } from "@embedded-super/program/startProgram"
import { newPrograms } from "../programs/Programs.ts"
import { type RunningService, startService } from "../programs/service.ts"
import {
  type RunningSimulator,
  startFundSimulator,
  startFundSimulatorOverTls,
  startPartnerSimulator
} from "../programs/simulators.ts"

/** The programs of `start`, with a second fund that supplies lists, in a data folder of their own. */
export interface SceneWorld {
  /** Runs `pnpm scene` with these arguments. */
  readonly scene: (...args: ReadonlyArray<string>) => Promise<Ended>
  /** Calls an operation of the Workbench, and returns its answer. */
  readonly workbench: (...call: Parameters<Caller["call"]>) => Promise<any>
  /** Writes a file into the data folder, and returns its path. */
  readonly written: (name: string, text: string) => string
  /** Keys and secrets, which nothing may print. */
  readonly secrets: () => ReadonlyArray<string>
  readonly serviceUrl: () => string
}

/** The fund whose lookups are answered from the list that it supplies. */
const LISTING = "telopea"

/** The account in which the fund puts its lists on the service's SFTP server. */
const giveAccount = async (service: RunningService, { dataDir, url }: RunningSimulator): Promise<void> => {
  if (service.sftp === undefined) throw new Error("The service has no SFTP server.")
  const account = await callerOf("simulator-api", url).call("setSftpAccount", {
    body: { host: "127.0.0.1", port: service.sftp.port, user: LISTING, host_key: service.sftp.hostKey },
    status: 200
  })
  const keyFile = join(dataDir, "sftp.pub")
  writeFileSync(keyFile, account.body.data.public_key)
  const { code, stderr } = await service.run(
    "admin",
    "sftp",
    "provision",
    "--fund",
    LISTING,
    "--key",
    keyFile
  )
  if (code !== 0) throw new Error(`The fund has no SFTP account: ${stderr}`)
}

/** Started before the tests of the suite that it is called in, and stopped after them. */
export const worldOfScenes = (): SceneWorld => {
  const programs = newPrograms()
  const dataDir = mkdtempSync(join(tmpdir(), "embedded-super-scenes-"))
  let demo: SeededPartner & { readonly service_url: string }

  beforeAll(async () => {
    mkdirSync(join(dataDir, "run"))
    const readyFile = (name: string) => ["--ready-file", join(dataDir, "run", `${name}.json`)]
    const [fund, lists, partner, service] = await Promise.all([
      startFundSimulatorOverTls(...readyFile("fund")),
      startFundSimulator("--profile", "files", ...readyFile(LISTING)),
      startPartnerSimulator(...readyFile("partner")),
      startService({ withSftp: true, env: { DATA_DIR: dataDir } })
    ])
    for (const program of [fund, lists, partner, service]) programs.add(program)
    const webhookUrl = `${partner.url}/webhooks`
    const seeded = await seedPartner(service, fund, {
      slug: "scenes",
      products: 1,
      webhookUrl,
      otherFunds: [lists]
    })
    const [{ id, key, webhook_secret }] = seeded.products as [(typeof seeded.products)[number]]
    await callerOf("simulator-api", partner.url).call("configureProduct", {
      path: { product_id: id },
      body: { key, webhook_secret },
      status: 200
    })
    await giveAccount(service, lists)
    demo = { service_url: service.url, ...seeded }
    writeFileSync(
      join(dataDir, "demo.json"),
      JSON.stringify({
        ...demo,
        docs_url: `${service.url}/docs/`,
        funds: [],
        sftp: `127.0.0.1:${service.sftp?.port}`,
        simulators: { fund: fund.url, partner: partner.url }
      })
    )
  })

  afterAll(async () => {
    await programs.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  return {
    workbench: async (...call) => (await callerOf("workbench-api", demo.service_url).call(...call)).body,
    written: (name, text) => {
      writeFileSync(join(dataDir, name), text)
      return join(dataDir, name)
    },
    scene: (...args) => startProgram("scripts/scene.ts", [...args, "--data-dir", dataDir]).ended,
    secrets: () => [
      demo.partner.key,
      ...demo.products.flatMap(({ key, webhook_secret }) => [key, webhook_secret])
    ],
    serviceUrl: () => demo.service_url
  }
}
