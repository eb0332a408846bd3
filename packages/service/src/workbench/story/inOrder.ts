import type { TimelineEntry } from "@embedded-super/contracts/schemas"

/** The deepest level that is shown. */
const DEEPEST = 50

/** The entries, and those of the others that they caused, directly or not. */
export const withEffects = (
  entries: ReadonlyArray<TimelineEntry>,
  others: ReadonlyArray<TimelineEntry>
): ReadonlyArray<TimelineEntry> => {
  const byParent = Map.groupBy(others, ({ parent_id }) => parent_id)
  const found = new Map(entries.map((entry) => [entry.seq, entry]))
  // A Map also visits entries that are added during the visit: the effects of effects.
  for (const { span_id } of found.values()) {
    if (span_id === null) continue
    for (const effect of byParent.get(span_id) ?? [])
      if (!found.has(effect.seq)) found.set(effect.seq, effect)
  }
  return [...found.values()]
}

/** One entry, and how many causes it has among the others. */
export interface Placed {
  readonly depth: number
  readonly entry: TimelineEntry
}

/** The oldest first; a cause before its effects, also of the same microsecond. */
export const inOrder = (entries: ReadonlyArray<TimelineEntry>): ReadonlyArray<Placed> => {
  const bySpan = new Map(entries.map((entry) => [entry.span_id, entry]))
  const depthOf = ({ parent_id }: TimelineEntry): number => {
    let depth = 0
    for (let parent = parent_id; parent !== null && depth < DEEPEST; depth += 1) {
      const cause = bySpan.get(parent)
      if (cause === undefined) break
      parent = cause.parent_id
    }
    return depth
  }
  return entries
    .map((entry) => ({ depth: depthOf(entry), entry }))
    .toSorted(
      (one, other) =>
        one.entry.began_us - other.entry.began_us ||
        one.depth - other.depth ||
        one.entry.seq - other.entry.seq
    )
}
