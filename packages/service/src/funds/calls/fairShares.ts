/** How a process shares its slots among funds. */
export interface FairShares {
  /** Takes one more slot for a fund. Returns false if the fund uses its maximum. */
  readonly take: (fundId: string) => boolean
  readonly giveBack: (fundId: string) => void
  /** The funds that can't take another slot now. */
  readonly full: () => ReadonlyArray<string>
}

/**
 * A fund may use at most as many slots as stay free, so one slow fund never takes more than half, a second no more than
 * half of the rest, and so on.
 */
export const fairShares = (slots: number): FairShares => {
  const inUse = new Map<string, number>()
  const free = () => slots - [...inUse.values()].reduce((sum, count) => sum + count, 0)
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
