import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { Entry } from "../../src/ledger/Entry.ts"
import { readLedger } from "../../src/ledger/files.ts"
import { refuses } from "../../src/ledger/Problem.ts"
import type { Rule } from "../../src/ledger/Problem.ts"
import type { Draft } from "../rows.ts"
import { schema } from "../rows.ts"
import { SpecsFolder } from "./SpecsFolder.ts"

/** Compatible to partners: an answer tells more. */
const moreTold = (document: Draft) => {
  schema(document, "Employer").properties.trading_name = {
    type: "string",
    maxLength: 100,
    description: "New."
  }
}
/** Breaking for funds: a member number may not be so long any more. */
const shorterNumbers = (document: Draft) => {
  schema(document, "MemberNumber").maxLength = 10
}

const compatible: Entry = {
  id: "trading-name",
  announced: "2027-02-01",
  in_force: "2027-03-03",
  class: "compatible",
  summary: "An employer's trading name is shown where it is known.",
  documents: { "partner-api": ["/components/schemas/Employer/properties/trading_name"] }
}
const breaking: Entry = {
  id: "shorter-member-numbers",
  announced: "2027-02-01",
  in_force: "2027-05-02",
  class: "breaking",
  summary: "A member number has ten characters at most, no longer twenty.",
  documents: { "fund-api": ["/components/schemas/MemberNumber"] },
  migration: "Answer the shorter of your two numbers, the one without the product's prefix."
}

interface Case {
  readonly name: string
  readonly version: string
  readonly changes: Parameters<SpecsFolder["change"]>[1]
  readonly entries: ReadonlyArray<Entry>
  readonly rules: ReadonlyArray<Rule>
}

const both = { "partner-api": moreTold, "fund-api": shorterNumbers }

/** Each against release 1.0.0. */
const cases: ReadonlyArray<Case> = [
  {
    name: "a compatible change is announced 30 days ahead [R-9-2]",
    ...{ version: "1.0.1", changes: { "partner-api": moreTold }, entries: [compatible], rules: [] }
  },
  {
    name: "a compatible change announced 29 days ahead is too soon [R-9-2]",
    ...{ version: "1.0.1", changes: { "partner-api": moreTold } },
    ...{ entries: [{ ...compatible, in_force: "2027-03-02" }], rules: ["too-soon"] }
  },
  {
    name: "a breaking change is announced 90 days ahead [R-9-3]",
    ...{ version: "2.0.0", changes: { "fund-api": shorterNumbers }, entries: [breaking], rules: [] }
  },
  {
    name: "a breaking change announced 89 days ahead is too soon [R-9-3]",
    ...{ version: "2.0.0", changes: { "fund-api": shorterNumbers } },
    ...{ entries: [{ ...breaking, in_force: "2027-05-01" }], rules: ["too-soon"] }
  },
  {
    name: "a breaking change that calls itself compatible is found out, and its 30 days are too few [R-9-3]",
    ...{ version: "2.0.0", changes: { "fund-api": shorterNumbers } },
    entries: [{ ...breaking, class: "compatible", in_force: "2027-03-03" }],
    rules: ["class-too-low", "too-soon"]
  },
  {
    name: "who calls a compatible change breaking gives 90 days",
    ...{ version: "1.1.0", changes: { "partner-api": moreTold } },
    entries: [{ ...compatible, class: "breaking", migration: "Nothing has to be done, but look at it." }],
    rules: ["too-soon"]
  },
  {
    name: "a change without an entry [R-9-2]",
    ...{ version: "1.0.1", changes: { "partner-api": moreTold }, entries: [], rules: ["unannounced"] }
  },
  {
    name: "one of two changes without an entry [R-9-3]",
    ...{ version: "2.0.0", changes: both, entries: [compatible], rules: ["unannounced"] }
  },
  {
    name: "an entry that announces nothing",
    ...{ version: "1.0.1", changes: {}, entries: [compatible], rules: ["announces-nothing"] }
  },
  {
    name: "a place in an entry where nothing changed",
    ...{ version: "1.0.1", changes: { "partner-api": moreTold } },
    entries: [
      {
        ...compatible,
        documents: { ...compatible.documents, webhooks: ["/components/schemas/EmployerIssueCreated"] }
      }
    ],
    rules: ["announces-nothing"]
  },
  {
    name: "a version that wasn't raised",
    ...{ version: "1.0.0", changes: { "partner-api": moreTold }, entries: [compatible] },
    rules: ["version-not-raised"]
  },
  {
    name: "a breaking change in a minor version",
    ...{ version: "1.1.0", changes: { "fund-api": shorterNumbers }, entries: [breaking] },
    rules: ["version-not-raised"]
  },
  {
    name: "a breaking change that doesn't say what to do",
    ...{ version: "2.0.0", changes: { "fund-api": shorterNumbers } },
    entries: [(({ migration: _, ...entry }) => entry)(breaking)],
    rules: ["no-migration"]
  },
  {
    name: "an end that comes too soon after its announcement [R-9-3]",
    version: "1.0.1",
    changes: {
      "partner-api": (document) => {
        const get = document.paths["/api/v1/employers/{id}"].get
        Object.assign(get, { deprecated: true, "x-sunset": "2027-05-01" })
      }
    },
    entries: [
      {
        ...compatible,
        documents: { "partner-api": [] },
        deprecates: [{ document: "partner-api", operation: "getEmployer", sunset: "2027-05-01" }]
      }
    ],
    rules: ["too-soon"]
  },
  {
    name: "a deprecation that names nothing",
    ...{ version: "1.0.1", changes: { "partner-api": moreTold } },
    entries: [{ ...compatible, deprecates: [{ document: "partner-api", operation: "getNothing" }] }],
    rules: ["announces-nothing"]
  },
  { name: "no change at all", version: "1.0.0", changes: {}, entries: [], rules: [] }
]

const foundIn = (specs: SpecsFolder) => [...new Set(specs.check().problems.map(({ rule }) => rule))]

describe("the ledger after release 1.0.0", () => {
  it.each(cases)("$name", ({ version, changes, entries, rules }) => {
    using specs = new SpecsFolder("1.0.0")
    specs.change(version, changes)
    for (const entry of entries) specs.announce(entry)
    const { problems, bound } = specs.check()
    expect([...new Set(problems.map(({ rule }) => rule))]).toEqual(rules)
    expect(problems.every((problem) => refuses(problem, bound))).toBe(true)
    for (const { wrong, mend } of problems) expect(`${wrong} ${mend}`).toMatch(/^[^\n]+\. [A-Z][^\n]+\.$/)
  })

  it("refuses by its exit code, and says what is wrong and how to mend it [R-9-3]", () => {
    using specs = new SpecsFolder("1.0.0")
    specs.change("2.0.0", { "fund-api": shorterNumbers }).announce({ ...breaking, in_force: "2027-03-03" })
    const { code, output } = specs.run()
    expect(code).toBe(1)
    expect(output).toContain("is breaking and in force 30 days after it is announced, not 90.")
    expect(output).toContain("Set in_force to 2027-05-02 or later.")
    specs.announce(breaking)
    expect(specs.run().code).toBe(0)
  })
})

describe("the ledger before version 1.0 (settled 11)", () => {
  const judged = cases.filter(({ rules }) => rules.length > 0)
  it.each(judged)("shows, and doesn't refuse: $name", ({ changes, entries }) => {
    using specs = new SpecsFolder("0.9.0")
    specs.change("0.9.0", changes)
    for (const entry of entries) specs.announce(entry)
    const { problems, bound } = specs.check()
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.some((problem) => refuses(problem, bound))).toBe(false)
  })

  it("warns by words, and passes", () => {
    using specs = new SpecsFolder("0.9.0")
    const { code, output } = specs.change("0.9.1", { "fund-api": shorterNumbers }).run()
    expect(code).toBe(0)
    expect(output).toContain("warn fund-api#/components/schemas/MemberNumber: maxLength went from 20 to 10")
  })

  it("a breaking change raises the minor version, a compatible one the patch", () => {
    using specs = new SpecsFolder("0.9.0")
    expect(foundIn(specs.change("0.9.1", { "partner-api": moreTold }).announce(compatible))).toEqual([])
    specs.change("0.9.1", both).announce(breaking)
    expect(foundIn(specs)).toEqual(["version-not-raised"])
    expect(foundIn(specs.change("0.10.0", both))).toEqual([])
  })
})

describe("what is refused at any version", () => {
  it("an entry that can't be read", () => {
    using specs = new SpecsFolder("0.9.0")
    const file = join(specs.path, "changes", "odd.yaml")
    for (const text of ["id: [", "id: odd\n", "id: even\n"]) {
      writeFileSync(file, text)
      expect(foundIn(specs)).toEqual(["unreadable-entry"])
      expect(specs.run().code).toBe(1)
    }
  })

  it("a release that was changed after it was published", () => {
    using specs = new SpecsFolder("0.9.0")
    appendFileSync(join(specs.path, "published/0.9.0/fund-api.json"), "\n")
    expect(foundIn(specs)).toEqual(["tampered-release"])
    expect(specs.run().code).toBe(1)
  })
})

describe("a release", () => {
  const rulesOf = ({ problems }: ReturnType<SpecsFolder["publish"]>) => problems.map(({ rule }) => rule)

  it("is never written over", () => {
    using specs = new SpecsFolder("0.9.0")
    expect(specs.publish("2027-06-01").problems).toMatchObject([
      { wrong: "0.9.0 is published, and a release never changes." }
    ])
  })

  it("holds no change that nobody was told of, also before version 1.0 [R-9-2]", () => {
    using specs = new SpecsFolder("0.9.0")
    specs.change("0.10.0", both).announce(compatible)
    expect(rulesOf(specs.publish("2027-06-01"))).toEqual(["unannounced"])
  })

  it("waits for the day on which its changes are in force [R-9-2] [R-9-3]", () => {
    using specs = new SpecsFolder("1.0.0")
    specs.change("2.0.0", both).announce(compatible).announce(breaking)
    expect(rulesOf(specs.publish("2027-03-02"))).toEqual(["not-yet-in-force", "not-yet-in-force"])
    expect(rulesOf(specs.publish("2027-05-01"))).toEqual(["not-yet-in-force"])
    expect(rulesOf(specs.publish("2027-05-02"))).toEqual([])
    // What it brought is told once; the next release begins with none.
    expect(specs.check()).toMatchObject({
      changes: [],
      pending: [],
      problems: [],
      release: { version: "2.0.0" }
    })
  })

  it("is known to the entries that it brought, and these to their readers", () => {
    using specs = new SpecsFolder("1.0.0")
    specs.change("2.0.0", both).announce(compatible).announce(breaking)
    expect(readLedger(specs.path)).toMatchObject([
      { id: "shorter-member-numbers", readers: ["funds"], release: undefined },
      { id: "trading-name", readers: ["partners"], release: undefined }
    ])
    specs.publish("2027-05-02")
    expect(readLedger(specs.path).map(({ release }) => release)).toEqual(["2.0.0", "2.0.0"])
  })
})
