import type { Span } from "@embedded-super/pages/trace/traceparent"
import type { Thing } from "./Timeline.ts"

const MOST = 5000

const keyOf = ({ id, kind }: Thing) => `${kind} ${id}`

/** The spans of the entries that made things, the newest 5,000; the store knows the others. */
export const makeMakers = (stored: (thing: Thing) => Span | undefined) => {
  const spans = new Map<string, Span>()
  return {
    remember: (things: ReadonlyArray<Thing>, span: Span): void => {
      for (const thing of things) {
        const key = keyOf(thing)
        spans.delete(key)
        spans.set(key, span)
      }
      while (spans.size > MOST) {
        const [oldest] = spans.keys()
        if (oldest === undefined) break
        spans.delete(oldest)
      }
    },
    /** The entry that made the first of these things that was made. */
    of: (things: ReadonlyArray<Thing>): Span | undefined => {
      for (const thing of things) {
        const span = spans.get(keyOf(thing)) ?? stored(thing)
        if (span !== undefined) return span
      }
      return undefined
    }
  }
}
