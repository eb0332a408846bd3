import { atLeast, exactly, type Figure, noted, percentile, sum } from "../../chaos/Figure.ts"
import type { Round } from "../onboarding/round.ts"
import type { Calls } from "./calls.ts"
import type { Scanned } from "./scans.ts"

/** What one side reached, in all rounds. */
export interface Reached {
  readonly calls: ReadonlyArray<Calls>
  readonly onboardings: ReadonlyArray<Round>
}

const median = (numbers: ReadonlyArray<number>): number => percentile(numbers, 0.5)

/** The figures of full tables beside those of empty ones. */
export const figuresOf = (
  copies: number,
  seconds: number,
  empty: Reached,
  full: Reached,
  scanned: ReadonlyArray<Scanned>
): ReadonlyArray<Figure> => {
  const pair = (what: string, of: (reached: Reached) => number): ReadonlyArray<Figure> => [
    noted(`${what}, empty tables`, of(empty)),
    noted(`${what}, full tables`, of(full)),
    atLeast(`${what}, full as a ratio to empty`, of(full) / of(empty), 0.9)
  ]
  const rate = (kind: keyof Calls) => (reached: Reached) =>
    median(reached.calls.map((calls) => calls[kind].perSecond))
  return [
    noted("onboardings in the full tables", copies),
    noted("filling takes", seconds, "s"),
    ...pair("reads a second", rate("read")),
    ...pair("writes a second", rate("write")),
    ...pair("onboardings a minute", ({ onboardings }) =>
      median(onboardings.map(({ perMinute }) => perMinute))
    ),
    exactly("rows read without an index, of large tables", sum(scanned.map(({ rows }) => rows)), 0)
  ]
}
