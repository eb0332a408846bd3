import { shortText } from "@embedded-super/pages/store/NewEntry"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import { anEntry } from "../../../test/workbench/anEntry.ts"
import { WITHOUT_NUMBER } from "../state/BoardsRepo.ts"
import { outcomeOf } from "./outcome.ts"

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
