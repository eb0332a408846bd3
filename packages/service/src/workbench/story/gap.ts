import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import { lasting, untilWords } from "@embedded-super/pages/kinds/Kind"

/** A shorter time is no gap. */
const SHORTEST_MILLIS = 1000

const endOf = ({ at, duration_ms }: TimelineEntry): number => Date.parse(at) + (duration_ms ?? 0)

const seconds = (millis: number): string => lasting(millis / 1000)

const shareAThing = (one: TimelineEntry, other: TimelineEntry): boolean =>
  one.about.some(({ id }) => other.about.some((thing) => thing.id === id))

/** When a wait ends by its own data, in milliseconds; undefined if it says no time. */
const dueAt = (wait: TimelineEntry): number | undefined => {
  const { in_seconds, until } = wait.detail
  if (until !== undefined) return Date.parse(until)
  return in_seconds === undefined ? undefined : endOf(wait) + Number(in_seconds) * 1000
}

const settles = new Set<TimelineEntry["outcome"]>(["good", "refused", "failed"])

/** Whether a wait still lasts when a gap begins. One without a time lasts until something of the same thing ends. */
const lasts = (wait: TimelineEntry, later: ReadonlyArray<TimelineEntry>, from: number): boolean => {
  const due = dueAt(wait)
  if (due !== undefined) return due >= from + SHORTEST_MILLIS
  return !later.some((entry) => settles.has(entry.outcome) && shareAThing(entry, wait))
}

/** The entry that says why nothing happened before another: the latest wait of the same thing that still lasts. */
const waitBefore = (
  entry: TimelineEntry,
  earlier: ReadonlyArray<TimelineEntry>,
  from: number
): TimelineEntry | undefined =>
  earlier.findLast(
    (one, index) =>
      (one.outcome === "waiting" || one.outcome === "stopped") &&
      ((one.span_id !== null && one.span_id === entry.parent_id) || shareAThing(one, entry)) &&
      lasts(one, earlier.slice(index + 1), from)
  )

/** The reason of a wait, by the data of the entry that began it. */
const reasonOf = ({ at, detail, from, outcome, to }: TimelineEntry, length: string): string => {
  const { in_seconds, retries, retry, retry_after, until } = detail
  if (outcome === "stopped") return `Waited ${length} for a person to act`
  if (retry !== undefined && retries !== undefined && in_seconds !== undefined)
    return `Waits ${lasting(Number(in_seconds))}, retry ${retry} of ${retries}`
  if (until !== undefined) {
    const whose = detail["fund"] ?? to ?? from
    const because = retry_after === undefined ? "" : `, Retry-After ${retry_after}`
    const whenWords = untilWords(until, (Date.parse(until) - Date.parse(at)) / 1000)
    return `${whose === null ? "Held" : `${whose} is held`} until ${whenWords}${because}`
  }
  if (in_seconds !== undefined) return `Waits ${lasting(Number(in_seconds))} before the next attempt`
  return `Waited ${length}`
}

/**
 * Why nothing happened between an entry and those before it; undefined if there is no gap. `at` is moved by the lever of
 * the clock, `began_us` isn't: the difference is how far the clock was moved in between.
 */
export const gapBefore = (
  entry: TimelineEntry,
  earlier: ReadonlyArray<TimelineEntry>
): string | undefined => {
  const last = earlier.at(-1)
  if (last === undefined) return undefined
  const from = Math.max(...earlier.map(endOf))
  const gap = Date.parse(entry.at) - from
  if (gap < SHORTEST_MILLIS) return undefined
  const passed = (entry.began_us - last.began_us) / 1000
  // Whole seconds: the two clocks are read one after the other.
  const moved = Math.round((Date.parse(entry.at) - Date.parse(last.at) - passed) / 1000) * 1000
  const wait = waitBefore(entry, earlier, from)
  if (wait === undefined) {
    return moved < SHORTEST_MILLIS
      ? `Nothing happened for ${seconds(gap)}`
      : `Nothing happened for ${seconds(gap)}: the clock was moved ahead by ${seconds(moved)}`
  }
  const reason = reasonOf(wait, seconds(gap))
  return moved < SHORTEST_MILLIS ? reason : `${reason}. The clock was moved ahead by ${seconds(moved)}`
}
