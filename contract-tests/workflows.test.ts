import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { seedPartner } from "./src/onboarding/seed.ts"
import { callerOf } from "./src/openapi/Caller.ts"
import { newPrograms } from "./src/programs/Programs.ts"
import { startService } from "./src/programs/service.ts"
import { startFundSimulatorOverTls, startPartnerSimulator } from "./src/programs/simulators.ts"
import { type Alteration, startAltered } from "./src/workflows/altered.ts"
import { published, respect, type RunOptions, written } from "./src/workflows/respect.ts"

interface Workflow {
  readonly workflowId: string
  readonly steps: ReadonlyArray<{
    readonly stepId: string
    readonly operationId?: string
    readonly successCriteria?: ReadonlyArray<{ readonly type?: string; readonly condition: string }>
  }>
}

const document: { readonly workflows: ReadonlyArray<Workflow> } = JSON.parse(readFileSync(published, "utf8"))

/** The steps that call an operation; a step that runs another workflow is reported as that workflow. */
const calling = ({ steps }: Workflow) =>
  steps.filter(({ operationId }) => operationId !== undefined).map(({ stepId }) => stepId)

/** The lengths of a filter's `&&` chains on each level, the innermost parentheses first. */
const chainsOf = (filter: string): ReadonlyArray<number> => {
  const inner = /[([]([^()[\]]*)[)\]]/.exec(filter)
  if (inner === null) return [filter.split("&&").length]
  return [(inner[1] ?? "").split("&&").length, ...chainsOf(filter.replace(inner[0], "…"))]
}

it("no filter joins three conditions: respect ignores the third", () => {
  const criteria = document.workflows
    .flatMap(({ steps }) => steps)
    .flatMap(({ successCriteria = [] }) => successCriteria)
    .filter(({ type }) => type === "jsonpath")
  expect(criteria.length).toBeGreaterThan(8)
  for (const { condition } of criteria)
    expect(Math.max(...chainsOf(condition)), condition).toBeLessThanOrEqual(2)
})

describe("the workflows, run by redocly respect against the service and both simulators", () => {
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

  it(
    "every workflow reaches its end, every step of it runs, and every check holds [R-1-2, R-1-3, R-1-9, R-1-10, R-1-13, R-1-16, R-1-20, R-1-22, R-1-23, R-3-2, R-3-4, R-3-5, R-3-8, R-3-9, R-3-14, R-6-5, R-6-16, R-6-20, R-6-26]",
    { timeout: 180_000 },
    async () => {
      const { code, printed, workflows } = await run(written)
      expect(workflows).toEqual(
        document.workflows.map((workflow) => ({
          workflow: workflow.workflowId,
          steps: calling(workflow),
          failures: []
        }))
      )
      expect(code, printed).toBe(0)
    }
  )

  const broken: ReadonlyArray<
    Alteration & { readonly title: string; readonly step: string; readonly says: RegExp }
  > = [
    {
      title: "another status",
      method: "PUT",
      path: /^\/embed-api\/v1\/employer\/default-fund$/,
      change: (answer) => ({ ...answer, status: 202 }),
      step: "chooseProduct",
      says: /\$statusCode == 200/
    },
    {
      title: "another value of a field",
      method: "GET",
      path: /^\/api\/v1\/employers\/[^/]+$/,
      change: ({ body, status }) => ({
        status,
        body: { ...body, data: { ...body.data, default_fund_source: "default_activate_confirmed" } }
      }),
      step: "fetchEmployer",
      says: /default_fund_source == 'selected'/
    },
    {
      title: "a field that the contract requires and that isn't there",
      method: "POST",
      path: /^\/api\/v1\/employers\/[^/]+\/generate-embed-url$/,
      change: ({ body: { data, ...body }, status }) => {
        const { valid_until: _, ...rest } = data
        return { status, body: { ...body, data: rest } }
      },
      step: "makeEmbedUrl",
      says: /valid_until/
    }
  ]

  for (const { says, step, title, ...alteration } of broken) {
    it(`${title}: respect fails, and names the step`, async () => {
      const before = programs.add(await startAltered(options.servers["partner-api"] ?? "", alteration))
      const servers = { ...options.servers, "partner-api": before.url, "embed-api": before.url }
      const { code, printed, workflows } = await run(published, { servers, workflows: ["chooseDefaultFund"] })
      expect(before.changed()).toBe(1)
      const failures = workflows.flatMap((workflow) => workflow.failures)
      expect(failures.length, printed).toBeGreaterThan(0)
      for (const failure of failures) expect(failure).toContain(`chooseDefaultFund.${step}: `)
      expect(failures.join("\n")).toMatch(says)
      expect(printed).toContain(step)
      expect(code).toBe(1)
    })
  }

  it("a webhook that never comes: respect fails, and names the step that waits for it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "embedded-super-impatient-"))
    cpSync(dirname(published), folder, { recursive: true })
    const impatient = join(folder, "onboarding.arazzo.json")
    writeFileSync(impatient, readFileSync(published, "utf8").replace(/"retryLimit": \d+/, '"retryLimit": 2'))
    const before = programs.add(
      await startAltered(options.servers["partner-simulator"] ?? "", {
        method: "GET",
        path: /^\/_simulator\/webhooks$/,
        change: ({ body, status }) => ({
          status,
          body: {
            ...body,
            data: body.data.filter(({ payload }: any) => payload?.event !== "employer_settings_changed")
          }
        })
      })
    )
    const servers = { ...options.servers, "partner-simulator": before.url }
    const { code, printed, workflows } = await run(impatient, { servers, workflows: ["chooseDefaultFund"] })
    rmSync(folder, { recursive: true })
    expect(before.changed(), printed).toBe(3)
    expect(workflows[0]?.failures.join("\n"), printed).toMatch(/^chooseDefaultFund\.receiveSettingsChanged: /)
    expect(workflows[0]?.steps.at(-1)).toBe("receiveSettingsChanged")
    expect(code).toBe(1)
  })
})
