import { assert, describe, it } from "vitest"
import { eventId } from "./eventId.ts"

describe("eventId", () => {
  it("is a UUIDv7 of the given microsecond", () => {
    const id = eventId(Date.UTC(2026, 10, 21) * 1000 + 250)
    assert.match(id, /^01a1fb67-1800-7400-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it("sorts by time, to the microsecond", () => {
    const start = Date.UTC(2026, 10, 21) * 1000
    const ids = Array.from({ length: 3000 }, (_, index) => eventId(start + index))
    assert.deepStrictEqual(ids.toSorted(), ids)
    assert.strictEqual(new Set(Array.from({ length: 100 }, () => eventId(start))).size, 100)
  })
})
