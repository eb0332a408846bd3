import * as Duration from "effect/Duration"
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { MAX_ATTEMPTS, retryDelay, retrySchedule, judge } from "./retryRules.ts"
import { exchangeLimits } from "./deliverySettings.ts"
import { breakerRules, SLOT } from "./endpointHealth.ts"

const total = (random: number) =>
  retrySchedule.reduce((sum, { afterAttempt }) => sum + (retryDelay(afterAttempt, random) ?? Number.NaN), 0)

describe("the retry schedule", () => {
  it("is 13 attempts over 75 h 42 m 35 s", () => {
    assert.strictEqual(MAX_ATTEMPTS, 13)
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

const now = Date.UTC(2026, 10, 21, 9, 0, 0)
const failed = (hold: number | null = null) => ({ kind: "failed", hold }) as const

/** [status, Retry-After, verdict] */
const answers = [
  [200, null, { kind: "delivered" }],
  [204, "60", { kind: "delivered" }],
  [301, null, failed()],
  [307, "60", failed()],
  [400, null, failed()],
  [404, null, failed()],
  [410, null, { kind: "gone" }],
  [429, null, failed()],
  [429, "120", failed(120_000)],
  [429, "Sat, 21 Nov 2026 09:00:30 GMT", failed(30_000)],
  [500, "120", failed()],
  [503, null, failed()],
  [503, "7", failed(7000)],
  [504, "7", failed()],
  [null, null, failed()]
] as const

describe("what a receiver's answer means", () => {
  it.each(answers)("%s with Retry-After %s", (status, retryAfter, want) => {
    assert.deepStrictEqual(judge({ status, retryAfter }, now), want)
  })

  it.each([
    ["0", null],
    ["soon", null],
    [" 30 ", 30_000],
    ["Sat, 21 Nov 2026 08:00:00 GMT", null],
    ["86400", 86_400_000],
    ["86401", 86_400_000],
    ["Fri, 01 Jan 2100 00:00:00 GMT", 86_400_000]
  ])("reads Retry-After %j, a day at most", (header, want) => {
    assert.deepStrictEqual(judge({ status: 429, retryAfter: header }, now), failed(want))
  })
})

const guide = readFileSync(
  new URL("../../../../docs/guides/partners/webhooks.md", import.meta.url),
  "utf8"
).replaceAll(/\s+/g, " ")

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

describe("what the guide Webhooks says of waits and limits is what the code does", () => {
  it.each([
    `tried again after ${retrySchedule
      .map(({ wait }) => Duration.format(wait).replace(/^1d$/, "24h").replace(/m$/, "min"))
      .map((wait) => wait.replace(/^(\d+)(\D+)$/, "$1 $2"))
      .join(", ")
      .replace(/, ([^,]+)$/, " and $1")}`,
    `**${MAX_ATTEMPTS} attempts over at least 60 hours**`,
    `After ${words[breakerRules.failuresInRow]} failures in a row`,
    `after ${Duration.toSeconds(breakerRules.firstProbe)} seconds, then after twice as long, up to ${Duration.toMinutes(breakerRules.longestWait)} minutes`,
    `at most ${Duration.toMinutes(breakerRules.longestWait)} minutes after it is back`,
    `at most one such attempt in ${words[SLOT / 1000]} seconds`,
    `no connection within ${exchangeLimits.connect / 1000} seconds, no headers within ${exchangeLimits.headers / 1000}, no end within ${exchangeLimits.whole / 1000}`
  ])("%s", (sentence) => assert.include(guide, sentence))
})
