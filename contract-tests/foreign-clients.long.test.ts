/**
 * The recipes of "Generate a client" whose tools npm doesn't install: followed in an empty folder, compiled, and run
 * against the service and the fund simulator. Run by `pnpm test:long`; a recipe is skipped with a reason if this
 * machine lacks one of its tools or the tools get no packages.
 */
import { copyFileSync, mkdirSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { calls, EMPLOYER, printed } from "./src/clients/calls.ts"
import { missing } from "./src/clients/missing.ts"
import { newRecipeRunner, type RecipeSurroundings } from "./src/clients/RecipeRunner.ts"
import { CLIENTS, recipesOf } from "./src/guides/recipes.ts"
import { openTerminal } from "./src/guides/Terminal.ts"
import { projectRoot } from "@embedded-super/program/projectRoot"

const foreign = recipesOf(CLIENTS).filter(({ needs }) => needs.length > 0)

/** A compiler fetches and builds a crate or module on its first use. */
const PATIENCE = 1_200_000

describe("a developer who follows a recipe of another language in an empty folder", () => {
  const runner = newRecipeRunner("foreign-clients")
  let world: RecipeSurroundings
  beforeAll(async () => {
    world = await runner.start()
  })
  afterAll(runner.stop)

  it("finds a program of calls for each recipe, and a recipe for each program", () => {
    expect(foreign.map(({ name }) => name)).toEqual(calls.map(({ recipe }) => recipe))
  })

  for (const recipe of foreign) {
    const { name, needs } = recipe
    const lacks = missing(needs)
    const because = lacks.length === 0 ? "" : ` (${lacks.join(", ")})`
    const title = `gets a client that compiles, calls and reads every answer: ${name}${because}`
    it.skipIf(lacks.length > 0)(title, { timeout: PATIENCE }, async () => {
      const { file, into = "", run } = calls.find(({ recipe }) => recipe === name)!
      const { fund, key, service } = world
      const env = {
        KEY: key,
        SERVICE_URL: service.url,
        FUND_URL: fund.url,
        FUND_KEY: readFileSync(join(fund.dataDir, "api-key"), "utf8").trim(),
        NAME: EMPLOYER,
        FAMILY_NAME: "Lovelace",
        REMOTE_ID: dirname(file)
      }
      const project = await runner.follow(recipe, env, PATIENCE)
      mkdirSync(join(project, into), { recursive: true })
      copyFileSync(
        join(projectRoot, "contract-tests/src/clients/calls", file),
        join(project, into, basename(file))
      )
      const terminal = openTerminal(project, env, PATIENCE)
      try {
        const output = await terminal.type(run)
        const lines = output
          .split("\n")
          .map((line) => line.replaceAll(/\b(?:True|False)\b/g, (word) => word.toLowerCase()))
        expect(lines.filter((line) => /^(?:get|list|register|lookup|\d{3}) /.test(line))).toEqual(printed)
      } finally {
        await terminal.close()
      }
    })
  }
})
