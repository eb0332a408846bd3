import { afterEach, expect, it, vi } from "vitest"
import { machineMicros, microsAt } from "./machineTime.ts"

afterEach(() => vi.restoreAllMocks())

/** The process is held up for so many milliseconds before each time that it reads a clock, and the clock is set by `set`. */
const readLate = (late: number, set = 0) => {
  let moment = performance.now()
  const origin = microsAt(0) / 1000
  vi.spyOn(performance, "now").mockImplementation(() => (moment += late))
  vi.spyOn(Date, "now").mockImplementation(() => Math.round(origin + set + (moment += late)))
}

it("a machine that is busy between two readings of its clocks was not set to another time", () => {
  machineMicros()
  const before = microsAt(1000)
  readLate(300)
  machineMicros()
  expect(microsAt(1000)).toBe(before)
})

it.each([-3_600_000, 3_600_000])(
  "a clock that was set by %s ms is followed, also on a busy machine",
  (set) => {
    machineMicros()
    const before = microsAt(1000)
    readLate(10, set)
    machineMicros()
    expect(Math.abs(microsAt(1000) - before - set * 1000)).toBeLessThan(30_000)
    vi.restoreAllMocks()
    machineMicros()
  }
)
