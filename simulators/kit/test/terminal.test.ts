import { ShortText, TimelineEntry } from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { inOrder, lineOf } from "../src/log/terminal.ts"

const entry = Schema.decodeUnknownSync(TimelineEntry)({
  seq: 1,
  source: "fund",
  at: "2026-11-21T12:04:31.000Z",
  began_us: Date.parse("2026-11-21T12:04:31.000Z") * 1000,
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

describe("a line of the terminal", () => {
  it("masks the numbers that the pages mask, and marks the calls that the simulator made", () => {
    assert.strictEqual(
      lineOf(entry),
      "12:04:31  201  POST /v1/member_registration  Registered N.O. as member 00 ••• 678  (3 ms)"
    )
    assert.strictEqual(
      lineOf({ ...entry, from: entry.to, to: entry.from }),
      "12:04:31  201  → POST /v1/member_registration  Registered N.O. as member 00 ••• 678  (3 ms)"
    )
  })

  it("has the date where the clock was moved: other lines have the machine's time", () => {
    const at = (time: string) =>
      lineOf({ ...entry, at: Schema.decodeSync(TimelineEntry.fields.at)(time) }).split("  ")[0]
    assert.strictEqual(at("2026-11-21T12:04:32.500Z"), "12:04:32")
    assert.strictEqual(at("2026-11-26T12:04:31.000Z"), "2026-11-26 12:04:31")
    assert.strictEqual(at("2026-11-21T14:04:31.000Z"), "2026-11-21 14:04:31")
  })

  it("names a call of the simulator once, with the code of a refusal", () => {
    const called = (status: number, detail: object) => ({
      ...entry,
      from: entry.to,
      to: entry.from,
      kind: "service_called",
      summary: Schema.decodeSync(ShortText)(`POST /v1/member_registration was answered ${status}.`),
      status,
      detail: Schema.decodeUnknownSync(TimelineEntry.fields.detail)(detail)
    })
    assert.strictEqual(lineOf(called(201, {})), "12:04:31  201  → POST /v1/member_registration  (3 ms)")
    assert.strictEqual(
      lineOf(called(409, { code: "remote_id_taken" })),
      "12:04:31  409  → POST /v1/member_registration  remote_id_taken  (3 ms)"
    )
  })

  it("is printed before what began later, though that was noted first", () => {
    const lines = [
      { text: "fetched", began: 20 },
      { text: "webhook", began: 10 },
      { text: "at the same time", began: 20 }
    ]
    assert.strictEqual(inOrder(lines), "webhook\nfetched\nat the same time\n")
  })
})
