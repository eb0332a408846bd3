import { assert, describe, it } from "@effect/vitest"
import { addBusinessDays, firstDayBeyond, paydaySuperDay, paydaySuperDaysLeft } from "./paydaySuper.ts"

describe("the Payday Super day of a new employee", () => {
  it("is 20 business days after the confirmation, by the date in Sydney", () => {
    // A Monday in Sydney, still Sunday in UTC.
    assert.strictEqual(paydaySuperDay(new Date("2026-11-01T20:00:00Z")), "2026-11-30")
    assert.strictEqual(paydaySuperDay(new Date("2026-11-06T01:00:00Z")), "2026-12-04")
    // A weekend counts as the Friday before.
    assert.strictEqual(paydaySuperDay(new Date("2026-11-07T01:00:00Z")), "2026-12-04")
    assert.strictEqual(paydaySuperDay(new Date("2026-11-08T01:00:00Z")), "2026-12-04")
  })

  it("has a cut-off that says the same for every day of a year", () => {
    for (let day = "2026-01-01"; day < "2027-01-01";) {
      const now = new Date(`${day}T02:00:00Z`)
      const beyond = firstDayBeyond(now, 3)
      for (let ago = 0; ago < 45; ago += 1) {
        const confirmed = new Date(now.getTime() - ago * 86_400_000)
        const confirmedDay = confirmed.toISOString().slice(0, 10)
        const due = paydaySuperDay(confirmed)
        assert.strictEqual(confirmedDay < beyond, due <= addBusinessDays(day, 3), `${confirmedDay} on ${day}`)
      }
      day = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
    }
  })
})

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
