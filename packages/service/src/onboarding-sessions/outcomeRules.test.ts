import { assert, describe, it } from "@effect/vitest"
import { standingOf } from "./outcomeRules.ts"
import { SESSION_STATES } from "./sessionStates.ts"

const left = new Date("2026-11-21T00:00:00Z")

/** A selection that was chosen, one that is being registered, and one whose registration brought no number. */
const SELECTIONS = [
  { progress_state: null, membership: null },
  { progress_state: "registering", membership: null },
  { progress_state: "completed", membership: null }
] as const

const WHEREVER = ["not_registering", "not_registering", "not_registering"]

describe("where an outcome finds a session", () => {
  it.each([
    ...SESSION_STATES.slice(0, SESSION_STATES.indexOf("pending_completion")).map(
      (state) => [state, null, WHEREVER] as const
    ),
    ["pending_completion", null, ["waiting", "waiting", "waiting_without_number"]],
    ["completed", null, ["ended_registering", "ended_registering", "ended_without_number"]],
    ["cancelled", null, WHEREVER],
    ["expired", null, WHEREVER],
    ["expired", left, ["ended_registering", "ended_registering", "ended_without_number"]]
  ] as const)("in %s, abandoned at %s, it stands at %s", (state, abandoned_at, want) => {
    const session = { state, abandoned_at, erased_at: null }
    assert.deepStrictEqual<unknown>(
      SELECTIONS.map((selection) => standingOf(session, selection)),
      want
    )
    assert.strictEqual(standingOf({ ...session, erased_at: left }, SELECTIONS[2]), "erased")
    assert.strictEqual(standingOf(session, undefined), "not_registering")
  })
})
