import { operationSources, sourceTexts } from "@embedded-super/contracts/operation-sources"
import type { ShortText, TimelineRequirement } from "@embedded-super/contracts/schemas"

const MOST = 500

/** The sentences of the description that an operation, by its id, or an event of a webhook comes from. */
export const requirementsOf = (operation: string): ReadonlyArray<TimelineRequirement> =>
  (Object.hasOwn(operationSources, operation) ? (operationSources[operation] ?? []) : []).flatMap((id) => {
    const text = sourceTexts[id]
    return text === undefined ? [] : [{ id, text: text.slice(0, MOST) as ShortText }]
  })
