import { assert, describe, it } from "@effect/vitest"
import { lineOf } from "../src/log/terminal.ts"

describe("a line of the terminal", () => {
  it("masks the numbers that the pages mask", () => {
    const line = lineOf({
      seq: 1,
      at: "2026-11-21T12:04:31.000Z",
      kind: "member_registered",
      summary: "Registered N.O. as member 0012345678",
      method: "POST",
      path: "/v1/member_registration",
      status: 201,
      duration_ms: 3,
      request_id: null,
      detail: {}
    })
    assert.strictEqual(
      line,
      "12:04:31  201  POST /v1/member_registration  Registered N.O. as member 00 ••• 678  (3 ms)"
    )
  })
})
