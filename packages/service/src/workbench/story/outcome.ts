import type { TimelineEntry, TimelineThing } from "@embedded-super/contracts/schemas"
import { isNoise } from "@embedded-super/pages/kinds/noise"
import { WITHOUT_NUMBER } from "../state/BoardsRepo.ts"
import type { ThingState } from "../WorkbenchState.ts"

const troubled: ReadonlySet<TimelineEntry["outcome"]> = new Set(["refused", "failed", "stopped"])

/**
 * The outcome so far in one sentence, so that a reader needn't look for it among hundreds of steps: the reason of a thing's
 * wait; else the reason why it has no member number; else its last change; else its last entry. Null if no entry qualifies.
 */
export const outcomeOf = (
  { id }: TimelineThing,
  { state, waits }: Pick<ThingState, "state" | "waits">,
  entries: ReadonlyArray<TimelineEntry>
): string | null => {
  const [wait] = waits
  if (wait !== undefined) return wait.because
  if ((state as string | null) === WITHOUT_NUMBER) {
    const refusal = entries.findLast(({ kind, outcome }) => kind === "fund_called" && troubled.has(outcome))
    return refusal === undefined
      ? "No member number: no call to the fund that is kept here says why."
      : `No member number: ${refusal.summary}`
  }
  const changed = entries.findLast(
    ({ about, outcome }) => outcome === "changed" && about.some((thing) => thing.id === id)
  )
  const last = changed ?? entries.findLast((entry) => entry.outcome !== "noted" && !isNoise(entry))
  return last?.summary ?? null
}
