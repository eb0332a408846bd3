/**
 * The values that the kit makes up are drawn from the check's seed, so that the same seed has the same cases. Each kind of value
 * has a stream of its own: one more draw of one kind changes no other.
 *
 * The trap: ids aren't drawn. A receiver keeps the webhook-ids that it has seen, and would take a second run with the same
 * seed for repeats.
 */
import { type Draws, fnv1a } from "../../run/Draws.ts"

export interface Draw {
  /** A whole number, both bounds included. */
  readonly int: (kind: string, from: number, to: number) => number
  readonly pick: <A>(kind: string, all: readonly [A, ...ReadonlyArray<A>]) => A
  readonly shuffled: <A>(kind: string, all: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** A hash whose neighbours are spread: numbers that differ in one digit become unlike. */
const hashOf = (text: string): number => {
  let hash = fnv1a(text)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The draws of one check. The seed is read where something is drawn: a check that draws nothing is the same for each. */
export const drawOf = (draws: Pick<Draws, "seed">): Draw => {
  const drawn = new Map<string, number>()
  /** At least 0, and less than `below`. */
  const next = (kind: string, below: number): number => {
    const nth = (drawn.get(kind) ?? 0) + 1
    drawn.set(kind, nth)
    return hashOf(`${draws.seed} ${kind} ${nth}`) % below
  }
  return {
    int: (kind, from, to) => from + next(kind, to - from + 1),
    pick: (kind, all) => all[next(kind, all.length)]!,
    shuffled: (kind, all) => {
      const shuffled = [...all]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = next(kind, last + 1)
        ;[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!]
      }
      return shuffled
    }
  }
}
