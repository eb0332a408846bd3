/** How many entries of one kind may come at once, and how many a second after that. */
const BURST = 250
const PER_SECOND = 50

/** The allowance of entries of each kind: each entry takes one, and time adds some. */
const makeBuckets = <Kind extends string>() => {
  const buckets = new Map<Kind, { left: number; last: number }>()
  const bucketOf = (kind: Kind, micros: number) => {
    let bucket = buckets.get(kind)
    if (bucket === undefined) buckets.set(kind, (bucket = { left: BURST, last: micros }))
    bucket.left = Math.min(BURST, bucket.left + (Math.max(0, micros - bucket.last) * PER_SECOND) / 1e6)
    bucket.last = micros
    return bucket
  }
  return {
    isEmpty: (kind: Kind, micros: number): boolean => bucketOf(kind, micros).left < 1,
    take: (kind: Kind, micros: number): boolean => {
      const bucket = bucketOf(kind, micros)
      if (bucket.left < 1) return false
      bucket.left -= 1
      return true
    }
  }
}

/**
 * Limits the entries of a load test: writing thousands a second would slow down the measured work, and nobody reads them.
 * Entries whose outcome isn't `good` have a second allowance of the same size. Those that are left out are counted by their
 * kind.
 */
export const makeFlood = <Kind extends string>() => {
  const all = makeBuckets<Kind>()
  const notGood = makeBuckets<Kind>()
  let leftOut = new Map<Kind, number>()
  const leaveOut = (kind: Kind): void => {
    leftOut.set(kind, (leftOut.get(kind) ?? 0) + 1)
  }
  return {
    /** `isGood` is asked only when too many come. */
    admits: (kind: Kind, micros: number, isGood: () => boolean): boolean => {
      if (all.take(kind, micros) || (!isGood() && notGood.take(kind, micros))) return true
      leaveOut(kind)
      return false
    },
    /** Whether an entry of something that went well would be left out; then it counts as left out. */
    leavesOut: (kind: Kind, micros: number): boolean => {
      const isFull = all.isEmpty(kind, micros)
      if (isFull) leaveOut(kind)
      return isFull
    },
    /** Counts an entry that is left out for another reason. */
    leaveOut,
    isOver: () => leftOut.size > 0,
    /** The numbers of entries that were left out since the last call. */
    takeLeftOut: (): ReadonlyMap<Kind, number> => {
      const taken = leftOut
      leftOut = new Map()
      return taken
    }
  }
}
