import type { Documents } from "../documents/Documents.ts"
import type { Finding } from "../findings.ts"
import type { Requirement } from "../model/Requirement.ts"
import { isObject, type Json, present, textOf } from "../documents/json.ts"

const requirementsFile = "requirements.yaml"

const known = new Set(["id", "section", "row", "level", "text", "due", "proof"])

/** The requirement list. A requirement of level MUST has a proof or a due milestone. */
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
    proof: proofOf(json["proof"])
  })

const proofOf = (value: unknown): ReadonlyArray<string> | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value.map(String) : [String(value)]
