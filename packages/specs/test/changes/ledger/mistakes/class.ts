import { stringify } from "yaml"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { breaking, compatible, shorterNumbers, fieldAdded } from "../announcements.ts"
import type { Entry, Covered } from "../../../../src/changes/ledger/Entry.ts"
import { operation, schema } from "../../rows.ts"
import type { Draft } from "../../rows.ts"
import { mistakes, type SpecsFolder } from "../SpecsFolder.ts"

const shorter = { "fund-api": shorterNumbers }
const called = (changes: Entry["changes"]): Entry => ({ ...compatible, changes })
const employer = "/api/v1/employers/{id}"
const preferredName = (document: Draft, more: object) => {
  const { properties } = schema(document, "MemberRegistrationRequest")
  properties.preferred_name = { type: "string", description: "New.", ...more }
}
const registration = ["POST /v1/member_registration"]
const nameAt = "/components/schemas/MemberRegistrationRequest/properties/preferred_name"

export const classMistakes = mistakes([
  [
    "a class that doesn't exist",
    "/class must be equal to one of the allowed values",
    (specs) => specs.change("2.0.0", shorter).announce({ ...breaking, class: "minor" as "compatible" })
  ],
  [
    "a breaking change with a word of what to do",
    "/migration must NOT have fewer than 20 characters",
    (specs) => specs.change("2.0.0", shorter).announce({ ...breaking, migration: "Adapt." })
  ],
  [
    "an operation that is planned again, called compatible",
    "says compatible, but it is breaking: is gone",
    (specs) => {
      const at = `/paths/${employer.replaceAll("/", "~1")}/get`
      const gone = { kind: "operation-removed", at, where: [`GET ${employer}`] }
      specs.change("2.0.0", {
        "partner-api": (document) => (operation(document, "getEmployer").operation["x-planned"] = "later")
      })
      specs.announce(called({ "partner-api": [gone] }))
    }
  ],
  [
    "a required field that says it is excluded, called compatible",
    "says compatible, but it is breaking: preferred_name is new, and required",
    (specs) => {
      specs.change("2.0.0", {
        "fund-api": (document) => {
          preferredName(document, { "x-excluded-by-default": true })
          schema(document, "MemberRegistrationRequest").required.push("preferred_name")
        }
      })
      const added = { kind: "required-property-added", at: nameAt, where: registration }
      specs.announce(called({ "fund-api": [added] }))
    }
  ],
  [
    "an excluded field that is released, then sent to every fund",
    "preferred_name is no longer excluded by default; no entry of specs/changes lists this breaking change",
    (specs) => {
      const excluded = { "x-excluded-by-default": true }
      specs.change("1.0.1", { "fund-api": (document) => preferredName(document, excluded) })
      const added = { kind: "property-added", at: nameAt, where: registration }
      specs.announce(called({ "fund-api": [added] }))
      const { problems } = specs.publish("2026-03-03")
      if (problems[0] !== undefined) throw new Error(problems[0].wrong)
      specs.change("1.0.1", {
        "fund-api": (document) => preferredName(document, {})
      })
    }
  ],
  [
    "a CSV column put between others, called compatible",
    "says compatible, but it is breaking: the columns are now abn, note, employer_name, usi",
    (specs) => {
      const at = "/components/schemas/EmployerDetailsRow"
      specs.change("2.0.0", {
        "fund-files": (document) => {
          const { abn, ...others } = schema(document, "EmployerDetailsRow").properties
          const note = { type: "string" }
          schema(document, "EmployerDetailsRow").properties = { abn, note, ...others }
        }
      })
      const where = ["EmployerDetailsRow"]
      const to = "abn,note,employer_name,usi"
      specs.announce(
        called({
          "fund-files": [
            { kind: "columns-moved", at, to, where },
            { kind: "property-added", at: `${at}/properties/note`, where }
          ]
        })
      )
    }
  ]
])

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
