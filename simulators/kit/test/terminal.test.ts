import { TimelineEntry } from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { lineOf } from "../src/log/terminal.ts"

describe("a line of the terminal", () => {
  it("masks the numbers that the pages mask, and marks the calls that the simulator made", () => {
    const entry = Schema.decodeUnknownSync(TimelineEntry)({
      seq: 1,
      source: "fund",
      at: "2026-11-21T12:04:31.000Z",
      began_us: 0,
      outcome: "good",
      from: "Embedded Super",
      to: "Banksia Super",
      trace_id: null,
      span_id: null,
      parent_id: null,
      about: [],
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
      lineOf(entry),
      "12:04:31  201  POST /v1/member_registration  Registered N.O. as member 00 ••• 678  (3 ms)"
    )
    assert.strictEqual(
      lineOf({ ...entry, from: entry.to, to: entry.from }),
      "12:04:31  201  → POST /v1/member_registration  Registered N.O. as member 00 ••• 678  (3 ms)"
    )
  })
})
