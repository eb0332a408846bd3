import { operationRequirements, requirementTexts } from "@embedded-super/contracts/operation-requirements"
import type { ShortText, TimelineRequirement } from "@embedded-super/contracts/schemas"

const MOST = 500

/** The sentences of the description that an operation, by its id, or an event of a webhook comes from. */
export const requirementsOf = (operation: string): ReadonlyArray<TimelineRequirement> =>
  (Object.hasOwn(operationRequirements, operation) ? (operationRequirements[operation] ?? []) : []).map(
    (id) => ({
      id,
      text: (requirementTexts[id] ?? "").slice(0, MOST) as ShortText
    })
  )
