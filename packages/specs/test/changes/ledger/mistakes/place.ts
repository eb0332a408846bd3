import { stringify } from "yaml"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Covered, Entry } from "../../../../src/changes/ledger/Entry.ts"
import { breaking, compatible, fieldAdded, shorterNumbers } from "../announcements.ts"
import type { SpecsFolder } from "../SpecsFolder.ts"
import { mistakes } from "./Mistake.ts"

const lowered: Covered = {
  kind: "maxLength-lowered",
  at: "/components/schemas/MemberNumber",
  to: "10",
  where: ["POST /v1/member_registration"]
}
const added: Covered = {
  kind: "property-added",
  at: "/components/schemas/Employer/properties/trading_name",
  where: ["GET /api/v1/employers/{id}", "PATCH /api/v1/employers/{id}"]
}
const lists = (changes: Entry["changes"]) => (specs: SpecsFolder) =>
  specs.change("2.0.0", { "fund-api": shorterNumbers }).announce({ ...breaking, changes })
const announcing = (covered: Covered) => (specs: SpecsFolder) =>
  specs
    .change("1.0.1", { "partner-api": fieldAdded })
    .announce({ ...compatible, changes: { "partner-api": [covered] } })

export const placeMistakes = mistakes([
  [
    "the whole document",
    "announces what the specs don't hold: maxLength-lowered at fund-api# to 10",
    lists({ "fund-api": [{ ...lowered, at: "" }] })
  ],
  [
    "the schema beside it",
    "announces what the specs don't hold: maxLength-lowered at fund-api#/components/schemas/EmployerNumber",
    lists({ "fund-api": [{ ...lowered, at: "/components/schemas/EmployerNumber" }] })
  ],
  [
    "the same place in another document",
    "announces what the specs don't hold: maxLength-lowered at webhooks#/components/schemas/MemberNumber",
    lists({ webhooks: [lowered] })
  ],
  [
    "one of the two operations that it touches",
    "trading_name is new; no entry of specs/changes lists this compatible change",
    announcing({ ...added, where: added.where.slice(1) })
  ],
  [
    "an operation more than it touches",
    "GET /api/v1/employers/{id} and 2 more",
    announcing({ ...added, where: [...added.where, "POST /api/v1/employers"] })
  ],
  [
    "a list of places, each with all below it",
    "must have required property 'changes'",
    (specs) => {
      specs.change("2.0.0", { "fund-api": shorterNumbers })
      const { changes: _, ...entry } = breaking
      const text = stringify({ ...entry, documents: { "fund-api": ["/components", "/paths"] } })
      writeFileSync(join(specs.path, "changes", `${entry.id}.yaml`), text)
    }
  ]
])
