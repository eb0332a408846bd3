import type { Requirement } from "../model/Specs.ts"
import { banner, list, object, quote } from "./code.ts"

/** `requirements.ts`: every requirement by its id, in the order of the description. */
export const emitRequirements = (requirements: ReadonlyArray<Requirement>): string => {
  const entries = requirements.map(
    (requirement) => `${quote(requirement.id)}: ${emitRequirement(requirement)}`
  )
  return `${banner("specs/requirements.yaml")}
/** One testable sentence of the description: its section (row: of that section's table), and the test files that prove it or when they are due. */
export interface Requirement {
  readonly section: string
  readonly row?: string
  readonly level: "MUST" | "SHOULD"
  readonly text: string
  readonly due?: string
  readonly proof?: ReadonlyArray<string>
}

const all = ${object(entries)} satisfies Record<string, Requirement>

export type RequirementId = keyof typeof all

export const requirements: Readonly<Record<RequirementId, Requirement>> = all
`
}

const emitRequirement = (requirement: Requirement): string =>
  object([
    `section: ${quote(requirement.section)}`,
    ...(requirement.row === undefined ? [] : [`row: ${quote(requirement.row)}`]),
    `level: ${quote(requirement.level)}`,
    `text: ${quote(requirement.text)}`,
    ...(requirement.due === undefined ? [] : [`due: ${quote(requirement.due)}`]),
    ...(requirement.proof === undefined ? [] : [`proof: ${list(requirement.proof.map(quote))}`])
  ])
