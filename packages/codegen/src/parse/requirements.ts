import type { Documents } from "../documents/Documents.ts"
import type { Finding } from "../findings.ts"
import type { Requirement } from "../model/Specs.ts"
import { isObject, type Json, present, textOf } from "../documents/json.ts"

const requirementsFile = "requirements.yaml"

const known = new Set(["id", "row", "level", "kept_by", "text", "not_observable", "due", "evidence", "proof"])

const keepers: ReadonlySet<string> = new Set(["service", "fund", "partner"])

/**
 * The requirement list. Its section is in its id; it is a MUST unless it says SHOULD, and the service alone keeps it unless
 * `kept_by` says otherwise. A MUST has a proof or a due milestone.
 */
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
    if (requirement.level !== "MUST" && requirement.level !== "SHOULD") report("level is SHOULD or left out")
    if (requirement.text === "") report("there is no text")
    if (requirement.level === "MUST" && requirement.proof === undefined && requirement.due === undefined) {
      report(`${requirement.id} has neither proof nor due`)
    }
    const keptBy = textsOf(json["kept_by"]) ?? ["service"]
    if (requirement.level === "SHOULD" && "kept_by" in json) report("only a MUST has kept_by")
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
    section: /^R-([0-9.]+)-/.exec(String(json["id"]))?.[1] ?? "",
    row: textOf(json["row"]),
    level: (json["level"] ?? "MUST") as Requirement["level"],
    text: textOf(json["text"]) ?? "",
    due: textOf(json["due"]),
    proof: textsOf(json["proof"])
  })

const textsOf = (value: unknown): ReadonlyArray<string> | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value.map(String) : [String(value)]
