import type { components } from "@embedded-super/contracts/types/partner-api"
import { embedUrl } from "./embedUrl.ts"
import { recordEvent } from "./events.ts"
import { newSession } from "./onboardingSessions.ts"
import type { Answers } from "./operation.ts"
import { Refusal, remoteIdTaken } from "./Refusal.ts"
import { example } from "./spec.ts"
import { etagOf, given, type MockProduct, ownOf, pageOf, type Stored, type World } from "./World.ts"

type Schemas = components["schemas"]
type Intent = Stored<Schemas["OnboardingSessionIntent"]>

const answerOf = (stored: Intent) => ({
  status: 200 as const,
  body: { data: stored.data, version: "v1" as const },
  headers: etagOf(stored)
})

/** The employer completes the intent in its embed; `onboarding_intent_completed` follows. */
export const completeIntent = (world: World, stored: Intent): void => {
  const { data: finished } = example<Schemas["OnboardingSessionIntentAnswer"]>("intentComplete")
  const { employee, employment } = stored.data
  stored.data = {
    ...stored.data,
    status: "complete",
    employee: { ...finished.employee, ...known(employee) },
    employment: { ...finished.employment, ...known(employment) },
    completed_at: world.now(),
    updated_at: world.now()
  }
  stored.version++
  recordEvent(world, stored, "onboarding-session-intent", {
    subject: "onboarding_session_intent",
    event: "onboarding_intent_completed"
  })
}

/** Refuses a `remote_id` that belongs to another intent of the employer. */
export const checkRemoteId = (world: World, employerId: string, remoteId: string | undefined): void => {
  const holder = world.intents.find(
    ({ data }) => data.employer.id === employerId && data.remote_id === remoteId
  )
  if (holder !== undefined) throw remoteIdTaken(holder)
}

/** A new intent, in `draft`. Without a `remote_id` its own id is used. */
const createIntent = (
  world: World,
  product: MockProduct,
  body: Omit<Schemas["OnboardingSessionIntentCreation"], "remote_id"> & {
    readonly remote_id?: string | undefined
  }
): Intent => {
  const employer = ownOf(world.employers, product, body.employer.id)
  checkRemoteId(world, employer.id, body.remote_id)
  const id = world.nextId()
  const draft = example<Schemas["OnboardingSessionIntentAnswer"]>("intentDraft").data
  const data = {
    ...draft,
    id,
    remote_id: body.remote_id ?? id,
    employer: { id: employer.id, remote_id: employer.data.remote_id },
    employee: { ...draft.employee, ...given(body.employee ?? {}) },
    employment: { ...draft.employment, ...given(body.employment ?? {}) },
    inserted_at: world.now(),
    updated_at: world.now()
  } as Schemas["OnboardingSessionIntent"]
  const stored = { id, productId: product.id, data, version: 1 }
  world.intents.push(stored)
  return stored
}

/** The employer starts an intent in its embed, with its first save. No webhook follows. */
export const startIntent = (
  world: World,
  product: MockProduct,
  employerId: string,
  remote_id: string | undefined
): Intent => {
  const { data: started } = example<Schemas["OnboardingSessionIntentAnswer"]>("intentStarted")
  const stored = createIntent(world, product, { employer: { id: employerId }, remote_id })
  stored.data = { ...stored.data, status: "in_progress", employee: started.employee }
  stored.version++
  return stored
}

/** The answer of an operation that has created the intent. */
export const createdAnswer = (world: World, stored: Intent) => ({
  body: { data: stored.data, version: "v1" as const },
  headers: {
    ...etagOf(stored),
    location: `${world.baseUrl}/api/v1/onboarding-session-intent/${stored.id}`
  }
})

/** The properties that aren't null. */
const known = <Part extends object>(part: Part): Partial<Part> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null)) as Partial<Part>

/** Onboarding session intents: created, cancelled, and converted into sessions. */
export const intentAnswers = (world: World) =>
  ({
    createOnboardingSessionIntent: ({ body, product }) => {
      const stored = createIntent(world, product, body)
      return { status: 201, ...createdAnswer(world, stored) }
    },
    listOnboardingSessionIntents: ({ product, query }) => {
      const own = world.intents.filter(
        ({ data, productId }) =>
          productId === product.id &&
          (query.get("employer_id") ?? data.employer.id) === data.employer.id &&
          (query.get("status") ?? data.status) === data.status
      )
      const { items, pagination } = pageOf(own, query)
      return { status: 200, body: { data: items.map(({ data }) => data), pagination, version: "v1" } }
    },
    getOnboardingSessionIntent: ({ params, product }) =>
      answerOf(ownOf(world.intents, product, params["id"])),
    cancelOnboardingSessionIntent: ({ params, product }) => {
      const stored = ownOf(world.intents, product, params["id"])
      if (stored.data.onboarding_session_id !== null) throw new Refusal("intent_not_cancellable")
      stored.data = { ...stored.data, status: "cancelled", updated_at: world.now() }
      stored.version++
      return { status: 204, body: undefined }
    },
    generateOnboardingSessionIntentEmbedUrl: ({ params, product }) => {
      const { id } = ownOf(world.intents, product, params["id"])
      const answer = embedUrl(world, `onboarding-session-intent/${id}`)
      return { status: 201, body: answer, headers: { "cache-control": "no-store" } }
    },
    createOnboardingSessionFromIntent: ({ body, params, product }) => {
      const intent = ownOf(world.intents, product, params["id"])
      if (intent.data.onboarding_session_id !== null) throw new Refusal("intent_already_converted")
      if (intent.data.status !== "complete") throw new Refusal("intent_not_complete")
      // By default the session uses the intent's remote id, and so does an employee without a staff number.
      const stored = newSession(world, product, {
        employer: { id: intent.data.employer.id },
        employee: body?.employee ?? { remote_id: intent.data.employee.remote_id ?? intent.data.remote_id },
        remote_id: body?.remote_id ?? intent.data.remote_id,
        ...(intent.data.employee.email === null ? {} : { email: intent.data.employee.email })
      })
      intent.data = { ...intent.data, onboarding_session_id: stored.id, updated_at: world.now() }
      intent.version++
      const location = `${world.baseUrl}/api/v1/onboarding-session/${stored.id}`
      const headers = { ...etagOf(stored), location }
      return { status: 201, body: { data: stored.data, version: "v1" }, headers }
    }
  }) satisfies Answers
