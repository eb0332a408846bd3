import { shortText } from "@embedded-super/pages/store/NewEntry"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import { anEntry } from "../../../test/workbench/anEntry.ts"
import { WITHOUT_NUMBER } from "../state/BoardsRepo.ts"
import { outcomeOf, inOrder, withEffects } from "./Stories.ts"

const session = { kind: "onboarding_session", id: "s1" as S.ThingId }
const about = [session]

const refused = anEntry(1, {
  kind: "fund_called",
  outcome: "refused",
  summary: "Banksia Super refused it (400)."
})
const completed = anEntry(2, {
  kind: "session_changed",
  outcome: "changed",
  summary: "It went from pending completion to completed.",
  about
})
const delivered = anEntry(3, {
  kind: "webhook_attempted",
  outcome: "good",
  summary: "The webhook was delivered."
})
const read = anEntry(4, { kind: "call_received", outcome: "good", method: "GET", summary: "It was read." })
const story = [refused, completed, delivered, read]

const state = (text: string | null) => ({ state: text === null ? null : shortText(text), waits: [] })
const waiting = {
  ...state("pending_completion"),
  waits: [{ because: shortText("It waits for the member number of Banksia Super.") }] as never
}

describe("the outcome of a story", () => {
  it.each([
    [
      "what it waits for, before anything else",
      waiting,
      story,
      "It waits for the member number of Banksia Super."
    ],
    [
      "why there is no number",
      state(WITHOUT_NUMBER),
      story,
      "No member number: Banksia Super refused it (400)."
    ],
    [
      "that nothing kept says why",
      state(WITHOUT_NUMBER),
      [completed],
      "No member number: no call to the fund that is kept here says why."
    ],
    ["its last change", state("completed"), story, "It went from pending completion to completed."],
    [
      "the last thing that happened, without reads",
      state(null),
      [refused, delivered, read],
      "The webhook was delivered."
    ],
    ["nothing, if nothing says anything", state(null), [read], null]
  ] as const)("is %s", (_, now, entries, want) => {
    assert.strictEqual(outcomeOf(session, now, entries), want)
  })
})

const [a, b, c, d] = ["a".repeat(16), "b".repeat(16), "c".repeat(16), "d".repeat(16)] as const

describe("the order of a story", () => {
  it("has all that its entries caused, directly or not, and nothing else", () => {
    const cause = anEntry(0, { seq: 1, span_id: a })
    const job = anEntry(1, { seq: 2, span_id: b, parent_id: a })
    const call = anEntry(2, { seq: 3, span_id: c, parent_id: b })
    const other = anEntry(3, { seq: 4, span_id: d })
    const found = withEffects([cause], [other, call, job])
    assert.deepStrictEqual(
      found.map(({ seq }) => Number(seq)),
      [1, 2, 3]
    )
  })

  it("has each entry once, also if it is about the thing and was caused by another that is", () => {
    const cause = anEntry(0, { seq: 1, span_id: a })
    const effect = anEntry(1, { seq: 2, span_id: b, parent_id: a })
    assert.lengthOf(withEffects([cause, effect], [effect]), 2)
  })

  it("is by time, a cause before its effect of the same microsecond, with the number of causes above each", () => {
    const entries = [
      anEntry(1, { seq: 3, span_id: c, parent_id: b }),
      anEntry(1, { seq: 2, span_id: b, parent_id: a }),
      anEntry(0, { seq: 4, span_id: d }),
      anEntry(0, { seq: 1, span_id: a, parent_id: "e".repeat(16) })
    ]
    assert.deepStrictEqual(
      inOrder(entries).map(({ depth, entry }) => [Number(entry.seq), depth]),
      [
        [1, 0],
        [4, 0],
        [2, 1],
        [3, 2]
      ]
    )
  })

  it("ends also if entries name each other as their cause", () => {
    const circle = [
      anEntry(0, { seq: 1, span_id: a, parent_id: b }),
      anEntry(1, { seq: 2, span_id: b, parent_id: a })
    ]
    assert.deepStrictEqual(
      inOrder(circle).map(({ depth }) => depth),
      [50, 50]
    )
  })
})
