import { assert, describe, it } from "@effect/vitest"
import { anEntry } from "../../../test/workbench/anEntry.ts"
import { gapBefore } from "./gap.ts"

const session = [{ kind: "onboarding_session", id: "s1" }]
const others = [{ kind: "employer", id: "e1" }]

const failed = anEntry(0, {
  kind: "fund_called",
  outcome: "waiting",
  about: session,
  detail: { retry: "2", retries: "3", in_seconds: "25" }
})

describe("the gap before an entry", () => {
  it("is none before the first entry, and none if it is shorter than a second", () => {
    assert.isUndefined(gapBefore(anEntry(0), []))
    assert.isUndefined(gapBefore(anEntry(0.9), [anEntry(0)]))
  })

  it("begins when the entry before ended", () => {
    assert.isUndefined(gapBefore(anEntry(8.5), [anEntry(0, { duration_ms: 8000 })]))
  })

  it("is explained by the wait that the data of an earlier entry announce", () => {
    assert.strictEqual(gapBefore(anEntry(25, { about: session }), [failed]), "Waits 25 s, retry 2 of 3")
  })

  it("is explained by the time until which a fund is held, and its Retry-After", () => {
    const held = anEntry(0, {
      outcome: "waiting",
      about: session,
      detail: { fund: "Banksia Super", until: "2026-11-21T00:02:00.000Z", retry_after: "120" }
    })
    assert.strictEqual(
      gapBefore(anEntry(120, { about: session }), [held]),
      "Banksia Super is held until 00:02, Retry-After 120"
    )
  })

  it("isn't explained by a wait of another thing, or by one that had ended", () => {
    assert.strictEqual(gapBefore(anEntry(25, { about: others }), [failed]), "Nothing happened for 25 s")
    const repeated = anEntry(25, { about: session, outcome: "good" })
    assert.strictEqual(
      gapBefore(anEntry(60, { about: session }), [failed, repeated]),
      "Nothing happened for 35 s"
    )
  })

  it("is explained by a wait without a time, until something of the same thing ends", () => {
    const stopped = anEntry(0, { outcome: "stopped", about: session })
    const next = anEntry(90, { about: session, outcome: "good" })
    assert.strictEqual(gapBefore(next, [stopped]), "Waited 90 s for a person to act")
    assert.strictEqual(
      gapBefore(anEntry(100, { about: session }), [stopped, next]),
      "Nothing happened for 10 s"
    )
  })

  it("says that the clock was moved if more time passed for the sandbox than for the machine", () => {
    const day = 86_400
    const later = anEntry(1, { at: new Date(Date.parse("2026-11-21T00:00:01.000Z") + 5 * day * 1000) })
    assert.strictEqual(
      gapBefore(later, [anEntry(0)]),
      "Nothing happened for 5 days: the clock was moved ahead by 5 days"
    )
  })

  it("names the next attempt, the day of a hold that lasts longer, and a clock that was moved meanwhile", () => {
    const next = anEntry(0, { outcome: "waiting", about: session, detail: { in_seconds: "5" } })
    assert.strictEqual(gapBefore(anEntry(2, { about: session }), [next]), "Waits 5 s before the next attempt")
    const until = "2026-11-27T00:00:00.000Z"
    const held = anEntry(0, { outcome: "waiting", about: session, detail: { fund: "Banksia Super", until } })
    const days = 5 * 86_400_000
    // A millisecond less by the machine's clock than by the sandbox's.
    const later = { about: session, at: new Date(Date.parse("2026-11-21T00:00:00.999Z") + days) }
    assert.strictEqual(
      gapBefore(anEntry(1, later), [held]),
      "Banksia Super is held until 27 November, 00:00. The clock was moved ahead by 5 days"
    )
  })
})
