import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { follow, isFinal, SESSION_EVENTS, SESSION_STATES, transition } from "./sessionStates.ts"

const CHANGED = "send onboarding_session_changed"
const COMPLETED = "send onboarding_session_completed"
const REGISTER = "request member registration"
const FORM = "request choice form"

const say = (state: (typeof SESSION_STATES)[number], event: (typeof SESSION_EVENTS)[number]) =>
  Result.match(transition(state, event), {
    onSuccess: (next) => [next.state, ...next.effects].join(", "),
    onFailure: () => "refused"
  })

/** Every pair of state and event that isn't refused, written out by hand. */
const ALLOWED: ReadonlyArray<readonly [state: string, event: string, want: string]> = [
  ["initial", "employee_opened", `collect_identity, ${CHANGED}`],
  ["initial", "employee_opened_unvalidated", `collect_phone_verification, ${CHANGED}`],
  ["collect_phone_verification", "phone_verified", `collect_identity, ${CHANGED}`],
  ["collect_phone_verification", "phone_check_failed", `collect_phone_verification, ${CHANGED}`],
  ["collect_phone_verification", "contact_validated", "collect_identity"],
  ["collect_identity", "identity_saved", `collect_contact, ${CHANGED}`],
  ["collect_contact", "identity_saved", `collect_contact, ${CHANGED}`],
  ["collect_contact", "contact_saved", `collect_tax, ${CHANGED}`],
  ["collect_tax", "identity_saved", `collect_tax, ${CHANGED}`],
  ["collect_tax", "contact_saved", `collect_tax, ${CHANGED}`],
  ["collect_tax", "tax_saved", `collect_disclaimer, ${CHANGED}`],
  ["collect_disclaimer", "identity_saved", `collect_disclaimer, ${CHANGED}`],
  ["collect_disclaimer", "contact_saved", `collect_disclaimer, ${CHANGED}`],
  ["collect_disclaimer", "tax_saved", `collect_disclaimer, ${CHANGED}`],
  ["collect_disclaimer", "disclaimer_accepted", `collect_super_selection, ${CHANGED}`],
  ["collect_super_selection", "identity_saved", `collect_super_selection, ${CHANGED}`],
  ["collect_super_selection", "contact_saved", `collect_super_selection, ${CHANGED}`],
  ["collect_super_selection", "tax_saved", `collect_super_selection, ${CHANGED}`],
  ["collect_super_selection", "disclaimer_accepted", `collect_super_selection, ${CHANGED}`],
  ["collect_super_selection", "fund_chosen", `review, ${CHANGED}`],
  ["review", "identity_saved", `review, ${CHANGED}`],
  ["review", "contact_saved", `review, ${CHANGED}`],
  ["review", "tax_saved", `review, ${CHANGED}`],
  ["review", "disclaimer_accepted", `review, ${CHANGED}`],
  ["review", "fund_chosen", `review, ${CHANGED}`],
  ["review", "fund_ruled_out", `collect_super_selection, ${CHANGED}`],
  ["review", "confirmed", `pending_completion, ${REGISTER}, ${FORM}, ${CHANGED}`],
  ["pending_completion", "registration_settled", `pending_completion, ${CHANGED}`],
  ["pending_completion", "choice_form_made", `pending_completion, ${CHANGED}`],
  ["pending_completion", "nothing_outstanding", `completed, ${COMPLETED}`],
  ["pending_completion", "waited_too_long", `completed, ${COMPLETED}`],
  ["completed", "registration_settled", "completed"],
  ["completed", "choice_form_made", "completed"],
  ["expired", "registration_settled", "expired"],
  ...[
    "initial",
    "collect_phone_verification",
    "collect_identity",
    "collect_contact",
    "collect_tax",
    "collect_disclaimer",
    "collect_super_selection",
    "review"
  ].flatMap((state): ReadonlyArray<readonly [string, string, string]> => [
    [state, "cancelled", `cancelled, ${CHANGED}`],
    [state, "expired", `expired, ${CHANGED}`],
    [state, "abandoned", `expired, ${REGISTER}, ${CHANGED}`]
  ])
]

const PAIRS = SESSION_STATES.flatMap((state) => SESSION_EVENTS.map((event) => [state, event] as const))

describe("progress keeps a session in progress, completion ends it [R-3-10, R-3-11, R-3-12, R-3-13, R-3-14]", () => {
  it.each(PAIRS)("%s: %s", (state, event) => {
    const row = ALLOWED.find(([from, what]) => from === state && what === event)
    expect(say(state, event)).toBe(row?.[2] ?? "refused")
  })
})

describe("the end of a session", () => {
  it("nothing is sent for a completed session, whatever happens [R-3-15, R-6-13]", () => {
    expect(isFinal("completed")).toBe(true)
    for (const event of SESSION_EVENTS) expect(say("completed", event)).not.toContain("send")
  })

  it("nothing is sent for one that is cancelled or expired either", () => {
    const others = SESSION_STATES.filter((state) => isFinal(state) && state !== "completed")
    expect(others).toEqual(["cancelled", "expired"])
    for (const state of others) {
      for (const event of SESSION_EVENTS) expect(say(state, event)).not.toContain("send")
    }
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

  it("a refusal says where the session stands and what can happen there", () => {
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
