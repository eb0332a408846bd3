/** The tools that are in node_modules: a mistake that each finds, one that it doesn't, and a correct fund. */
import { describe, expect, it } from "vitest"
import { flaws } from "../../../simulators/fund/src/flaws/index.ts"
import { rivalColumns } from "./columns.ts"
import { prism } from "./prism.ts"
import { respect } from "./respect.ts"
import type { Rival, Tool } from "./Rival.ts"
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
  describe(tool.name, { timeout: 60_000 }, () => {
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

    it("can't sign each call, or call without an access token", async () => {
      for (const name of ["expired-token-accepted", "token-type-wrong"])
        expect(await rival.check(subjectOf(name)!)).toMatchObject({ verdict: "cannot", took: 0 })
    })
  })
}

describe("the columns", { timeout: 60_000 }, () => {
  const row = "employer-found-as-text"

  it("hold each result by its row, and what can't be judged", async () => {
    const rival = rivalOf(prism, "5.0")
    const rows = {
      faults: [row, "list-of-nobody", "expired-token-accepted"],
      correct: ["indented-json", "errors-as-text"]
    }
    const lines: Array<string> = []
    const [column, ...more] = await rivalColumns([rival], rows, {
      day: "2026-11-23",
      every: 1,
      print: (line) => lines.push(line)
    })
    expect(more).toEqual([])
    expect(column).toMatchObject({ name: "Prism proxy", version: "5.0", every: 1, falseAlarms: [] })
    expect(column?.faults).toMatchObject({
      [row]: { verdict: "caught" },
      "list-of-nobody": { verdict: "cannot", took: 0 },
      "expired-token-accepted": { verdict: "cannot", took: 0 }
    })
    expect(column?.correct).toMatchObject({
      "indented-json": { verdict: "missed" },
      "errors-as-text": { verdict: "caught" }
    })
    expect(lines).toHaveLength(5)
  })

  it("hold each fifth row, if so many are wanted", async () => {
    const judged: Array<string> = []
    const rival: Rival = {
      ...rivalOf(prism, "5.0"),
      falseAlarms: () => Promise.resolve([]),
      check: (subject) => {
        judged.push(subject.kind === "foreign" ? subject.fund.name : (subject.flaw?.name ?? ""))
        return Promise.resolve({ verdict: "missed", took: 1, said: [] })
      }
    }
    const faults = flaws.slice(0, 11).map(({ name }) => name)
    const [column] = await rivalColumns(
      [rival],
      { faults, correct: ["Go"] },
      { day: "2026-11-23", every: 5, print: () => {} }
    )
    expect(judged.toSorted()).toEqual([faults[0], faults[5], faults[10], "Go"].toSorted())
    expect(Object.keys(column!.faults)).toEqual([faults[0], faults[5], faults[10]])
  })
})
