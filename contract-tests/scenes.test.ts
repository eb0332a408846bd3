/** How the scenes are written. Their runs: scenes.long.test.ts. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { chainsOf, filtersOf, sceneNames, scenes } from "./src/workflows/scenes.ts"

it("the six of the Workbench are there, and no filter joins three conditions: respect ignores the third", () => {
  const files = readdirSync(join(projectRoot, "scenes")).filter((file) => file.endsWith(".yaml"))
  expect(files.toSorted()).toEqual(sceneNames.map((name) => `${name}.arazzo.yaml`))
  const filters = filtersOf(scenes.flatMap(({ workflows }) => workflows))
  expect(filters.length).toBeGreaterThan(10)
  for (const filter of filters) expect(Math.max(...chainsOf(filter)), filter).toBeLessThanOrEqual(2)
})
