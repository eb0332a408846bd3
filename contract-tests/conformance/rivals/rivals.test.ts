/** The tools that are in node_modules: a mistake that each finds, one that it doesn't, and a correct fund. */
import { describe, expect, it } from "vitest"
import { prism } from "./prism.ts"
import { respect } from "./respect.ts"
import type { Tool } from "./Rival.ts"
import { rivalOf, subjectOf } from "./rivals.ts"

const cases: ReadonlyArray<readonly [tool: Tool, finds: string, where: string, misses: string]> = [
  [
    prism,
    "employer-found-as-text",
    "lookup, abn_that_matches: response.body.employer_found",
    "every-abn-matches"
  ],
  [respect, "every-abn-matches", "lookup, noMatch: ", "busy-dropped"]
]

for (const [tool, finds, where, misses] of cases) {
  describe(tool.name, () => {
    const rival = rivalOf(tool, "any")

    it(`finds ${finds}`, async () => {
      const { said, verdict } = await rival.check(subjectOf(finds)!)
      expect(verdict).toBe("caught")
      expect(said[0]).toContain(where)
    })

    it(`doesn't find ${misses}`, async () => {
      expect(await rival.check(subjectOf(misses)!)).toMatchObject({ verdict: "missed", said: [] })
    })

    it("has nothing to say about the correct fund", async () => {
      expect(await rival.falseAlarms()).toEqual([])
    })

    it("can't sign each call", async () => {
      expect(await rival.check(subjectOf("expired-token-accepted")!)).toMatchObject({ verdict: "cannot" })
    })
  })
}
