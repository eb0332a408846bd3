import { assert, describe, it } from "@effect/vitest"
import { paydaySuperDaysLeft } from "./paydaySuper.ts"

describe("the days that a new employee's employer has left until the Payday Super day", () => {
  it.each([
    ["on the day of the confirmation, all twenty", "2026-11-30", "2026-11-30", 20],
    ["a weekend counts for nothing", "2026-12-04", "2026-12-06", 20],
    ["a week later, five fewer", "2026-11-30", "2026-12-07", 15],
    ["four weeks later, none: it is the last day", "2026-11-30", "2026-12-28", 0],
    ["a weekday later, it has passed", "2026-11-30", "2026-12-29", -1],
    ["a confirmation on a Saturday counts from Monday on", "2026-11-28", "2026-11-30", 19],
    ["a clock that is behind takes nothing", "2026-11-30", "2026-11-27", 20]
  ] as const)("%s", (_, since, today, left) => {
    assert.strictEqual(paydaySuperDaysLeft(since, today), left)
  })
})
