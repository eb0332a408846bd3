import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { missing } from "./src/clients/missing.ts"
import { recipesOf } from "./src/clients/recipes.ts"
import { newReader } from "./src/guides/Reader.ts"
import { seedPartner } from "./src/onboarding/seed.ts"
import { newPrograms } from "./src/programs/Programs.ts"
import { type RunningService, startService } from "./src/programs/service.ts"
import { startFundSimulator } from "./src/programs/simulators.ts"
import { projectRoot } from "./src/projectRoot.ts"

const PAGE = "developers/generate-a-client.md"
/** The other recipes are tested by foreign-clients.long.test.ts. */
const recipes = recipesOf(readFileSync(join(projectRoot, "packages/docs/guides", PAGE), "utf8")).filter(
  ({ needs }) => needs.length === 0
)

const lacks = missing(["npm"])

describe.skipIf(lacks.length > 0)(
  `a developer who follows a recipe in an empty folder${lacks.map((lack) => ` (${lack})`)}`,
  () => {
    const programs = newPrograms()
    const beside = realpathSync(mkdtempSync(join(tmpdir(), "embedded-super-clients-")))
    let service: RunningService
    let key: string

    beforeAll(async () => {
      const fund = programs.add(await startFundSimulator())
      service = programs.add(await startService())
      const { products } = await seedPartner(service, fund, {
        slug: "clients",
        products: 1,
        webhookUrl: "http://127.0.0.1:9/webhooks"
      })
      key = products[0]?.key ?? ""
    })
    afterAll(async () => {
      await programs.stop()
      rmSync(beside, { recursive: true, force: true })
    })

    it("finds all that the guide promises", () => {
      expect(recipes.map(({ name }) => name)).toEqual([
        "openapi-typescript and openapi-fetch",
        "Hey API",
        "Redocly",
        "quicktype"
      ])
    })

    it.each(recipes)(
      "gets a client that compiles and makes a real call: $name",
      { timeout: 300_000 },
      async ({ blocks }) => {
        const before = await employers()
        const reader = newReader({
          project: mkdtempSync(join(beside, "recipe-")),
          beside,
          env: { KEY: key },
          onOtherPorts: (text) => text.replaceAll("http://localhost:4000", service.url)
        })
        try {
          for (const block of blocks) await reader.follow(block, PAGE)
        } finally {
          await reader.close()
        }
        expect(await employers()).toBe(before + 1)
      }
    )

    /** The number of employers in the service: it verifies the client's output independently. */
    const employers = async (): Promise<number> => {
      const [row] = await service.database.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM employers"
      )
      return row?.count ?? 0
    }
  }
)
