import { describe, expect, it } from "vitest"
import {
  judgeRequirements,
  type LongProofs,
  type Requirement,
  requirementTable,
  rowTable
} from "./requirements.ts"

const must = (more: Partial<Requirement> = {}): Requirement => ({
  id: "R-1-1",
  section: "1",
  level: "MUST",
  text: "It works.",
  ...more
})
const passing = { id: "R-1-1", file: "a.test.ts", title: "It works [R-1-1]", passed: true }

/** The evidence of a day in which a.long.test.ts proved the requirement. */
const evidence = (proven: ReadonlyArray<string> = ["a.long.test.ts"]): LongProofs => ({
  day: "2026-11-28",
  proven: () => proven,
  cites: (file) => file === "a.long.test.ts"
})

describe("the requirement table", () => {
  const cases: ReadonlyArray<
    readonly [string, Requirement, ReadonlyArray<typeof passing>, ReadonlyArray<string>]
  > = [
    ["a proven MUST has no gap", must({ proof: ["a.test.ts"] }), [passing], []],
    ["a due MUST has no gap", must({ due: "fund-side" }), [], []],
    [
      "a MUST with neither is a gap",
      must(),
      [],
      ["R-1-1 is a MUST with neither a proof nor a due milestone"]
    ],
    ["a SHOULD with neither is not", must({ level: "SHOULD" }), [], []],
    [
      "a proof that cites nothing is a gap",
      must({ proof: ["b.test.ts"] }),
      [passing],
      [
        "R-1-1 names b.test.ts as its proof, but no test there cites it",
        "R-1-1 is cited by a.test.ts, which it doesn't name as its proof"
      ]
    ],
    [
      "a file that cites it and isn't named is a gap, reported once",
      must({ proof: ["a.test.ts"] }),
      [passing, { ...passing, file: "b.test.ts" }, { ...passing, file: "b.test.ts" }],
      ["R-1-1 is cited by b.test.ts, which it doesn't name as its proof"]
    ],
    [
      "a failed proof is a gap",
      must({ proof: ["a.test.ts"] }),
      [{ ...passing, passed: false }],
      ["R-1-1: a test that cites it did not pass"]
    ],
    [
      "an unknown id is a gap",
      must({ due: "x" }),
      [{ ...passing, id: "R-9-9" }],
      ["a test cites R-9-9, which specs/requirements.yaml does not hold"]
    ]
  ]
  it.each(cases)("%s", (_, requirement, citations, gaps) => {
    expect(judgeRequirements([requirement], citations, evidence()).gaps).toEqual(gaps)
  })

  const byEvidence = must({ proof: ["a.long.test.ts"], evidence: "twenty seeds" })

  it("a proof of test:long is no gap beside one of the gate", () => {
    const both = must({ proof: ["a.long.test.ts", "a.test.ts"] })
    expect(judgeRequirements([both], [passing], evidence([])).gaps).toEqual([])
  })

  it("a MUST that evidence alone proves says why and since when", () => {
    const judgement = judgeRequirements([byEvidence], [], evidence())
    expect(judgement.gaps).toEqual([])
    const table = requirementTable(judgement)
    expect(table).toContain("0 proven, 1 by evidence alone, 0 due or open")
    expect(table).toContain("R-1-1      MUST   evidence of 2026-11-28: twenty seeds  It works.")
  })

  it.each([
    ["doesn't say why", must({ proof: ["a.long.test.ts"] }), evidence(), "or say in its `evidence` why"],
    ["wasn't proven by the last", byEvidence, evidence([]), "the last doesn't prove it: run test:long"]
  ])("such a MUST that %s is a gap", (_, requirement, long, gap) => {
    expect(judgeRequirements([requirement], [], long).gaps).toEqual([expect.stringContaining(gap)])
  })

  it("has one line for each requirement, with the number of tests that prove it", () => {
    const table = requirementTable(judgeRequirements([must({ proof: ["a.test.ts"] })], [passing], evidence()))
    expect(table).toContain("R-1-1      MUST   1 tests    It works.")
  })

  it("names the tests that prove each row of a table of states or events", () => {
    const opened = must({ row: "employer_issue: (none) to open", proof: ["a.test.ts"] })
    const resolved = must({ id: "R-1-2", row: "employer_issue: open to resolved", due: "fund-side" })
    const table = rowTable(judgeRequirements([opened, resolved], [passing], evidence()))
    expect(table.split("\n").slice(1)).toEqual([
      "",
      "Section 1, employer_issue: (none) to open",
      "  R-1-1   It works.",
      "          a.test.ts: It works",
      "",
      "Section 1, employer_issue: open to resolved",
      "  R-1-2   It works.",
      "          due fund-side",
      ""
    ])
  })
})
