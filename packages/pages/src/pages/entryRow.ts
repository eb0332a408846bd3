import type * as S from "@embedded-super/contracts/schemas"
import { entryPath, type Frame } from "./Frame.ts"
import { html, type Html } from "./html.ts"
import { lane, parties, pill, prose, sourceWords, things, timeOf, tookOf } from "./marks.ts"

const callOf = ({ method, path }: S.TimelineEntry): Html | undefined =>
  method === null ? undefined : html`<code class="call">${method} ${path ?? ""}</code>`

/** Things that nearly every entry is about. A row names them only if it is about nothing else. */
const everywhere: ReadonlySet<string> = new Set(["product", "webhook_endpoint"])

const named = ({ about }: S.TimelineEntry): S.TimelineEntry["about"] => {
  const rare = about.filter(({ kind }) => !everywhere.has(kind))
  return rare.length === 0 ? about : rare
}

/** The entry of the other side of a call, below the entry of this side. */
const other = (frame: Frame, entry: S.TimelineEntry): Html =>
  html`<p class="other">
    <span class="who">The ${sourceWords[entry.source]}</span> ${pill(entry)}
    <a href="${entryPath(frame, entry)}">${prose(entry.summary)}</a>
  </p>`

/** How often a poll was repeated, and when last. */
const timesOf = ({ detail: { last_at, times } }: S.TimelineEntry): Html | undefined =>
  times === undefined || last_at === undefined
    ? undefined
    : html` <span class="pill plain" title="Repeated with the same answer, last at ${last_at}"
        >×${times}</span
      >`

export interface RowExtras {
  /** The time since the entry before. */
  readonly gap?: string | undefined
  readonly others?: ReadonlyArray<S.TimelineEntry>
}

/** One entry, the same wherever entries are listed. */
export const entryRow = (frame: Frame, entry: S.TimelineEntry, { gap, others = [] }: RowExtras = {}): Html =>
  html`<p class="when">
      ${timeOf(entry.at, frame.zone)}${gap === undefined ? undefined : html` <span class="gap">${gap}</span>`}
    </p>
    ${lane(frame, entry)}
    <p class="what"><a href="${entryPath(frame, entry)}">${prose(entry.summary)}</a></p>
    <p class="how">${pill(entry)}${timesOf(entry)}</p>
    <p class="ids">
      <span class="who">${parties(entry)}</span> ${callOf(entry)} ${things(frame, named(entry))}
    </p>
    ${entry.duration_ms === null ? undefined : html`<p class="took">${tookOf(entry.duration_ms)}</p>`}
    ${others.length === 0 ? undefined : html`<div class="others">${others.map((one) => other(frame, one))}</div>`}`

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
