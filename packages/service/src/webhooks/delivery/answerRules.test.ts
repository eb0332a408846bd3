import { assert, describe, it } from "vitest"
import { judge } from "./answerRules.ts"

const now = Date.UTC(2026, 10, 21, 9, 0, 0)
const failed = (hold: number | null = null) => ({ kind: "failed", hold }) as const

/** [status, Retry-After, verdict] */
const answers = [
  [200, null, { kind: "delivered" }],
  [202, null, { kind: "delivered" }],
  [204, "60", { kind: "delivered" }],
  [301, null, failed()],
  [307, "60", failed()],
  [400, null, failed()],
  [401, null, failed()],
  [404, null, failed()],
  [410, null, { kind: "gone" }],
  [429, null, failed()],
  [429, "120", failed(120_000)],
  [429, "Sat, 21 Nov 2026 09:00:30 GMT", failed(30_000)],
  [500, "120", failed()],
  [502, null, failed()],
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
    ["-5", null],
    ["soon", null],
    ["", null],
    [" 30 ", 30_000],
    ["Sat, 21 Nov 2026 08:00:00 GMT", null],
    ["86400", 86_400_000],
    ["86401", 86_400_000],
    ["9999999999", 86_400_000],
    ["Fri, 01 Jan 2100 00:00:00 GMT", 86_400_000]
  ])("reads Retry-After %j, a day at most", (header, want) => {
    assert.deepStrictEqual(judge({ status: 429, retryAfter: header }, now), failed(want))
  })
})
