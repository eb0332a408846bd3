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

const held = (detail: Readonly<Record<string, string>>) =>
  anEntry(0, { outcome: "waiting", about: session, detail: { fund: "Banksia Super", ...detail } })
const stopped = anEntry(0, { outcome: "stopped", about: session })
const resumed = anEntry(90, { about: session, outcome: "good" })
const answered = anEntry(25, { about: session, outcome: "good" })
const soon = anEntry(0, { outcome: "waiting", about: session, detail: { in_seconds: "5" } })
const afterDays = (days: number, millis: number) =>
  new Date(Date.parse("2026-11-21T00:00:00.000Z") + days * 86_400_000 + millis)
const later = (seconds: number) => anEntry(seconds, { about: session })

describe("the gap before an entry", () => {
  it.each([
    ["is none before the first entry", anEntry(0), [], undefined],
    ["is none if it is shorter than a second", anEntry(0.9), [anEntry(0)], undefined],
    ["begins when the entry before ended", anEntry(8.5), [anEntry(0, { duration_ms: 8000 })], undefined],
    ["has the wait that an earlier entry announced", later(25), [failed], "Waits 25 s, retry 2 of 3"],
    [
      "has the time until which a fund is held, and its Retry-After",
      later(120),
      [held({ until: "2026-11-21T00:02:00.000Z", retry_after: "120" })],
      "Banksia Super is held until 00:02, Retry-After 120"
    ],
    ["has no wait of another thing", anEntry(25, { about: others }), [failed], "Nothing happened for 25 s"],
    ["has no wait that had ended", later(60), [failed, answered], "Nothing happened for 35 s"],
    ["has a wait without a time", resumed, [stopped], "Waited 90 s for a person to act"],
    ["has none of those once its thing went on", later(100), [stopped, resumed], "Nothing happened for 10 s"],
    ["has the next attempt", later(2), [soon], "Waits 5 s before the next attempt"],
    [
      "has the clock that was moved, if more time passed for the sandbox than for the machine",
      anEntry(1, { at: afterDays(5, 1000) }),
      [anEntry(0)],
      "Nothing happened for 5 days: the clock was moved ahead by 5 days"
    ],
    [
      "has the day of a longer hold, and a clock that was moved meanwhile, a millisecond less by the machine",
      anEntry(1, { about: session, at: afterDays(5, 999) }),
      [held({ until: "2026-11-27T00:00:00.000Z" })],
      "Banksia Super is held until 27 November, 00:00. The clock was moved ahead by 5 days"
    ]
  ] as const)("%s", (_, entry, earlier, want) => {
    assert.strictEqual(gapBefore(entry, earlier), want)
  })
})
