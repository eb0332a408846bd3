/** How a process shares its hands among funds. */
export interface FairShares {
  /** One more hand for a fund; false if it has as many as it may. */
  readonly take: (fundId: string) => boolean
  readonly giveBack: (fundId: string) => void
  /** The funds that may have no more now. */
  readonly full: () => ReadonlyArray<string>
}

/**
 * A fund may have as many hands as are free besides: the first takes half of them at most, a second half of the rest,
 * and so on. However many calls a fund leaves unanswered, there are hands for another.
 */
export const fairShares = (hands: number): FairShares => {
  const inUse = new Map<string, number>()
  const free = () => hands - [...inUse.values()].reduce((sum, count) => sum + count, 0)
  const isFull = (fundId: string) => {
    const own = inUse.get(fundId) ?? 0
    return own > 0 && own >= free()
  }
  return {
    take: (fundId) => {
      if (isFull(fundId)) return false
      inUse.set(fundId, (inUse.get(fundId) ?? 0) + 1)
      return true
    },
    giveBack: (fundId) => {
      const left = (inUse.get(fundId) ?? 0) - 1
      if (left > 0) inUse.set(fundId, left)
      else inUse.delete(fundId)
    },
    full: () => [...inUse.keys()].filter(isFull)
  }
}
