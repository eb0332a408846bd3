import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { missing } from "./src/clients/missing.ts"
import { newRecipeRunner, type RecipeSurroundings } from "./src/clients/RecipeRunner.ts"
import { CLIENTS, recipesOf } from "./src/guides/recipes.ts"

/** The other recipes are tested by foreign-clients.long.test.ts. */
const ofNpm = recipesOf(CLIENTS).filter(({ needs }) => needs.length === 0)

const lacks = missing(["npm"])

describe.skipIf(lacks.length > 0)(
  `a developer who follows a recipe in an empty folder${lacks.map((lack) => ` (${lack})`)}`,
  () => {
    const runner = newRecipeRunner("clients")
    let world: RecipeSurroundings
    beforeAll(async () => {
      world = await runner.start()
    })
    afterAll(runner.stop)

    it("finds all that the guide promises", () => {
      expect(ofNpm.map(({ name }) => name)).toEqual([
        "openapi-typescript and openapi-fetch",
        "Hey API",
        "Redocly",
        "quicktype"
      ])
    })

    it.each(ofNpm)(
      "gets a client that compiles and makes a real call: $name",
      { timeout: 300_000 },
      async (recipe) => {
        const before = await employers()
        await runner.follow(recipe, { KEY: world.key })
        expect(await employers()).toBe(before + 1)
      }
    )

    /** The number of employers in the service: it verifies the client's output independently. */
    const employers = async (): Promise<number> => {
      const [row] = await world.service.database.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM employers"
      )
      return row?.count ?? 0
    }
  }
)
