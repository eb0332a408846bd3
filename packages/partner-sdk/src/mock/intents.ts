import type { components } from "@embedded-super/contracts/types/partner-api"
import { createdOf, embedUrlOf, entityOf, fits, pageOf } from "./answers.ts"
import { recordEvent } from "./events.ts"
import { newSession } from "./onboardingSessions.ts"
import type { Operations } from "./operation.ts"
import { Refusal } from "./Refusal.ts"
import { example } from "./spec.ts"
import { given, type MockProduct, ownOf, requireFree, type ServiceState, type Stored } from "./state.ts"

type Schemas = components["schemas"]
type Intent = Stored<Schemas["OnboardingSessionIntent"]>

/** The employer completes the intent in its embed; `onboarding_intent_completed` follows. */
export const completeIntent = (state: ServiceState, stored: Intent): void => {
  const { data: finished } = example<Schemas["OnboardingSessionIntentAnswer"]>("intentComplete")
  const { employee, employment } = stored.data
  stored.data = {
    ...stored.data,
    status: "complete",
    employee: { ...finished.employee, remote_id: null, ...known(employee) },
    employment: { ...finished.employment, ...known(employment) },
    completed_at: state.now(),
    updated_at: state.now()
  }
  stored.version++
  recordEvent(state, stored, "onboarding_intent_completed")
}

/** Refuses a `remote_id` that belongs to another intent of the employer. */
export const requireFreeIntentId = (
  state: ServiceState,
  employerId: string,
  remoteId: string | undefined
): void =>
  requireFree(
    state,
    state.intents.find(({ data }) => data.employer.id === employerId && data.remote_id === remoteId)
  )

/** A new intent, in `draft`. Without a `remote_id` its own id is used. */
const createIntent = (
  state: ServiceState,
  product: MockProduct,
  body: Omit<Schemas["OnboardingSessionIntentCreation"], "remote_id"> & {
    readonly remote_id?: string | undefined
  }
): Intent => {
  const employer = ownOf(state.employers, product, body.employer.id)
  requireFreeIntentId(state, employer.id, body.remote_id)
  const id = state.nextId()
  const draft = example<Schemas["OnboardingSessionIntentAnswer"]>("intentDraft").data
  const data = {
    ...draft,
    id,
    remote_id: body.remote_id ?? id,
    employer: { id: employer.id, remote_id: employer.data.remote_id },
    employee: { ...draft.employee, ...given(body.employee ?? {}) },
    employment: { ...draft.employment, ...given(body.employment ?? {}) },
    inserted_at: state.now(),
    updated_at: state.now()
  } as Schemas["OnboardingSessionIntent"]
  const stored = { id, productId: product.id, data, version: 1 }
  state.intents.push(stored)
  return stored
}

/** The employer starts an intent in its embed, with its first save. No webhook follows. */
export const startIntent = (
  state: ServiceState,
  product: MockProduct,
  employerId: string,
  remote_id: string | undefined
): Intent => {
  const { data: started } = example<Schemas["OnboardingSessionIntentAnswer"]>("intentStarted")
  const stored = createIntent(state, product, { employer: { id: employerId }, remote_id })
  stored.data = { ...stored.data, status: "in_progress", employee: started.employee }
  stored.version++
  return stored
}

/** The properties that aren't null. */
const known = <Part extends object>(part: Part): Partial<Part> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null)) as Partial<Part>

const conflictOf = ({ data }: Intent, code: string, members: object = {}): Refusal =>
  new Refusal(code, { members: { state: data.status, ...members } })

/** Onboarding session intents: created, cancelled, and converted into sessions. */
export const intentOperations = (state: ServiceState) =>
  ({
    createOnboardingSessionIntent: ({ body, product }) =>
      createdOf(state, "onboarding_session_intent", createIntent(state, product, body)),
    listOnboardingSessionIntents: ({ product, query }) => {
      const own = state.intents.filter(
        ({ data, productId }) =>
          productId === product.id &&
          fits(query, "employer_id", data.employer.id) &&
          fits(query, "status", data.status)
      )
      const { items, pagination } = pageOf(own, query)
      return { status: 200, body: { data: items.map(({ data }) => data), pagination, version: "v1" } }
    },
    getOnboardingSessionIntent: ({ params, product }) =>
      entityOf(ownOf(state.intents, product, params["id"])),
    cancelOnboardingSessionIntent: ({ params, product }) => {
      const stored = ownOf(state.intents, product, params["id"])
      const { onboarding_session_id, status } = stored.data
      if (onboarding_session_id !== null || status === "cancelled" || status === "expired")
        throw conflictOf(stored, "intent_not_cancellable")
      stored.data = { ...stored.data, status: "cancelled", updated_at: state.now() }
      stored.version++
      return { status: 204, body: undefined }
    },
    generateOnboardingSessionIntentEmbedUrl: ({ params, product }) =>
      embedUrlOf(
        state,
        product,
        `onboarding-session-intent/${ownOf(state.intents, product, params["id"]).id}`
      ),
    createOnboardingSessionFromIntent: ({ body, params, product }) => {
      const intent = ownOf(state.intents, product, params["id"])
      const { employee, employer, onboarding_session_id, remote_id, status } = intent.data
      if (onboarding_session_id !== null)
        throw conflictOf(intent, "intent_already_converted", { onboarding_session_id })
      if (status !== "complete") throw conflictOf(intent, "intent_not_complete")
      // By default the session uses the intent's remote id, and so does an employee without a staff number.
      const creation = {
        remote_id,
        employee: { remote_id: employee.remote_id ?? remote_id },
        ...given(body ?? {}),
        employer: { id: employer.id },
        ...(employee.email === null ? {} : { email: employee.email })
      }
      const stored = newSession(state, product, creation, intent.id)
      intent.data = { ...intent.data, onboarding_session_id: stored.id, updated_at: state.now() }
      intent.version++
      return createdOf(state, "onboarding_session", stored)
    }
  }) satisfies Operations
