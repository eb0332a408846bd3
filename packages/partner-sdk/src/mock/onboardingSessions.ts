import type { components } from "@embedded-super/contracts/types/partner-api"
import { createdOf, embedUrlOf, entityOf, fits, pageOf } from "./answers.ts"
import { employeeOf } from "./employees.ts"
import type { Operations } from "./operation.ts"
import { Refusal } from "./Refusal.ts"
import { conflictOf, confirmMembership, end, isConfirmed, isEnded, type Session } from "./sessionProgress.ts"
import { example } from "./spec.ts"
import {
  checkVersion,
  given,
  type MockProduct,
  ownOf,
  requireFree,
  type ServiceState,
  type Stored
} from "./state.ts"

type Schemas = components["schemas"]

const employerOf = (state: ServiceState, product: MockProduct, id: string): Stored<Schemas["Employer"]> => {
  const found = state.employers.find((stored) => stored.id === id && stored.productId === product.id)
  if (found !== undefined) return found
  throw new Refusal("validation_failed", {
    errors: [
      { in: "body", pointer: "#/employer/id", code: "not_found", detail: "There is no such employer." }
    ]
  })
}

/**
 * Creates a session for an employer's employee, if the employer is configured. It replaces the employee's unconfirmed
 * one.
 */
export const newSession = (
  state: ServiceState,
  product: MockProduct,
  body: Schemas["OnboardingSessionCreation"],
  intentId: string | null = null
): Session => {
  const employer = employerOf(state, product, body.employer.id)
  if (!employer.data.onboarding_configuration["default_fund_configured"])
    throw new Refusal("employer_not_configured")
  const employee = employeeOf(state, employer, body)
  requireFree(
    state,
    state.sessions.find(({ data }) => data.employee.id === employee.id && data.remote_id === body.remote_id)
  )
  const isReplaced = (session: Session) => session.data.employee.id === employee.id && !isConfirmed(session)
  for (const earlier of state.sessions.filter(isReplaced)) end(state, earlier, "cancelled")
  const id = state.nextId()
  const created = example<Schemas["OnboardingSessionAnswer"]>("sessionCreated").data
  const data: Schemas["OnboardingSession"] = {
    ...created,
    id,
    remote_id: body.remote_id,
    employer: { id: employer.id, remote_id: employer.data.remote_id },
    employee: { id: employee.id, remote_id: employee.data.remote_id },
    email: body.email ?? null,
    email_validated: body.email_validated ?? false,
    phone_number: null,
    phone_number_validated: body.phone_number_validated ?? false,
    onboarding_session_intent_id: intentId,
    inserted_at: state.now(),
    updated_at: state.now()
  }
  const stored = { id, productId: product.id, data, version: 1 }
  state.sessions.push(stored)
  return stored
}

/** A validated contact can't be changed. */
const refuseValidated = ({ data }: Session, change: Schemas["OnboardingSessionChange"]): void => {
  const contacts = (["email", "phone_number"] as const).filter(
    (contact) =>
      data[`${contact}_validated`] && change[contact] !== undefined && change[contact] !== data[contact]
  )
  if (contacts.length === 0) return
  throw new Refusal("validation_failed", {
    errors: contacts.map((contact) => ({
      in: "body",
      pointer: `#/${contact}`,
      code: "not_allowed",
      detail: "It is validated, and can't be changed any more."
    }))
  })
}

/** The refusal of a retry, with the operation that goes on from there: as the service's `RegistrationRetries`. */
const notRetryable = ({ data }: Session): Refusal => {
  const { outcome } = data.onboarding_session_super_selection
  const isErased = data.personal_data_erased_at !== null
  const state = isErased ? "erased" : outcome === "complete" ? "registered" : "none"
  const allowed = [state === "registered" ? "getOnboardingSession" : "createOnboardingSession"]
  return new Refusal("registration_not_retryable", { members: { state, allowed } })
}

const pdf = new TextEncoder().encode("%PDF-1.7\n% The super choice form of the mocked service.\n%%EOF\n")

/** Onboarding sessions: created, changed, cancelled, erased, and their sensitive data. */
export const onboardingSessionOperations = (state: ServiceState) =>
  ({
    createOnboardingSession: ({ body, product }) =>
      createdOf(state, "onboarding_session", newSession(state, product, body)),
    listOnboardingSessions: ({ product, query }) => {
      const own = state.sessions.filter(
        ({ data, productId }) =>
          productId === product.id &&
          fits(query, "employer_id", data.employer.id) &&
          fits(query, "employee_id", data.employee.id) &&
          fits(query, "data_delivery_state", data.data_delivery_state) &&
          fits(query, "progress_state", data.onboarding_session_super_selection.progress_state)
      )
      const { items, pagination } = pageOf(own, query)
      return { status: 200, body: { data: items.map(({ data }) => data), pagination, version: "v1" } }
    },
    getOnboardingSession: ({ params, product }) => entityOf(ownOf(state.sessions, product, params["id"])),
    updateOnboardingSession: ({ body, headers, params, product }) => {
      const stored = ownOf(state.sessions, product, params["id"])
      checkVersion(stored, headers)
      if (isConfirmed(stored)) throw conflictOf(stored, "session_not_editable")
      refuseValidated(stored, body)
      const { employee_detail: _, ...change } = body
      const changed = given(change) as Partial<Schemas["OnboardingSession"]>
      stored.data = { ...stored.data, ...changed, updated_at: state.now() }
      stored.version++
      return entityOf(stored)
    },
    cancelOnboardingSession: ({ params, product }) => {
      const stored = ownOf(state.sessions, product, params["id"])
      if (isConfirmed(stored)) throw conflictOf(stored, "session_not_cancellable")
      end(state, stored, "cancelled")
      return { status: 204, body: undefined }
    },
    eraseOnboardingSession: ({ params, product }) => {
      const stored = ownOf(state.sessions, product, params["id"])
      if (stored.data.data_delivery_state === "pending_completion")
        throw conflictOf(stored, "session_not_erasable")
      if (!isEnded(stored)) end(state, stored, "cancelled")
      const at = state.now()
      const erased = { email: null, phone_number: null, personal_data_erased_at: at, updated_at: at }
      stored.data = { ...stored.data, ...erased }
      stored.version++
      return { status: 204, body: undefined }
    },
    generateOnboardingSessionEmbedUrl: ({ params, product }) =>
      embedUrlOf(state, product, `onboarding-session/${ownOf(state.sessions, product, params["id"]).id}`),
    getChoiceForm: ({ params, product }) => {
      const { data } = ownOf(state.sessions, product, params["id"])
      if (data.data_delivery_state !== "completed") throw new Refusal("not_found")
      const headers = {
        "content-type": "application/pdf",
        "cache-control": "no-store",
        "content-disposition": `attachment; filename="super-choice-form-${data.id}.pdf"`
      }
      return { status: 200, body: undefined, bytes: pdf, headers }
    },
    getTaxFileNumber: ({ params, product }) => {
      const { data } = ownOf(state.sessions, product, params["id"])
      if (!product.data.tfn_access_enabled) throw new Refusal("tfn_access_not_permitted")
      if (data.data_delivery_state !== "completed") throw new Refusal("tfn_not_available")
      const body = example<Schemas["TaxFileNumberAnswer"]>("taxFileNumber")
      return { status: 200, body, headers: { "cache-control": "no-store" } }
    },
    retryMemberRegistration: ({ params, product }) => {
      const stored = ownOf(state.sessions, product, params["id"])
      const selection = stored.data.onboarding_session_super_selection
      if (
        stored.data.personal_data_erased_at !== null ||
        selection.outcome !== "complete_without_member_number"
      )
        throw notRetryable(stored)
      const answer = entityOf(stored)
      const underWay: Schemas["OnboardingSession"] = {
        ...stored.data,
        onboarding_session_super_selection: { ...selection, progress_state: "registering" }
      }
      confirmMembership(state, stored, "0012345678")
      return { ...answer, status: 202, body: { data: underWay, version: "v1" } }
    }
  }) satisfies Operations
