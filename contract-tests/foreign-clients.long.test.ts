/**
 * The recipes of "Generate a client" whose tools npm doesn't install: followed in an empty folder, compiled, and run
 * against the service and the fund simulator. Run by `pnpm test:long`; a recipe is skipped with a reason if this
 * machine lacks one of its tools or the tools reach no registry.
 */
import { copyFileSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { calls, EMPLOYER, printed } from "./src/clients/calls.ts"
import { type Served, serveFolder } from "./src/clients/serveFolder.ts"
import { missing } from "./src/clients/missing.ts"
import { recipesOf } from "./src/clients/recipes.ts"
import { newReader } from "./src/guides/Reader.ts"
import { openTerminal } from "./src/guides/Terminal.ts"
import { seedPartner } from "./src/onboarding/seed.ts"
import { newPrograms } from "./src/programs/Programs.ts"
import { type RunningService, startService } from "./src/programs/service.ts"
import { type RunningSimulator, startFundSimulator } from "./src/programs/simulators.ts"
import { projectRoot } from "./src/projectRoot.ts"

const PAGE = "developers/generate-a-client.md"
const page = readFileSync(join(projectRoot, "packages/docs/guides", PAGE), "utf8")
const recipes = recipesOf(page).filter(({ needs }) => needs.length > 0)

/** A compiler fetches and builds a crate or module on its first use. */
const PATIENCE = 1_200_000

describe("a developer who follows a recipe of another language in an empty folder", () => {
  const programs = newPrograms()
  const beside = realpathSync(mkdtempSync(join(tmpdir(), "embedded-super-foreign-clients-")))
  let service: RunningService
  let fund: RunningSimulator
  let specs: Served
  let key: string

  beforeAll(async () => {
    specs = programs.add(await serveFolder(join(projectRoot, "packages/contracts/bundled")))
    fund = programs.add(await startFundSimulator())
    service = programs.add(await startService())
    const { products } = await seedPartner(service, fund, {
      slug: "foreign-clients",
      products: 1,
      webhookUrl: "http://127.0.0.1:9/webhooks"
    })
    key = products[0]?.key ?? ""
  })
  afterAll(async () => {
    await programs.stop()
    rmSync(beside, { recursive: true, force: true })
  })

  it("finds a program of calls for each recipe, and a recipe for each program", () => {
    expect(recipes.map(({ name }) => name)).toEqual(calls.map(({ recipe }) => recipe))
  })

  for (const { blocks, name, needs } of recipes) {
    const lacks = missing(needs)
    const because = lacks.length === 0 ? "" : ` (${lacks.join(", ")})`
    const title = `gets a client that compiles, calls and reads every answer: ${name}${because}`
    it.skipIf(lacks.length > 0)(title, { timeout: PATIENCE }, async () => {
      const { file, run } = calls.find(({ recipe }) => recipe === name)!
      const project = mkdtempSync(join(beside, "recipe-"))
      const env = {
        KEY: key,
        SERVICE_URL: service.url,
        FUND_URL: fund.url,
        FUND_KEY: readFileSync(join(fund.dataDir, "api-key"), "utf8").trim(),
        NAME: EMPLOYER,
        FAMILY_NAME: "Lovelace",
        REMOTE_ID: file
      }
      const reader = newReader({
        project,
        beside,
        env,
        patience: PATIENCE,
        onOtherPorts: (text) =>
          text
            .replaceAll("http://localhost:4000/docs/specs", specs.url)
            .replaceAll("http://localhost:4000", service.url)
      })
      try {
        for (const block of blocks) await reader.follow(block, PAGE)
      } finally {
        await reader.close()
      }
      copyFileSync(join(projectRoot, "contract-tests/src/clients/calls", file), join(project, basename(file)))
      const terminal = openTerminal(project, env, PATIENCE)
      try {
        const output = await terminal.type(run)
        const lines = output
          .split("\n")
          .map((line) => line.replaceAll(/\b(?:True|False)\b/g, (word) => word.toLowerCase()))
        expect(lines.filter((line) => /^(?:create|get|list|register|lookup|\d{3}) /.test(line))).toEqual(
          printed
        )
      } finally {
        await terminal.close()
      }
    })
  }
})
