import type * as S from "@embedded-super/contracts/schemas"

/** An entry, with what the other side of the same call noted. */
export interface Paired<Item> {
  readonly item: Item
  readonly others: ReadonlyArray<S.TimelineEntry>
}

const isSameCall = (caller: S.TimelineEntry, receiver: S.TimelineEntry): boolean =>
  caller.source !== receiver.source &&
  caller.method !== null &&
  caller.method === receiver.method &&
  caller.path === receiver.path

/**
 * Puts entries of one call together, so that a list has one row for it: who called notes the call, and who received it.
 * The row is the service's; what the other side noted comes with it. The order stays.
 */
export const paired = <Item>(
  items: ReadonlyArray<Item>,
  entryOf: (item: Item) => S.TimelineEntry
): ReadonlyArray<Paired<Item>> => {
  const bySpan = new Map(items.map((item) => [entryOf(item).span_id, entryOf(item)]))
  /** What is shown with another entry, by that entry. */
  const others = new Map<S.TimelineEntry, Array<S.TimelineEntry>>()
  const hidden = new Set<S.TimelineEntry>()
  for (const item of items) {
    const receiver = entryOf(item)
    const caller = receiver.parent_id === null ? undefined : bySpan.get(receiver.parent_id)
    if (caller === undefined || !isSameCall(caller, receiver)) continue
    const [row, other] = receiver.source === "service" ? [receiver, caller] : [caller, receiver]
    if (hidden.has(other)) continue
    hidden.add(other)
    others.set(row, [...(others.get(row) ?? []), other])
  }
  return items
    .filter((item) => !hidden.has(entryOf(item)))
    .map((item) => ({ item, others: others.get(entryOf(item)) ?? [] }))
}
