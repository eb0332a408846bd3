import { assert, describe, it, afterEach, expect, vi } from "vitest"
import {
  childOf,
  isOfKit,
  KIT_STATE,
  newTrace,
  spanOfCall,
  traceparentOf,
  machineMicros,
  microsAt
} from "./traceparent.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const spanId = "00f067aa0ba902b7"

describe("traceparent", () => {
  it("is read from a call, which becomes a child of its sender", () => {
    const span = spanOfCall(`00-${traceId}-${spanId}-01`)
    assert.deepInclude(span, { traceId, parentId: spanId })
    assert.match(span?.spanId ?? "", /^[0-9a-f]{16}$/)
    assert.notStrictEqual(span?.spanId, spanId)
  })

  it("may have more parts in a later version", () => {
    assert.deepInclude(spanOfCall(`01-${traceId}-${spanId}-01-more`), { traceId, parentId: spanId })
  })

  for (const [why, header] of [
    ["none", undefined],
    ["no text", [`00-${traceId}-${spanId}-01`]],
    ["upper case", `00-${traceId.toUpperCase()}-${spanId}-01`],
    ["a part too few", `00-${traceId}-${spanId}`],
    ["a part too many for its version", `00-${traceId}-${spanId}-01-more`],
    ["the version that is never valid", `ff-${traceId}-${spanId}-01`],
    ["a trace of zeros", `00-${"0".repeat(32)}-${spanId}-01`],
    ["a span of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
    ["too long", `01-${traceId}-${spanId}-01-${"m".repeat(600)}`]
  ] as const)
    it(`is ignored if it isn't well-formed: ${why}`, () => assert.isUndefined(spanOfCall(header)))

  it("has a state beside it that names a kit", () => {
    assert.isTrue(isOfKit(KIT_STATE))
    assert.isTrue(isOfKit(`other=1, ${KIT_STATE}`))
    for (const other of [undefined, "", "embedded-super=other", `not-${KIT_STATE}`, [KIT_STATE]])
      assert.isFalse(isOfKit(other))
  })

  it("is sent with the ids of the sender's span", () => {
    const first = newTrace()
    assert.isNull(first.parentId)
    assert.deepInclude(spanOfCall(traceparentOf(first)), {
      traceId: first.traceId,
      parentId: first.spanId
    })
    assert.notStrictEqual(childOf(first).spanId, childOf(first).spanId)
  })
})

afterEach(() => vi.restoreAllMocks())

/** The process is held up for so many milliseconds before each time that it reads a clock, and the clock is set by `set`. */
const readLate = (late: number, set = 0) => {
  let moment = performance.now()
  const origin = microsAt(0) / 1000
  vi.spyOn(performance, "now").mockImplementation(() => (moment += late))
  vi.spyOn(Date, "now").mockImplementation(() => Math.round(origin + set + (moment += late)))
}

it("a machine that is busy between two readings of its clocks was not set to another time", () => {
  machineMicros()
  const before = microsAt(1000)
  readLate(300)
  machineMicros()
  expect(microsAt(1000)).toBe(before)
})

it.each([-3_600_000, 3_600_000])(
  "a clock that was set by %s ms is followed, also on a busy machine",
  (set) => {
    machineMicros()
    const before = microsAt(1000)
    readLate(10, set)
    machineMicros()
    expect(Math.abs(microsAt(1000) - before - set * 1000)).toBeLessThan(30_000)
    vi.restoreAllMocks()
    machineMicros()
  }
)
