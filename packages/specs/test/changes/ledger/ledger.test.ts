import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import type { Entry } from "../../../src/changes/ledger/Entry.ts"
import { refuses } from "../../../src/changes/ledger/Problem.ts"
import type { Rule } from "../../../src/changes/ledger/Problem.ts"
import { readLedger } from "../../../src/changes/ledger/entries.ts"
import type { Draft } from "../rows.ts"
import { breaking, compatible, fieldAdded, shorterNumbers } from "./announcements.ts"
import { SpecsFolder } from "./SpecsFolder.ts"

interface Case {
  readonly name: string
  readonly version: string
  readonly changes: Parameters<SpecsFolder["change"]>[1]
  readonly entries: ReadonlyArray<Entry>
  readonly rules: ReadonlyArray<Rule>
}

const both = { "partner-api": fieldAdded, "fund-api": shorterNumbers }

/** Each against release 1.0.0. */
const cases: ReadonlyArray<Case> = [
  {
    name: "a compatible change is announced 30 days ahead [R-9-2]",
    ...{ version: "1.0.1", changes: { "partner-api": fieldAdded }, entries: [compatible], rules: [] }
  },
  {
    name: "a compatible change announced 29 days ahead is too soon [R-9-2]",
    ...{ version: "1.0.1", changes: { "partner-api": fieldAdded } },
    ...{ entries: [{ ...compatible, in_force: "2026-03-02" }], rules: ["too-soon"] }
  },
  {
    name: "a breaking change is announced 90 days ahead [R-9-3]",
    ...{ version: "2.0.0", changes: { "fund-api": shorterNumbers }, entries: [breaking], rules: [] }
  },
  {
    name: "a breaking change announced 89 days ahead is too soon [R-9-3]",
    ...{ version: "2.0.0", changes: { "fund-api": shorterNumbers } },
    ...{ entries: [{ ...breaking, in_force: "2026-05-01" }], rules: ["too-soon"] }
  },
  {
    name: "a breaking change that calls itself compatible is found out, and its 30 days are too few [R-9-3]",
    ...{ version: "2.0.0", changes: { "fund-api": shorterNumbers } },
    entries: [{ ...breaking, class: "compatible", in_force: "2026-03-03" }],
    rules: ["class-too-low", "too-soon"]
  },
  {
    name: "who calls a compatible change breaking gives 90 days",
    ...{ version: "1.1.0", changes: { "partner-api": fieldAdded } },
    entries: [{ ...compatible, class: "breaking", migration: "Nothing has to be done, but look at it." }],
    rules: ["too-soon"]
  },
  {
    name: "a change without an entry [R-9-2]",
    ...{ version: "1.0.1", changes: { "partner-api": fieldAdded }, entries: [], rules: ["unannounced"] }
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
    ...{ version: "1.0.1", changes: { "partner-api": fieldAdded } },
    entries: [
      {
        ...compatible,
        changes: {
          ...compatible.changes,
          webhooks: [{ kind: "object-closed", at: "/components/schemas/EmployerIssueCreated", where: [] }]
        }
      }
    ],
    rules: ["announces-nothing"]
  },
  {
    name: "a version that wasn't raised",
    ...{ version: "1.0.0", changes: { "partner-api": fieldAdded }, entries: [compatible] },
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
        Object.assign(get, { deprecated: true, "x-sunset": "2026-05-01" })
      }
    },
    entries: [
      {
        ...compatible,
        changes: {},
        deprecates: [{ document: "partner-api", operation: "getEmployer", sunset: "2026-05-01" }]
      }
    ],
    rules: ["too-soon"]
  },
  {
    name: "a deprecation that names nothing",
    ...{ version: "1.0.1", changes: { "partner-api": fieldAdded } },
    entries: [{ ...compatible, deprecates: [{ document: "partner-api", operation: "getNothing" }] }],
    rules: ["announces-nothing"]
  },
  { name: "no change at all", version: "1.0.0", changes: {}, entries: [], rules: [] }
]

afterAll(() => SpecsFolder.clear())

const foundIn = (specs: SpecsFolder) => [...new Set(specs.check().problems.map(({ rule }) => rule))]

const isRefused = (specs: SpecsFolder): boolean => {
  const { bound, problems } = specs.check()
  return problems.some((problem) => refuses(problem, bound))
}

describe("the ledger after release 1.0.0", () => {
  it.each(cases)("$name", ({ version, changes, entries, rules }) => {
    using specs = new SpecsFolder("1.0.0")
    specs.change(version, changes)
    for (const entry of entries) specs.announce(entry)
    const { problems, bound } = specs.check()
    expect([...new Set(problems.map(({ rule }) => rule))]).toEqual(rules)
    expect(problems.every((problem) => refuses(problem, bound))).toBe(true)
    for (const { wrong, fix } of problems) expect(`${wrong} ${fix}`).toMatch(/^[^\n]+\. [A-Z][^\n]+\.$/)
  })
})

describe("the ledger before version 1.0", () => {
  const judged = cases.filter(({ rules }) => rules.length > 0 && !rules.includes("announces-nothing"))
  it.each(judged)("shows, and doesn't refuse: $name", ({ changes, entries }) => {
    using specs = new SpecsFolder("0.9.0")
    specs.change("0.9.0", changes)
    for (const entry of entries) specs.announce(entry)
    const { problems, bound } = specs.check()
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.some((problem) => refuses(problem, bound))).toBe(false)
  })

  it("a breaking change raises the minor version, a compatible one the patch", () => {
    using specs = new SpecsFolder("0.9.0")
    expect(foundIn(specs.change("0.9.1", { "partner-api": fieldAdded }).announce(compatible))).toEqual([])
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
      expect(isRefused(specs)).toBe(true)
    }
  })

  it.each(cases.filter(({ rules }) => rules.includes("announces-nothing")))("$name", (each) => {
    using specs = new SpecsFolder("0.9.0")
    specs.change("0.9.1", each.changes)
    for (const entry of each.entries) specs.announce(entry)
    expect(specs.check().problems.map(({ rule }) => rule)).toContain("announces-nothing")
    expect(isRefused(specs)).toBe(true)
  })

  it("a release that was changed after it was published", () => {
    using specs = new SpecsFolder("0.9.0")
    appendFileSync(join(specs.path, "published/0.9.0/fund-api.json.gz"), "\n")
    expect(foundIn(specs)).toEqual(["tampered-release"])
    expect(isRefused(specs)).toBe(true)
  })
})

describe("what was announced or promised before", () => {
  it("an operation isn't taken away before the end that was promised [R-9-3]", () => {
    using specs = new SpecsFolder("1.0.0")
    const ends = (document: Draft) =>
      Object.assign(document.paths["/api/v1/employers/{id}"].get, {
        deprecated: true,
        "x-sunset": "2026-12-01"
      })
    const { migration: _, ...retired } = { ...breaking, id: "get-employer-ends", changes: {} }
    specs.change("1.0.1", { "partner-api": ends }).announce({
      ...{ ...retired, class: "compatible", in_force: "2026-03-03" },
      deprecates: [{ document: "partner-api", operation: "getEmployer", sunset: "2026-12-01" }]
    })
    expect(specs.publish("2026-03-03").problems).toEqual([])
    specs.change("2.0.0", {
      "partner-api": (document) => void delete document.paths["/api/v1/employers/{id}"].get
    })
    const gone = { kind: "operation-removed", at: "/paths/~1api~1v1~1employers~1{id}/get" }
    const where = ["GET /api/v1/employers/{id}"]
    const entry = { ...breaking, id: "get-employer-goes", announced: "2026-03-04" }
    specs.announce({ ...entry, in_force: "2026-06-02", changes: { "partner-api": [{ ...gone, where }] } })
    expect(specs.check().problems).toMatchObject([
      { rule: "too-soon", wrong: expect.stringContaining("promises it until 2026-12-01") }
    ])
    specs.announce({ ...entry, in_force: "2026-12-01", changes: { "partner-api": [{ ...gone, where }] } })
    expect(foundIn(specs)).toEqual([])
  })
})

describe("a release", () => {
  it("says whether it binds: from version 1.0 on", () => {
    for (const [version, binding] of [
      ["0.9.0", false],
      ["1.0.0", true]
    ] as const) {
      using specs = new SpecsFolder(version)
      expect(specs.check().release).toMatchObject({ version, binding })
    }
  })

  const rulesOf = ({ problems }: ReturnType<SpecsFolder["publish"]>) => problems.map(({ rule }) => rule)

  it("is never written over", () => {
    using specs = new SpecsFolder("0.9.0")
    expect(specs.publish("2026-06-01").problems).toMatchObject([
      { wrong: "0.9.0 is published, and a release never changes." }
    ])
  })

  it("holds no change that wasn't announced, also before version 1.0 [R-9-2]", () => {
    using specs = new SpecsFolder("0.9.0")
    specs.change("0.10.0", both).announce(compatible)
    expect(rulesOf(specs.publish("2026-06-01"))).toEqual(["unannounced"])
  })

  it("waits for the day on which its changes are in force [R-9-2] [R-9-3]", () => {
    using specs = new SpecsFolder("1.0.0")
    specs.change("2.0.0", both).announce(compatible).announce(breaking)
    expect(rulesOf(specs.publish("2026-03-02"))).toEqual(["not-yet-in-force", "not-yet-in-force"])
    expect(rulesOf(specs.publish("2026-05-01"))).toEqual(["not-yet-in-force"])
    expect(rulesOf(specs.publish("2026-05-02"))).toEqual([])
    // The entries of a release are reported once; the next release begins with none.
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
    specs.publish("2026-05-02")
    expect(readLedger(specs.path).map(({ release }) => release)).toEqual(["2.0.0", "2.0.0"])
  })
})
