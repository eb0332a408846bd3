/** The workflows against the system, and with answers that were changed on the way, or never come. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { changedAnswers, expectNamed, startAltered } from "./src/workflows/changedAnswers.ts"
import { calling, chainsOf, filtersOf, type Workflow } from "./src/workflows/scenes.ts"
import { published, written } from "./src/workflows/respect.ts"
import { worldOfWorkflows } from "./src/workflows/world.ts"

const document: { readonly workflows: ReadonlyArray<Workflow> } = JSON.parse(readFileSync(published, "utf8"))

it("no filter joins three conditions: respect ignores the third", () => {
  const filters = filtersOf(document.workflows)
  expect(filters.length).toBeGreaterThan(8)
  for (const filter of filters) expect(Math.max(...chainsOf(filter)), filter).toBeLessThanOrEqual(2)
})

describe("redocly respect, against the service and both simulators", () => {
  const world = worldOfWorkflows()

  it(
    "every workflow reaches its end, every step of it runs, and every check holds [R-1-2, R-1-3, R-1-9, R-1-10, R-1-13, R-1-16, R-1-20, R-1-22, R-1-23, R-3-2, R-3-4, R-3-5, R-3-8, R-3-9, R-3-14, R-6-5, R-6-16, R-6-20, R-6-26]",
    { timeout: 180_000 },
    async () => {
      const { code, printed, workflows } = await world.run(written)
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

  it.each(changedAnswers)("$title: it fails, and names the step", (changed) => expectNamed(world, changed))

  it("a webhook that never comes: it fails, and names the step that waits for it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "embedded-super-impatient-"))
    cpSync(dirname(published), folder, { recursive: true })
    const impatient = join(folder, "onboarding.arazzo.json")
    writeFileSync(impatient, readFileSync(published, "utf8").replace(/"retryLimit": \d+/, '"retryLimit": 2'))
    const before = world.programs.add(
      await startAltered(world.servers()["partner-simulator"] ?? "", {
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
    const servers = { ...world.servers(), "partner-simulator": before.url }
    const { code, printed, workflows } = await world.run(impatient, {
      servers,
      workflows: ["chooseDefaultFund"]
    })
    rmSync(folder, { recursive: true })
    expect(before.changed(), printed).toBe(3)
    expect(workflows[0]?.failures.join("\n"), printed).toMatch(/^chooseDefaultFund\.receiveSettingsChanged: /)
    expect(workflows[0]?.steps.at(-1)).toBe("receiveSettingsChanged")
    expect(code).toBe(1)
  })
})
