/** The scenes of the folder `scenes`, run against the service, two funds and the payroll application. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { projectRoot } from "./src/projectRoot.ts"
import { calling, chainsOf, filtersOf, type Workflow } from "./src/workflows/filters.ts"
import { worldOfScenes } from "./src/workflows/sceneWorld.ts"

const folder = join(projectRoot, "scenes")
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".arazzo.yaml"))
  .map((file) => file.replace(".arazzo.yaml", ""))
  .toSorted()

const fileOf = (name: string) => join(folder, `${name}.arazzo.yaml`)

const workflowOf = (name: string): Workflow => parse(readFileSync(fileOf(name), "utf8")).workflows[0]

/** One of them is run by `pnpm scene`; the others share one process, because each start takes half a second. */
const alone = "secret-rotation"
const together = names.filter((name) => name !== alone)

it("there are the six of the Workbench, and no filter joins three conditions: respect ignores the third", () => {
  expect(names).toEqual([
    "breaker",
    "failing-fund",
    "late-membership",
    "lost-answer",
    "secret-rotation",
    "stale-list"
  ])
  for (const filter of filtersOf(names.map(workflowOf)))
    expect(Math.max(...chainsOf(filter)), filter).toBeLessThanOrEqual(2)
})

describe("the scenes", () => {
  const world = worldOfScenes()

  it("each reaches its end, and the time line has what happened; five days pass in seconds", async () => {
    const { code, printed, workflows } = await world.run(together.map(fileOf))
    expect(workflows, printed).toEqual(
      together.map((name) => {
        const workflow = workflowOf(name)
        return { workflow: workflow.workflowId, steps: calling(workflow), failures: [] }
      })
    )
    expect(code, printed).toBe(0)
  })

  it("pnpm scene prints a line for each step, no secret, and ends with 0", async () => {
    const { code, stderr, stdout } = await world.scene(fileOf(alone))
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const lines = workflowOf(alone).steps.map(({ description = "" }) => description.replace(/\.$/, ""))
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => line.replace(/ \(\d+ m?s\)$/, ""))
    ).toEqual(lines.map((line) => `ok  ${line}`))
    for (const secret of world.secrets()) expect(stdout).not.toContain(secret)
    expect(stdout).not.toMatch(/whsec_/)
  })
})
