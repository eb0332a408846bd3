/**
 * Writes the notes of the time line. `record` only adds to a list; 50 ms later, at a read, and when the recorder closes, the
 * list is written in one transaction: sentences, JSON and masks are made then.
 *
 * Why by a timer and not by a fibre: notes come from hot paths that run without one.
 *
 * The trap: while another process writes, the list waits, up to 5,000 notes; more are left out. A list that can't be
 * written for another reason is dropped: the time line never stops the work.
 */
import type { EntryStore } from "@embedded-super/pages/store/EntryStore"
import { isBusy } from "@embedded-super/pages/store/tables"
import { makeExchanges } from "@embedded-super/pages/store/exchanges"
import { makeFlood } from "@embedded-super/pages/store/flood"
import type { NewEntry } from "@embedded-super/pages/store/NewEntry"
import { kinds, type KindName } from "@embedded-super/pages/kinds/index"
import type { Detail, Kind } from "@embedded-super/pages/kinds/Kind"
import { machineMicros } from "@embedded-super/pages/trace/traceparent"
import type { Span } from "@embedded-super/pages/trace/traceparent"
import { entryOfNote } from "./entryOfNote.ts"
import { makeMakers } from "./Makers.ts"
import { type Noted, type Placed, placeAlone } from "./steps.ts"
import type { Note, RawMessage, Thing } from "./Timeline.ts"

const WAIT_MILLIS = 50
/** More would hold up the process for too long at once. */
const WRITTEN_TOGETHER = 250
/** The list can wait for the next time; hot paths can't wait for another process. */
const NO_WAIT_MILLIS = 0
/** At the end there is no later time. */
const LAST_WAIT_MILLIS = 5000
const CLOCK_MILLIS = 1000
/** Another process that stops in the middle of writing could make the list wait for ever. */
const MOST_WAITING = 5000

/** The recorder's dependencies in its process. */
export interface Surroundings {
  readonly store: EntryStore
  /** How far the sandbox's clock is ahead, as it was last read, in milliseconds. */
  readonly ahead: () => number
  /** Starts another read of the sandbox's clock, in the background. */
  readonly refreshAhead: () => void
  /** Writes the commands of a sentence as they are typed. */
  readonly typed: (text: string) => string
  readonly written: () => void
  readonly warn: (error: unknown) => void
}

/** A request and its answer as they were sent. */
interface RawExchange {
  readonly request: RawMessage | null
  readonly answer: RawMessage | null
}

const isGood = ({ detail, kind }: Note): boolean => (kinds[kind] as Kind<Detail>).outcome(detail) === "good"

export type Recorder = ReturnType<typeof makeRecorder>

export const makeRecorder = ({ ahead, refreshAhead, store, typed, warn, written }: Surroundings) => {
  const raw = makeExchanges<RawExchange>(({ answer, request }) => [request, answer])
  const flood = makeFlood<KindName>()
  const makers = makeMakers(store.makerOf)
  let pending: Array<Noted | Placed> = []
  let timer: NodeJS.Timeout | undefined
  let refreshed = -Infinity
  let leftOutSaid = 0
  let hasWarned = false
  let isClosed = false

  const schedule = () => {
    if (!isClosed)
      timer ??= setTimeout(() => {
        timer = undefined
        flush()
        if (pending.length > 0 || flood.isOver()) schedule()
      }, WAIT_MILLIS)
  }

  /** Runs a part of the recording on which the noted work waits. Logs a failure, so that it never fails that work. */
  const safely = <A>(run: () => A): A | undefined => {
    try {
      return run()
    } catch (error) {
      warn(error)
      return undefined
    }
  }

  const admitted = (note: Note): Noted | undefined => {
    const micros = machineMicros()
    if (!flood.admits(note.kind, micros, () => isGood(note))) {
      schedule()
      return undefined
    }
    const isKnown = micros - refreshed < CLOCK_MILLIS * 1000
    if (!isKnown) {
      refreshed = micros
      refreshAhead()
    }
    return { note, micros, ahead: isKnown ? ahead() : undefined }
  }

  const leavesOut = (kind: KindName): boolean => {
    const isFull = flood.leavesOut(kind, machineMicros())
    if (isFull) schedule()
    return isFull
  }

  const record = (one: Noted | Placed) => {
    if (isClosed) return
    if (pending.length >= MOST_WAITING) flood.leaveOut(one.note.kind)
    else pending.push(one)
    if (timer === undefined) schedule()
  }

  const recordLeftOut = () => {
    const micros = machineMicros()
    const isSoon = micros - leftOutSaid < 1e6
    if (!flood.isOver() || isSoon || pending.length >= MOST_WAITING) return
    leftOutSaid = micros
    for (const [kind, count] of flood.takeLeftOut())
      pending.push({ note: { kind: "entries_left_out", detail: { kind, count } }, micros, ahead: ahead() })
  }

  const remember = ({ note, span }: Placed) => {
    if (note.makes !== undefined) makers.remember(note.makes, span)
  }

  /** One sentence that can't be made doesn't hold up the others. */
  const entriesOf = (batch: ReadonlyArray<Placed>): ReadonlyArray<readonly [Placed, NewEntry]> =>
    batch.flatMap((placed) => {
      try {
        return [[placed, entryOfNote(placed, ahead(), typed)] as const]
      } catch (error) {
        warn(error)
        return []
      }
    })

  /** Writes the oldest notes. Returns whether they are gone from the list. */
  const writeSome = (waitMillis?: number): boolean => {
    const batch = pending.slice(0, WRITTEN_TOGETHER).map((one) => ("span" in one ? one : placeAlone(one)))
    const entries = entriesOf(batch)
    try {
      const positions = store.write(
        entries.map(([, entry]) => entry),
        waitMillis
      )
      hasWarned = false
      for (const [index, [{ note }]] of entries.entries()) {
        const seq = positions[index]
        if (seq !== undefined && seq !== null && (note.request !== undefined || note.answer !== undefined))
          raw.keep(seq, { request: note.request ?? null, answer: note.answer ?? null })
      }
    } catch (error) {
      if (isBusy(error)) {
        pending.splice(0, batch.length, ...batch)
        return false
      }
      if (!hasWarned) warn(error)
      hasWarned = true
    }
    batch.forEach(remember)
    pending.splice(0, batch.length)
    return true
  }

  const flush = () => {
    recordLeftOut()
    if (pending.length > 0 && writeSome(NO_WAIT_MILLIS)) written()
  }

  return {
    /** A note with the time; undefined if too many come. */
    noted: (note: Note): Noted | undefined => safely(() => admitted(note)),
    leavesOut,
    record,
    /** Records notes that belong together, and remembers the things that they make at once. */
    recordPlaced: (notes: ReadonlyArray<Placed>): void => {
      for (const placed of notes) {
        remember(placed)
        record(placed)
      }
    },
    /** The entry that made one of the things; read from the file if it isn't in memory. */
    makerOf: (things: ReadonlyArray<Thing>): Span | undefined => safely(() => makers.of(things)),
    exchangeOf: raw.get,
    /** Writes all that is noted so far, unless another process writes at this moment. */
    flushAll: (): void => {
      if (pending.length === 0) return
      while (pending.length > 0 && writeSome());
      written()
    },
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
      leftOutSaid = 0
      recordLeftOut()
      while (pending.length > 0 && writeSome(LAST_WAIT_MILLIS));
      store.close()
    }
  }
}
