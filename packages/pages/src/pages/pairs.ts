import type * as S from "@embedded-super/contracts/schemas"

/** An entry, with the other side's entry of the same call. */
export interface Paired<Item> {
  readonly item: Item
  readonly others: ReadonlyArray<S.TimelineEntry>
  /** How many of the entries that caused it have no row of their own. */
  readonly folded: number
}

const isSameCall = (caller: S.TimelineEntry, receiver: S.TimelineEntry): boolean =>
  caller.source !== receiver.source &&
  caller.method !== null &&
  caller.method === receiver.method &&
  caller.path === receiver.path

/**
 * Puts entries of one call together, so that a list has one row for it: who called notes the call, and who received it. The row
 * is the service's; the other side's entry comes with it. The order stays.
 */
export const paired = <Item>(
  items: ReadonlyArray<Item>,
  entryOf: (item: Item) => S.TimelineEntry
): ReadonlyArray<Paired<Item>> => {
  const bySpan = new Map<string | null, S.TimelineEntry>(
    items.map(entryOf).flatMap((entry) => (entry.span_id === null ? [] : [[entry.span_id, entry]]))
  )
  /** The entries that are shown with another entry, by that entry. */
  const others = new Map<S.TimelineEntry, Array<S.TimelineEntry>>()
  const hidden = new Set<S.TimelineEntry>()
  for (const item of items) {
    const receiver = entryOf(item)
    const caller = bySpan.get(receiver.parent_id)
    if (caller === undefined || !isSameCall(caller, receiver)) continue
    const [row, other] = receiver.source === "service" ? [receiver, caller] : [caller, receiver]
    if (hidden.has(other)) continue
    hidden.add(other)
    others.set(row, [...(others.get(row) ?? []), other])
  }
  const foldedAbove = (entry: S.TimelineEntry): number => {
    let count = 0
    const seen = new Set([entry])
    for (
      let at = bySpan.get(entry.parent_id);
      at !== undefined && !seen.has(at);
      at = bySpan.get(at.parent_id)
    ) {
      seen.add(at)
      if (hidden.has(at)) count += 1
    }
    return count
  }
  return items
    .filter((item) => !hidden.has(entryOf(item)))
    .map((item) => {
      const entry = entryOf(item)
      return { item, others: others.get(entry) ?? [], folded: foldedAbove(entry) }
    })
}
