import { kinds, type KindName } from "@embedded-super/workbench/kinds/index"
import type { Detail, Kind } from "@embedded-super/workbench/kinds/Kind"
import type { Note } from "./Timeline.ts"

/** How many notes of one kind may come at once, and how many a second after that. */
const BURST = 1000
const PER_SECOND = 200

const isGood = ({ detail, kind }: Note): boolean => (kinds[kind] as Kind<Detail>).outcome(detail) === "good"

/** Counts down with each note, and up again with time. */
const makeBucket = () => {
  let left = BURST
  let last = 0
  return (micros: number): boolean => {
    left = Math.min(BURST, left + (Math.max(0, micros - last) * PER_SECOND) / 1e6)
    last = micros
    if (left < 1) return false
    left -= 1
    return true
  }
}

/** A bucket for each kind. */
const makeBuckets = () => {
  const buckets = new Map<KindName, ReturnType<typeof makeBucket>>()
  return (kind: KindName, micros: number): boolean => {
    let bucket = buckets.get(kind)
    if (bucket === undefined) buckets.set(kind, (bucket = makeBucket()))
    return bucket(micros)
  }
}

/**
 * Limits the notes of a load test: writing thousands a second would slow down what is measured, and nobody reads them.
 * What didn't go well has as much again to itself. What is left out is counted by its kind.
 */
export const makeFlood = () => {
  const all = makeBuckets()
  const notGood = makeBuckets()
  let leftOut = new Map<KindName, number>()
  return {
    admits: (note: Note, micros: number): boolean => {
      const { kind } = note
      if (all(kind, micros) || (!isGood(note) && notGood(kind, micros))) return true
      leftOut.set(kind, (leftOut.get(kind) ?? 0) + 1)
      return false
    },
    isOver: () => leftOut.size > 0,
    /** The numbers of notes that were left out since the last call. */
    takeLeftOut: (): ReadonlyMap<KindName, number> => {
      const taken = leftOut
      leftOut = new Map()
      return taken
    }
  }
}
