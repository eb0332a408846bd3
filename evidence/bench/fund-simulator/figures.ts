import { atLeast, atMost, type Figure, noted, percentile } from "../../chaos/Figure.ts"
import type { Load } from "../load/closedLoop.ts"
import type { Kind } from "./requests.ts"

/** The measurements of all rounds. */
export interface Measured {
  /** Milliseconds. */
  readonly starts: Array<number>
  /** MiB. */
  readonly memory: Array<number>
  readonly loads: Record<Kind, Array<Load>>
}

const median = (numbers: ReadonlyArray<number>): number => percentile(numbers, 0.5)

/** A caller under test never waits for the simulator: more than the service sends to one fund. */
const LEAST_A_SECOND = 1000
/** Milliseconds. */
const MOST_P99 = 50

/** All figures; `members` is how many the simulator kept at the middle of the measurement. */
export const figuresOf = ({ loads, memory, starts }: Measured, members: number): ReadonlyArray<Figure> => [
  atMost("first answer, packed", median(starts), 500, "ms"),
  ...(["lookup", "registration"] as const).flatMap((kind) => [
    atLeast(`${kind}s a second`, median(loads[kind].map(({ perSecond }) => perSecond)), LEAST_A_SECOND),
    atMost(`p99 of a ${kind}`, median(loads[kind].map(({ p99 }) => p99)), MOST_P99, "ms")
  ]),
  noted("members that it keeps by the middle round", members),
  atMost("memory", median(memory), 200, "MiB")
]
