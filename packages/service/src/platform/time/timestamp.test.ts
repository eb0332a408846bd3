import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { now, toCalendarDate, toTimestamp, toTimestampOrNull } from "./timestamp.ts"

describe("timestamps", () => {
  it("are RFC 3339 in UTC, whatever zone the moment came in", () => {
    const sydney = DateTime.makeZonedUnsafe("2026-11-21T11:30:00", {
      timeZone: "Australia/Sydney",
      adjustForTimeZone: true
    })
    assert.strictEqual(toTimestamp(sydney), "2026-11-21T00:30:00.000Z")
    assert.strictEqual(toTimestamp(new Date(0)), "1970-01-01T00:00:00.000Z")
    assert.strictEqual(toCalendarDate(sydney), "2026-11-21")
    assert.strictEqual(toTimestampOrNull(null), null)
  })

  it.effect("now is the clock's", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000)
      assert.strictEqual((yield* now).getTime(), 1000)
    })
  )
})
