import type * as S from "@embedded-super/contracts/schemas"
import type { Filter } from "@embedded-super/pages/pages/index"
import { isNoise } from "@embedded-super/pages/kinds/noise"
import type { EventLog } from "../log/EventLog.ts"
import { masked, withoutNumbers } from "../privacy.ts"

/** Entries read at a time. */
const CHUNK = 500

/** An entry for a page: without numbers that may identify a person, or what it says of every entry. */
export const shownEntry = (entry: S.TimelineEntry): S.TimelineEntry => ({
  ...entry,
  summary: withoutNumbers(entry.summary) as S.ShortText,
  about: entry.about.filter(({ kind }) => kind !== entry.source),
  detail: Object.fromEntries(
    Object.entries(entry.detail).map(([name, value]) => [
      name,
      name === "abn" || name === "member_number" ? (masked(value) as S.ShortText) : value
    ])
  )
})

const fits = ({ about, kind, outcome, source, text = "", without_noise }: Filter) => {
  const sought = text.toLowerCase()
  return (entry: S.TimelineEntry): boolean =>
    (source === undefined || entry.source === source) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (kind === undefined || entry.kind === kind) &&
    !(without_noise === true && isNoise(entry)) &&
    (about === undefined || entry.about.some(({ id }) => id === about)) &&
    `${withoutNumbers(entry.summary)} ${entry.path ?? ""}`.toLowerCase().includes(sought)
}

/** Entries that fit the filter, the newest first. */
export const filtered = (
  { before }: Pick<EventLog["Service"], "before">,
  filter: Filter,
  limit: number
): ReadonlyArray<S.TimelineEntry> => {
  const found: Array<S.TimelineEntry> = []
  let position = filter.older_than
  while (true) {
    const chunk = before(position, CHUNK)
    found.push(...chunk.filter(fits(filter)))
    if (chunk.length < CHUNK || found.length >= limit) return found.slice(0, limit).map(shownEntry)
    position = chunk.at(-1)!.seq
  }
}
