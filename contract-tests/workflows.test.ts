import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { changedAnswers, expectNamed } from "./src/workflows/changedAnswers.ts"
import { published, written } from "./src/workflows/respect.ts"
import { worldOfWorkflows } from "./src/workflows/world.ts"

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

  // The other changed answers: workflows.long.test.ts.
  const [changed] = changedAnswers as [(typeof changedAnswers)[number]]
  it(`${changed.title}: respect fails, and names the step`, () => expectNamed(world, changed))
})
