import type { components } from "@embedded-super/contracts/types/partner-api"
import { recordEvent } from "./events.ts"
import { confirmMembership } from "./onboardingSessions.ts"
import type { Answers } from "./operation.ts"
import { Refusal } from "./Refusal.ts"
import { example } from "./spec.ts"
import { checkVersion, etagOf, given, ownOf, type Stored, type World } from "./World.ts"

type Schemas = components["schemas"]
type Session = Stored<Schemas["OnboardingSession"]>

const ENDED = ["completed", "cancelled", "expired"]

const isEnded = ({ data }: Session) => ENDED.includes(data.data_delivery_state)

const pdf = new TextEncoder().encode("%PDF-1.7\n% The super choice form of the mocked service.\n%%EOF\n")

/** The partner's operations on an existing session: change, cancel, erase it, read its sensitive data. */
export const sessionLifeAnswers = (world: World) =>
  ({
    updateOnboardingSession: ({ body, headers, params, product }) => {
      const stored = ownOf(world.sessions, product, params["id"])
      checkVersion(stored, headers)
      if (isEnded(stored) || stored.data.data_delivery_state === "pending_completion") {
        throw new Refusal("session_not_editable")
      }
      const { employee_detail: _, ...change } = body
      const changed = given(change) as Partial<Schemas["OnboardingSession"]>
      stored.data = { ...stored.data, ...changed, updated_at: world.now() }
      stored.version++
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    },
    cancelOnboardingSession: ({ params, product }) => {
      const stored = ownOf(world.sessions, product, params["id"])
      if (isEnded(stored) || stored.data.data_delivery_state === "pending_completion") {
        throw new Refusal("session_not_cancellable")
      }
      stored.data = { ...stored.data, data_delivery_state: "cancelled", updated_at: world.now() }
      stored.version++
      recordEvent(world, stored, "onboarding-session", {
        subject: "onboarding_session",
        event: "onboarding_session_changed"
      })
      return { status: 204, body: undefined }
    },
    eraseOnboardingSession: ({ params, product }) => {
      const stored = ownOf(world.sessions, product, params["id"])
      if (!isEnded(stored)) throw new Refusal("session_not_erasable")
      const at = world.now()
      const erased = { email: null, phone_number: null, personal_data_erased_at: at, updated_at: at }
      stored.data = { ...stored.data, ...erased }
      stored.version++
      return { status: 204, body: undefined }
    },
    getChoiceForm: ({ params, product }) => {
      const { data } = ownOf(world.sessions, product, params["id"])
      if (data.data_delivery_state !== "completed") throw new Refusal("not_found")
      const headers = {
        "content-type": "application/pdf",
        "cache-control": "no-store",
        "content-disposition": `attachment; filename="super-choice-form-${params["id"]}.pdf"`
      }
      return { status: 200, body: undefined, bytes: pdf, headers }
    },
    getTaxFileNumber: ({ params, product }) => {
      const { data } = ownOf(world.sessions, product, params["id"])
      if (data.data_delivery_state !== "completed") throw new Refusal("tfn_not_available")
      const body = example<Schemas["TaxFileNumberAnswer"]>("taxFileNumber")
      return { status: 200, body, headers: { "cache-control": "no-store" } }
    },
    retryMemberRegistration: ({ params, product }) => {
      const stored = ownOf(world.sessions, product, params["id"])
      const selection = stored.data.onboarding_session_super_selection
      if (selection.outcome !== "complete_without_member_number") {
        throw new Refusal("registration_not_retryable")
      }
      const underWay: Schemas["OnboardingSession"] = {
        ...stored.data,
        onboarding_session_super_selection: { ...selection, progress_state: "registering" }
      }
      const headers = etagOf(stored)
      confirmMembership(world, stored.id, "0012345678")
      return { status: 202, body: { data: underWay, version: "v1" }, headers }
    }
  }) satisfies Answers
