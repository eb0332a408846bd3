import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { SESSION_TABLE } from "../../test/machines/sectionThree.ts"
import { follow, isFinal, SESSION_EVENTS, SESSION_STATES, transition } from "./sessionStates.ts"

const CHANGED = "send onboarding_session_changed"
const COMPLETED = "send onboarding_session_completed"

const say = (state: (typeof SESSION_STATES)[number], event: (typeof SESSION_EVENTS)[number]) =>
  Result.match(transition(state, event), {
    onSuccess: (next) => [next.state, ...next.effects].join(", "),
    onFailure: () => "refused"
  })

const PAIRS = SESSION_STATES.flatMap((state) => SESSION_EVENTS.map((event) => [state, event] as const))

describe("progress keeps a session in progress, completion ends it [R-3-10, R-3-11, R-3-12, R-3-13, R-3-14]", () => {
  it.each(PAIRS)("%s: %s", (state, event) => {
    expect(say(state, event)).toBe(SESSION_TABLE[`${state}: ${event}`] ?? "refused")
  })
})

describe("the end of a session", () => {
  it("nothing is sent for a completed session, whatever happens [R-3-15, R-6-13]", () => {
    expect(isFinal("completed")).toBe(true)
    for (const event of SESSION_EVENTS) expect(say("completed", event)).not.toContain("send")
  })

  it("onboarding_session_completed is sent on the way into completed, and nowhere else [R-3-14]", () => {
    const senders = PAIRS.filter(([state, event]) => say(state, event).includes(COMPLETED))
    expect(senders).toEqual([
      ["pending_completion", "nothing_outstanding"],
      ["pending_completion", "waited_too_long"]
    ])
    const entrances = PAIRS.filter(
      ([state, event]) => state !== "completed" && say(state, event).startsWith("completed")
    )
    expect(entrances).toEqual(senders)
  })

  it("a refusal names the session's state and what is allowed in it", () => {
    expect(transition("collect_contact", "tax_saved")).toEqual(
      Result.fail({
        state: "collect_contact",
        allowed: ["contact_saved", "identity_saved", "cancelled", "expired", "abandoned"]
      })
    )
  })
})

describe("several events at once", () => {
  it("are one change with one webhook", () => {
    const both = follow("review", ["tax_saved", "fund_ruled_out"])
    expect(both).toEqual(Result.succeed({ state: "collect_super_selection", effects: new Set([CHANGED]) }))
  })

  it("send onboarding_session_completed alone when they complete the session [R-6-13]", () => {
    const both = follow("pending_completion", ["registration_settled", "nothing_outstanding"])
    expect(both).toEqual(Result.succeed({ state: "completed", effects: new Set([COMPLETED]) }))
  })

  it("are refused where one of them can't happen", () => {
    expect(Result.isFailure(follow("collect_tax", ["tax_saved", "fund_ruled_out"]))).toBe(true)
  })
})
