import type { components } from "@embedded-super/contracts/types/partner-api"
import { embedUrl } from "./employers.ts"
import { recordEvent } from "./events.ts"
import { newSession } from "./onboardingSessions.ts"
import type { Answers } from "./operation.ts"
import { Refusal, remoteIdTaken } from "./Refusal.ts"
import { example } from "./spec.ts"
import { etagOf, given, ownOf, pageOf, type Stored, type World } from "./World.ts"

type Schemas = components["schemas"]
type Intent = Stored<Schemas["OnboardingSessionIntent"]>

const answerOf = (stored: Intent) => ({
  status: 200 as const,
  body: { data: stored.data, version: "v1" as const },
  headers: etagOf(stored)
})

/** The employer finishes the intent in its embed; `onboarding_intent_completed` follows. */
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

/** What isn't null. */
const known = <Part extends object>(part: Part): Partial<Part> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null)) as Partial<Part>

/** Onboarding session intents: created, cancelled, and made into sessions. */
export const intentAnswers = (world: World) =>
  ({
    createOnboardingSessionIntent: ({ body, product }) => {
      const employer = ownOf(world.employers, product, body.employer.id)
      const holder = world.intents.find(
        ({ data }) => data.employer.id === employer.id && data.remote_id === body.remote_id
      )
      if (holder !== undefined) throw remoteIdTaken(holder)
      const id = world.nextId()
      const draft = example<Schemas["OnboardingSessionIntentAnswer"]>("intentDraft").data
      const data = {
        ...draft,
        id,
        remote_id: body.remote_id,
        employer: { id: employer.id, remote_id: employer.data.remote_id },
        employee: { ...draft.employee, ...given(body.employee ?? {}) },
        employment: { ...draft.employment, ...given(body.employment ?? {}) },
        inserted_at: world.now(),
        updated_at: world.now()
      } as Schemas["OnboardingSessionIntent"]
      const stored = { id, productId: product.id, data, version: 1 }
      world.intents.push(stored)
      const location = `${world.baseUrl}/api/v1/onboarding-session-intent/${id}`
      return { status: 201, body: { data, version: "v1" }, headers: { ...etagOf(stored), location } }
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
      // Without names of your own, the session takes the intent's, and the employee its id (settled 21).
      const stored = newSession(world, product, {
        employer: { id: intent.data.employer.id },
        employee: body?.employee ?? { remote_id: intent.data.employee.remote_id ?? intent.id },
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
