import * as Duration from "effect/Duration"
import { assert, describe, it } from "vitest"
import { MAX_ATTEMPTS, retryDelay, retrySchedule } from "./retrySchedule.ts"

const total = (random: number) =>
  retrySchedule.reduce((sum, { afterAttempt }) => sum + (retryDelay(afterAttempt, random) ?? Number.NaN), 0)

describe("the retry schedule", () => {
  it("is 13 attempts over 75 h 42 m 35 s", () => {
    assert.strictEqual(MAX_ATTEMPTS, 13)
    assert.deepStrictEqual(
      retrySchedule.map(({ wait }) => Duration.toSeconds(wait)),
      [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 86_400]
    )
    assert.deepStrictEqual(
      retrySchedule.map(({ afterAttempt }) => afterAttempt),
      Array.from({ length: 12 }, (_, index) => index + 1)
    )
    assert.strictEqual(total(0.5), (75 * 3600 + 42 * 60 + 35) * 1000)
  })

  it("jitters each wait by up to a fifth, so the promise of 60 hours always holds", () => {
    for (const { afterAttempt, wait } of retrySchedule) {
      const base = Duration.toMillis(wait)
      assert.strictEqual(retryDelay(afterAttempt, 0), base * 0.8)
      assert.isBelow(retryDelay(afterAttempt, 0.999_999) ?? Number.NaN, base * 1.2 + 1)
    }
    assert.isAtLeast(total(0), Duration.toMillis(Duration.hours(60)))
  })

  it("gives a delivery up after its thirteenth attempt", () => {
    assert.isNull(retryDelay(13, 0.5))
    assert.isNumber(retryDelay(12, 0.5))
  })
})
