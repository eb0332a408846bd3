import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { performance } from "node:perf_hooks"
import { passTime } from "@embedded-super/service/testing/stand-ins"
import type { Cell } from "./Cell.ts"

/** Moves a cell's clock of delivery, and remembers how far it was moved when. */
export const makeShift = (cell: Cell) => {
  const shifts: Array<{ readonly from: number; readonly ahead: number }> = []
  const wall = () => performance.timeOrigin + performance.now()
  return {
    /** Deliveries that are due within that time become due now. */
    pass: (duration: Duration.Input) =>
      Effect.suspend(() => {
        const ahead = (shifts.at(-1)?.ahead ?? 0) + Duration.toMillis(duration)
        // From the moment of the request: what arrives while the clock is being moved may already use the new one.
        shifts.push({ from: wall(), ahead })
        return cell.run(passTime(duration))
      }),
    /** How far the clock was ahead at a moment of this machine's clock. */
    ahead: (at: number) => shifts.findLast(({ from }) => from <= at)?.ahead ?? 0
  }
}
