import type { OperatorEvent } from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"

/** A trouble as it is stored: not found, found, or started. */
export interface TroubleState {
  /** Since when it is found without a break; null while it isn't. */
  readonly foundAt: Date | null
  /** Since when it lasts; null until the operator is told that it started. */
  readonly startedAt: Date | null
  /** Raised by each event. */
  readonly version: number
}

export const NEVER_FOUND: TroubleState = { foundAt: null, startedAt: null, version: 0 }

/** A trouble starts when it is found again after this time: what passes by itself sends nothing. */
const LASTS = Duration.seconds(30)

interface Step {
  readonly state: TroubleState
  readonly event?: OperatorEvent["type"]
}

/** What a look at the figures makes of a trouble; undefined if nothing changes. */
export const stepOf = (state: TroubleState, isFound: boolean, now: Date): Step | undefined => {
  const { foundAt, startedAt, version } = state
  if (!isFound) {
    if (foundAt === null) return undefined
    if (startedAt === null) return { state: { ...state, foundAt: null } }
    return { state: { foundAt: null, startedAt: null, version: version + 1 }, event: "trouble_ended" }
  }
  if (foundAt === null) return { state: { ...state, foundAt: now } }
  if (startedAt !== null || now.getTime() - foundAt.getTime() < Duration.toMillis(LASTS)) return undefined
  return { state: { foundAt, startedAt: foundAt, version: version + 1 }, event: "trouble_started" }
}
