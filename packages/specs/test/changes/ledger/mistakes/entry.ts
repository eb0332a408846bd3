import { appendFileSync } from "node:fs"
import { join } from "node:path"
import type { Entry } from "../../../../src/changes/ledger/Entry.ts"
import { type Draft, schema } from "../../rows.ts"
import { breaking, compatible, fieldAdded, shorterNumbers } from "../announcements.ts"
import { type SpecsFolder, mistakes } from "../SpecsFolder.ts"

const limited = (to: number) => (document: Draft) => {
  schema(document, "MemberNumber").maxLength = to
}
const withoutCountry = (document: Draft) => {
  fieldAdded(document)
  const employer = schema(document, "Employer")
  employer.required = employer.required.filter((name: string) => name !== "country")
}
const fileOf = (specs: SpecsFolder, { id }: Entry) => join(specs.path, "changes", `${id}.yaml`)
const released = (specs: SpecsFolder) => {
  specs.change("1.0.1", { "partner-api": fieldAdded }).announce(compatible)
  const { problems } = specs.publish("2026-03-03")
  if (problems[0] !== undefined) throw new Error(problems[0].wrong)
  return specs
}

export const entryMistakes = mistakes([
  [
    "a second change at the place of the first",
    "the pattern was tightened; no entry of specs/changes lists this breaking change",
    (specs) =>
      specs
        .change("2.0.0", {
          "fund-api": (document) => {
            shorterNumbers(document)
            schema(document, "MemberNumber").pattern = "^[0-9]{1,20}$"
          }
        })
        .announce(breaking)
  ],
  [
    "the announced change goes further than announced",
    "maxLength went from 20 to 5; no entry of specs/changes lists this breaking change",
    (specs) => specs.change("2.0.0", { "fund-api": limited(5) }).announce(breaking)
  ],
  [
    "a breaking change below a harmless one",
    "country may now be left out; no entry of specs/changes lists this breaking change",
    (specs) => specs.change("2.0.0", { "partner-api": withoutCountry }).announce(compatible)
  ],
  [
    "one change in two entries",
    "specs/changes/again.yaml and specs/changes/trading-name.yaml both list property-added",
    (specs) =>
      specs
        .change("1.0.1", { "partner-api": fieldAdded })
        .announce(compatible)
        .announce({ ...compatible, id: "again" })
  ],
  [
    "a second day behind the first",
    "specs/changes/trading-name.yaml: it isn't YAML",
    (specs) => {
      specs.change("1.0.1", { "partner-api": fieldAdded }).announce(compatible)
      appendFileSync(fileOf(specs, compatible), "announced: 2026-01-02\n")
    }
  ],
  [
    "a released entry tells another story",
    "specs/published/1.0.1 is not what was published: ../../changes/trading-name.yaml doesn't fit its digest",
    (specs) =>
      released(specs).announce({ ...compatible, summary: "Nothing of interest came with this release." })
  ],
  [
    "an end that the entry doesn't name",
    "is deprecated; no entry of specs/changes lists this compatible change",
    (specs) => {
      const nearer = { deprecated: true, "x-sunset": "2026-06-30" }
      specs.change("1.0.1", {
        "partner-api": (document) => Object.assign(document.paths["/api/v1/employers/{id}"].get, nearer)
      })
      specs.announce({
        ...{ ...compatible, changes: {} },
        deprecates: [{ document: "partner-api", operation: "getEmployer", sunset: "2026-12-31" }]
      })
    }
  ]
])

const changed = (specs: SpecsFolder) => specs.change("1.0.1", { "partner-api": fieldAdded })
const deprecating = (sunset: string) => ({
  ...{ ...compatible, changes: {} },
  deprecates: [{ document: "partner-api" as const, operation: "getEmployer", sunset }]
})

export const dateMistakes = mistakes([
  [
    "announced on 31 February",
    "the calendar has no 2026-02-31",
    (specs) => changed(specs).announce({ ...compatible, announced: "2026-02-31", in_force: "2026-04-30" })
  ],
  [
    "in force on 31 June",
    "the calendar has no 2026-06-31",
    (specs) => changed(specs).announce({ ...compatible, in_force: "2026-06-31" })
  ],
  [
    "an end on 30 February",
    "the calendar has no 2027-02-30",
    (specs) => specs.announce(deprecating("2027-02-30"))
  ]
])
