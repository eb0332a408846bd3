import { describe, expect, it } from "vitest"
import { messagesOf } from "./messages.ts"
import type { EmployeeView } from "./screens.ts"

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
