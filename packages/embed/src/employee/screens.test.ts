import { describe, expect, it } from "vitest"
import { backOf, type EmployeeScreen, type EmployeeView, screenOf, stepsOf, messagesOf } from "./screens.ts"

const NAMES = [
  "phone_verification",
  "identity",
  "contact",
  "tax",
  "super_disclaimer",
  "super_selection",
  "review",
  "finished"
] as const

type Name = (typeof NAMES)[number]

/** A view at a step; those before it are saved. A verified phone can't be verified again. */
const at = (current: Name, more: Partial<EmployeeView> = {}): EmployeeView => {
  const reached = NAMES.indexOf(current)
  const steps = NAMES.map((step, index) => ({
    step,
    state: index < reached ? "finished" : index === reached ? "in_progress" : "not_started",
    can_be_saved:
      index <= reached && current !== "finished" && (step !== "phone_verification" || reached === 0)
  }))
  const collected = reached > 0 ? { phone_verified_at: "2026-11-21T00:10:00Z" } : {}
  return { state: "collect_identity", current_step: current, steps, collected, ...more } as EmployeeView
}

const unsaved = at("phone_verification")
const sent = at("phone_verification", {
  verification: { sent_to: "*** *** 006", attempts_left: 3, valid_until: "2026-11-21T00:20:00Z" }
})

type Row = readonly [string, EmployeeView, string | undefined, EmployeeScreen]

const table: ReadonlyArray<Row> = [
  ["welcomes a person who hasn't saved anything", unsaved, undefined, "welcome"],
  ["begins when the person does", unsaved, "phone_verification", "phone_verification"],
  ["goes back to the welcome", unsaved, "welcome", "welcome"],
  ["asks for the code", sent, "code", "code"],
  ["asks for the code after a reload", sent, undefined, "code"],
  ["sends another code", sent, "phone_verification", "phone_verification"],
  ["asks for no code before one is sent", unsaved, "code", "phone_verification"],
  ["doesn't welcome twice", at("identity"), undefined, "identity"],
  ["has no welcome after the first save", at("identity"), "welcome", "identity"],
  ["asks for no code once the phone is verified", at("identity"), "code", "identity"],
  ["opens a step that was saved", at("tax"), "identity", "identity"],
  ["doesn't open a step that isn't reached", at("tax"), "review", "tax"],
  ["doesn't open the fund choice too early", at("tax"), "join", "tax"],
  ["shows the ways to choose a fund", at("super_selection"), undefined, "super_selection"],
  ["opens a way to choose", at("super_selection"), "smsf", "smsf"],
  ["opens a way at the review", at("review"), "existing", "existing"],
  ["shows the review", at("review"), undefined, "review"],
  ["comes back to the review", at("review"), "review", "review"],
  ["ignores a place that it doesn't know", at("contact"), "nowhere", "contact"],
  ["waits", at("finished", { state: "pending_completion" }), undefined, "waiting"],
  ["opens nothing while it waits", at("finished", { state: "pending_completion" }), "tax", "waiting"],
  ["is done", at("finished", { state: "completed" }), undefined, "done"],
  ["shows that it was cancelled", at("finished", { state: "cancelled" }), undefined, "ended"],
  ["shows that it has expired", at("finished", { state: "expired" }), "identity", "ended"]
]

describe("the screen of a view", () => {
  it.each(table)("%s", (_title, view, place, screen) => {
    expect(screenOf(view, place)).toBe(screen)
  })
})

const backs: ReadonlyArray<readonly [string, EmployeeView, EmployeeScreen, string | undefined]> = [
  ["from the first step to the welcome", unsaved, "phone_verification", "welcome"],
  ["from the code to the phone", sent, "code", "phone_verification"],
  ["from nowhere: a verified phone isn't asked again", at("identity"), "identity", undefined],
  ["to the step before", at("tax"), "tax", "contact"],
  ["from a way to choose to all of them", at("super_selection"), "join", "super_selection"],
  ["from a step opened at the review to the review", at("review"), "contact", "review"],
  ["from the review to the fund choice", at("review"), "review", "super_selection"]
]

describe("Back", () => {
  it.each(backs)("%s", (_title, view, screen, place) => {
    expect(backOf(view, screen)).toBe(place)
  })
})

describe("the line of steps", () => {
  it("has each step but the last, which asks nothing", () => {
    expect(stepsOf(at("contact"), "contact").map(({ is }) => is)).toEqual([
      "done",
      "done",
      "current",
      "ahead",
      "ahead",
      "ahead",
      "ahead"
    ])
  })

  it("marks the fund choice on each way's screen", () => {
    expect(stepsOf(at("review"), "smsf").find(({ is }) => is === "current")?.step).toBe("super_selection")
  })
})

const view = (change: object = {}): EmployeeView =>
  ({
    current_step: "contact",
    steps: [
      { step: "identity", state: "finished", can_be_saved: true },
      { step: "contact", state: "in_progress", can_be_saved: true }
    ],
    collected: {},
    is_committed: false,
    ...change
  }) as EmployeeView

const kinds = (now: EmployeeView, before?: EmployeeView) => messagesOf(now, before).map(({ kind }) => kind)

describe("what the host is sent", () => {
  it("is the steps when the embed opens, without what only the frame needs", () => {
    expect(messagesOf(view(), undefined)).toEqual([
      {
        kind: "onboardingStepChanged",
        data: {
          current_step: "contact",
          steps: [
            { step: "identity", state: "finished" },
            { step: "contact", state: "in_progress" }
          ]
        }
      }
    ])
  })

  it("is nothing when no step has changed", () => {
    expect(kinds(view({ revision: 2 }), view())).toEqual([])
  })

  it("is the steps at each step", () => {
    expect(kinds(view({ current_step: "tax" }), view())).toEqual(["onboardingStepChanged"])
  })

  it("is the verified phone, once", () => {
    const verified = view({ collected: { phone_verified_at: "2026-11-21T00:10:00Z" } })
    expect(messagesOf(verified, view())).toEqual([
      { kind: "mfa_verification:complete", data: { verified_at: "2026-11-21T00:10:00Z" } }
    ])
    expect(kinds(verified, verified)).toEqual([])
  })

  it("is each end once, and none when the embed opens after it", () => {
    const confirmed = view({ collected: { confirmed_at: "2026-11-21T00:17:45Z" } })
    const committed = view({ ...confirmed, is_committed: true })
    expect(kinds(confirmed, view())).toEqual(["onboardingSessionFinished"])
    expect(kinds(committed, confirmed)).toEqual(["onboardingSessionCommitted"])
    expect(kinds(committed, committed)).toEqual([])
    expect(kinds(committed)).toEqual(["onboardingStepChanged"])
  })
})
