/** The workflows against the system. With answers that were changed on the way: workflows.long.test.ts. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { calling, chainsOf, filtersOf, type Workflow } from "./src/workflows/filters.ts"
import { published, written } from "./src/workflows/respect.ts"
import { worldOfWorkflows } from "./src/workflows/world.ts"

const document: { readonly workflows: ReadonlyArray<Workflow> } = JSON.parse(readFileSync(published, "utf8"))

it("no filter joins three conditions: respect ignores the third", () => {
  const filters = filtersOf(document.workflows)
  expect(filters.length).toBeGreaterThan(8)
  for (const filter of filters) expect(Math.max(...chainsOf(filter)), filter).toBeLessThanOrEqual(2)
})

describe("the workflows, run by redocly respect against the service and both simulators", () => {
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
})
