import type * as S from "@embedded-super/contracts/schemas"
import type { EntryStore } from "@embedded-super/pages/store/EntryStore"
import { isBusy } from "@embedded-super/pages/store/tables"
import { makeExchanges } from "@embedded-super/pages/store/exchanges"
import { makeFlood } from "@embedded-super/pages/store/flood"
import type { Origin } from "@embedded-super/pages/store/readEntries"
import type { Exchange } from "./callContent.ts"

/** An entry that isn't written yet. */
interface Waiting {
  readonly entry: Omit<S.TimelineEntry, "seq">
  readonly exchange: Exchange | undefined
}

/** Entries wait only while another process writes; a process that stops in the middle of it could make them wait for ever. */
const MOST_WAITING = 5000
/** Within a reader's call. */
const SHORT_WAIT_MILLIS = 100
/** At the end there is no later time. */
const LAST_WAIT_MILLIS = 5000
/** How soon entries are written that another process made wait. */
const AGAIN_MILLIS = 20
/** How soon it is said how many entries were left out. */
const LEFT_OUT_MILLIS = 1000

/**
 * Writes entries in batches, limits them under load, and keeps what was sent and received. An entry gets its position, and
 * is printed, when it is written.
 */
export const makeWriter = (
  store: EntryStore,
  { slug }: Origin,
  print: (entry: S.TimelineEntry) => void,
  leftOut: (kind: string, count: number) => Omit<S.TimelineEntry, "seq">
) => {
  const exchanges = makeExchanges<Exchange>(({ answer, body, headers }) => [{ headers, body }, answer])
  const flood = makeFlood<string>()
  let waiting: Array<Waiting> = []
  let timer: NodeJS.Timeout | undefined
  let leftOutTimer: NodeJS.Timeout | undefined
  let hasWarned = false
  let isClosed = false

  const flush = (waitMillis = 0): void => {
    if (isClosed || waiting.length === 0) return
    const batch = waiting
    try {
      const positions = store.write(
        batch.map(({ entry }) => ({ ...entry, slug })),
        waitMillis
      )
      waiting = []
      for (const [index, { entry, exchange }] of batch.entries()) {
        const seq = positions[index]
        if (seq === undefined || seq === null) continue
        if (exchange !== undefined) exchanges.keep(seq, exchange)
        print({ ...entry, seq })
      }
    } catch (error) {
      if (isBusy(error)) return again()
      // The time line never stops the work.
      waiting = []
      if (!hasWarned) console.error("Entries of the time line can't be written:", error)
      hasWarned = true
    }
  }
  const again = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      flush()
    }, AGAIN_MILLIS).unref()
  }

  const sayLeftOut = () => {
    leftOutTimer = undefined
    for (const [kind, count] of flood.takeLeftOut())
      waiting.push({ entry: leftOut(kind, count), exchange: undefined })
  }
  const left = () => {
    leftOutTimer ??= setTimeout(() => {
      sayLeftOut()
      flush()
    }, LEFT_OUT_MILLIS).unref()
  }

  return {
    exchanges,
    /** Writes what waits, unless another process writes at this moment. */
    flush: () => flush(),
    /** The same for a reader, which waits a little for the other process. */
    flushForReader: () => flush(SHORT_WAIT_MILLIS),
    /** Whether another entry of a kind is written; otherwise it is counted. */
    admits: (kind: string, micros: number, isGood: () => boolean): boolean => {
      if (isClosed) return false
      if (waiting.length >= MOST_WAITING) flood.leaveOut(kind)
      else if (flood.admits(kind, micros, isGood)) return true
      left()
      return false
    },
    add: (one: Waiting): void => void waiting.push(one),
    close: (): void => {
      clearTimeout(leftOutTimer)
      sayLeftOut()
      flush(LAST_WAIT_MILLIS)
      // Calls that are under way may still end, and the store is closed then.
      isClosed = true
      clearTimeout(timer)
    }
  }
}
