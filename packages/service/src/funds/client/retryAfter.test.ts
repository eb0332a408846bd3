import { assert, describe, it } from "@effect/vitest"
import { retryAfterSeconds } from "./retryAfter.ts"

const NOW = Date.UTC(2026, 10, 21, 0, 0, 0, 500)

describe("Retry-After", () => {
  const rows: ReadonlyArray<readonly [header: string | null, seconds: number | null]> = [
    ["0", 0],
    ["30", 30],
    [" 120 ", 120],
    ["86400", 86_400],
    ["1.5", 2],
    ["Sat, 21 Nov 2026 00:00:31 GMT", 31],
    ["Sat, 21 Nov 2026 00:00:00 GMT", 0],
    ["Fri, 20 Nov 2026 00:00:00 GMT", 0],
    [null, null],
    ["", null],
    ["-5", null],
    ["soon", null],
    ["2026-11-21T00:00:31Z", null]
  ]
  for (const [header, seconds] of rows) {
    it(`${header} is ${seconds === null ? "nothing that can be read" : `${seconds} seconds`}`, () => {
      assert.strictEqual(retryAfterSeconds(header, NOW), seconds)
    })
  }
})
