/** The scenes of the folder `scenes` and of the docs, run by `pnpm scene` against the whole system. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { blocksOf } from "./src/guides/blocks.ts"
import { projectRoot } from "./src/projectRoot.ts"
import { chainsOf, filtersOf, type Workflow } from "./src/workflows/filters.ts"
import { worldOfScenes } from "./src/workflows/sceneWorld.ts"

const names = ["breaker", "failing-fund", "late-membership", "lost-answer", "secret-rotation", "stale-list"]
const textOf = (name: string) => readFileSync(join(projectRoot, "scenes", `${name}.arazzo.yaml`), "utf8")

/** The scene in the guide. */
const guide = readFileSync(join(projectRoot, "packages/docs/guides/developers/scenes.md"), "utf8")
const sample = blocksOf(guide).find(({ language }) => language === "yaml")?.text ?? ""

interface Scene {
  readonly info: { readonly title: string }
  readonly workflows: readonly [Workflow]
}

const scenes = [...names.map(textOf), sample].map((text): Scene => parse(text))

/** What `pnpm scene` prints of a scene, without the times. */
const printedOf = ({ info, workflows: [{ steps }] }: Scene): ReadonlyArray<string> => [
  info.title,
  ...steps.map(({ description = "" }) => `ok  ${description.replace(/\.$/, "")}`)
]

it("the six of the Workbench are there, and no filter joins three conditions: respect ignores the third", () => {
  const files = readdirSync(join(projectRoot, "scenes")).filter((file) => file.endsWith(".yaml"))
  expect(files.toSorted()).toEqual(names.map((name) => `${name}.arazzo.yaml`))
  const filters = filtersOf(scenes.flatMap(({ workflows }) => workflows))
  expect(filters.length).toBeGreaterThan(10)
  for (const filter of filters) expect(Math.max(...chainsOf(filter)), filter).toBeLessThanOrEqual(2)
})

describe("the scenes, run by pnpm scene against the service, two funds and the payroll application", () => {
  const world = worldOfScenes()

  it("each reaches its end, and the time line has what happened: five days pass in seconds", async () => {
    const files = [...names.map((name) => `scenes/${name}.arazzo.yaml`), world.written("sample.yaml", sample)]
    const { code, stderr, stdout } = await world.scene(...files)
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" })
    const lines = stdout.trimEnd().split("\n")
    expect(lines.map((line) => line.replace(/ \(\d+ m?s\)$/, ""))).toEqual(scenes.flatMap(printedOf))
    for (const secret of world.secrets()) expect(stdout).not.toContain(secret)
    expect(stdout).not.toMatch(/whsec_/)
  })
})
