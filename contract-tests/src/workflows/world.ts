import { afterAll, beforeAll } from "vitest"
import { seedPartner } from "../onboarding/seed.ts"
import { callerOf } from "../openapi/Caller.ts"
import { newPrograms, type Programs } from "../programs/Programs.ts"
import { startService } from "../programs/service.ts"
import { startFundSimulatorOverTls, startPartnerSimulator } from "../programs/simulators.ts"
import { respect, type Run, type RunOptions } from "./respect.ts"

/** The service and both simulators, and what runs the workflows against them. */
export interface World {
  readonly programs: Programs
  /** The URL of each API. */
  readonly servers: () => RunOptions["servers"]
  /** Runs the workflows of a document. */
  readonly run: (file: string, changes?: Partial<RunOptions>) => Promise<Run>
}

/** Started before the tests of the suite that it is called in, and stopped after them. */
export const worldOfWorkflows = (): World => {
  const programs = newPrograms()
  let options: RunOptions
  let runs = 0

  beforeAll(async () => {
    const [fund, partner, service] = await Promise.all([
      startFundSimulatorOverTls(),
      startPartnerSimulator(),
      startService()
    ])
    for (const program of [fund, partner, service]) programs.add(program)
    const { products } = await seedPartner(service, fund, {
      slug: "workflows",
      products: 1,
      webhookUrl: `${partner.url}/webhooks`
    })
    const [{ id, key, webhook_secret }] = products as [(typeof products)[number]]
    const admin = callerOf("simulator-api", partner.url)
    await admin.call("configureProduct", {
      path: { product_id: id },
      body: { key, webhook_secret },
      status: 200
    })
    // The operator enables them on the partner's request: they are off by default.
    await service.run("admin", "issue-webhooks", "on", "--partner", "workflows")
    options = {
      servers: {
        "partner-api": service.url,
        "embed-api": service.url,
        "partner-simulator": partner.url,
        "fund-simulator": fund.url
      },
      inputs: { product_key: key },
      caFile: fund.caFile ?? ""
    }
  })

  afterAll(programs.stop)

  /** Runs the workflows with new remote ids, because each of the partner's remote ids names one entity. */
  const run = (file: string, changes: Partial<RunOptions> = {}) => {
    runs += 1
    return respect(file, {
      ...options,
      ...changes,
      inputs: { ...options.inputs, run_id: `run-${runs}` }
    })
  }

  return { programs, servers: () => options.servers, run }
}
