import type { Documents } from "../documents/Documents.ts"
import type { Finding } from "../findings.ts"
import type { Requirement } from "../model/Specs.ts"
import { isObject, type Json, present, textOf } from "../documents/json.ts"

const requirementsFile = "requirements.yaml"

const known = new Set([
  "id",
  "section",
  "row",
  "level",
  "kept_by",
  "text",
  "not_observable",
  "due",
  "evidence",
  "proof"
])

const keepers: ReadonlySet<string> = new Set(["service", "fund", "partner"])

/** The requirement list. A requirement of level MUST has a proof or a due milestone, and says who keeps it. */
export const parseRequirements = (
  documents: Documents,
  findings: Array<Finding>
): ReadonlyArray<Requirement> => {
  if (!documents.has(requirementsFile)) return []
  const value = documents.read(requirementsFile)
  const entries = Array.isArray(value) ? (value as ReadonlyArray<unknown>) : []
  const seen = new Set<string>()
  return entries.map((entry, index) => {
    const json: Json = isObject(entry) ? entry : {}
    const report = (message: string): void => {
      findings.push({ code: "requirement_shape", document: requirementsFile, pointer: `/${index}`, message })
    }
    const requirement = toRequirement(json)
    if (!/^R-[1-9](?:\.[0-9]+)*-[0-9]+$/.test(requirement.id)) report("an id is R-<section>-<number>")
    if (seen.has(requirement.id)) report(`${requirement.id} is used twice`)
    if (!requirement.id.startsWith(`R-${requirement.section}-`)) report("the id names another section")
    if (requirement.level !== "MUST" && requirement.level !== "SHOULD") report("level is MUST or SHOULD")
    if (requirement.text === "") report("there is no text")
    if (requirement.level === "MUST" && requirement.proof === undefined && requirement.due === undefined) {
      report(`${requirement.id} has neither proof nor due`)
    }
    const keptBy = textsOf(json["kept_by"]) ?? []
    if ((requirement.level === "MUST") !== keptBy.length > 0)
      report(`${requirement.id}: a MUST, and nothing else, has kept_by`)
    for (const keeper of keptBy) if (!keepers.has(keeper)) report(`kept_by knows no ${keeper}`)
    if ("not_observable" in json && keptBy.every((keeper) => keeper === "service"))
      report(`${requirement.id} is kept by the service alone, so not_observable means nothing`)
    for (const key of Object.keys(json)) if (!known.has(key)) report(`${key} can't be kept`)
    seen.add(requirement.id)
    return requirement
  })
}

const toRequirement = (json: Json): Requirement =>
  present({
    id: textOf(json["id"]) ?? "",
    section: String(json["section"]),
    row: textOf(json["row"]),
    level: json["level"] as Requirement["level"],
    text: textOf(json["text"]) ?? "",
    due: textOf(json["due"]),
    proof: textsOf(json["proof"])
  })

const textsOf = (value: unknown): ReadonlyArray<string> | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value.map(String) : [String(value)]
