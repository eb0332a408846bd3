import type { TimelineRequirement } from "@embedded-super/contracts/schemas"

/** The sentences of the description that an operation, or the event of a webhook, comes from. */
export const requirementsOf = (_operation: string): ReadonlyArray<TimelineRequirement> => []
