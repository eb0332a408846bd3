import { kinds, type KindName } from "@embedded-super/workbench/kinds/index"
import type { Detail, Kind } from "@embedded-super/workbench/kinds/Kind"
import type { Note } from "./Timeline.ts"

/** How many notes may come at once, and how many a second after that. */
const BURST = 5000
const PER_SECOND = 500

/** Notes of something that didn't go well have as much again to themselves. */
const isGood = ({ detail, kind }: Note): boolean => (kinds[kind] as Kind<Detail>).outcome(detail) === "good"

const bucket = () => {
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

/**
 * Limits the notes of a load test: writing thousands a second would slow down what is measured, and the list shows the
 * newest 5,000 only. What is left out is counted by its kind.
 */
export const makeFlood = () => {
  const all = bucket()
  const notGood = bucket()
  let leftOut = new Map<KindName, number>()
  return {
    admits: (note: Note, micros: number): boolean => {
      if (all(micros) || (!isGood(note) && notGood(micros))) return true
      leftOut.set(note.kind, (leftOut.get(note.kind) ?? 0) + 1)
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
