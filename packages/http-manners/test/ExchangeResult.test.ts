import { assert, describe, it } from "@effect/vitest"
import { retryAfterMillis } from "../src/ExchangeResult.ts"

const NOW = Date.UTC(2026, 10, 21, 0, 0, 0, 500)

describe("Retry-After", () => {
  const rows: ReadonlyArray<readonly [header: string | null, millis: number | null]> = [
    ["0", 0],
    ["30", 30_000],
    [" 120 ", 120_000],
    ["90000", 90_000_000],
    ["1.5", 1500],
    ["0.0001", 1],
    ["9999999999", 9_999_999_999_000],
    ["1795219205000", 1_795_219_205_000_000],
    ["999999999999999", 7e15],
    ["Sat, 21 Nov 2026 00:00:31 GMT", 30_500],
    ["Saturday, 21-Nov-26 00:00:31 GMT", 30_500],
    ["Sat Nov 21 00:00:31 2026", 30_500],
    ["Sat Nov  7 00:00:31 2026", 0],
    ["Sat, 21 Nov 2026 00:00:00 GMT", 0],
    ["Fri, 31 Dec 9999 23:59:59 GMT", Date.UTC(9999, 11, 31, 23, 59, 59) - NOW],
    [null, null],
    ["", null],
    ["-5", null],
    ["1e3", null],
    ["soon", null],
    ["2026-11-21T00:00:31Z", null]
  ]
  for (const [header, millis] of rows) {
    it(`${header} is ${millis === null ? "nothing that can be read" : `${millis} ms`}`, () => {
      assert.strictEqual(retryAfterMillis(header, NOW), millis)
    })
  }
})
