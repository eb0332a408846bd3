import { kinds, type KindName } from "@embedded-super/pages/kinds/index"
import type { Detail, Kind } from "@embedded-super/pages/kinds/Kind"
import type { Note } from "./Timeline.ts"

/** How many notes of one kind may come at once, and how many a second after that. */
const BURST = 250
const PER_SECOND = 50

const isGood = ({ detail, kind }: Note): boolean => (kinds[kind] as Kind<Detail>).outcome(detail) === "good"

/** The allowance of notes of each kind: each note takes one, and time adds some. */
const makeBuckets = () => {
  const buckets = new Map<KindName, { left: number; last: number }>()
  const bucketOf = (kind: KindName, micros: number) => {
    let bucket = buckets.get(kind)
    if (bucket === undefined) buckets.set(kind, (bucket = { left: BURST, last: micros }))
    bucket.left = Math.min(BURST, bucket.left + (Math.max(0, micros - bucket.last) * PER_SECOND) / 1e6)
    bucket.last = micros
    return bucket
  }
  return {
    isEmpty: (kind: KindName, micros: number): boolean => bucketOf(kind, micros).left < 1,
    take: (kind: KindName, micros: number): boolean => {
      const bucket = bucketOf(kind, micros)
      if (bucket.left < 1) return false
      bucket.left -= 1
      return true
    }
  }
}

/**
 * Limits the notes of a load test: writing thousands a second would slow down the measured work, and nobody reads them.
 * Notes whose outcome isn't `good` have a second allowance of the same size. Omitted notes are counted by their kind.
 */
export const makeFlood = () => {
  const all = makeBuckets()
  const notGood = makeBuckets()
  let leftOut = new Map<KindName, number>()
  const leaveOut = (kind: KindName): void => {
    leftOut.set(kind, (leftOut.get(kind) ?? 0) + 1)
  }
  return {
    admits: (note: Note, micros: number): boolean => {
      const { kind } = note
      if (all.take(kind, micros) || (!isGood(note) && notGood.take(kind, micros))) return true
      leaveOut(kind)
      return false
    },
    /** Whether a note of something that went well would be left out; then it counts as left out. */
    leavesOut: (kind: KindName, micros: number): boolean => {
      const isFull = all.isEmpty(kind, micros)
      if (isFull) leaveOut(kind)
      return isFull
    },
    /** Counts a note that is left out for another reason. */
    leaveOut,
    isOver: () => leftOut.size > 0,
    /** The numbers of notes that were left out since the last call. */
    takeLeftOut: (): ReadonlyMap<KindName, number> => {
      const taken = leftOut
      leftOut = new Map()
      return taken
    }
  }
}
