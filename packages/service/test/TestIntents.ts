import {
  IntentEmployeeInput,
  IntentEmploymentInput,
  OnboardingSessionIntentCreation
} from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { IntentSteps } from "../src/onboarding-session-intents/IntentSteps.ts"
import { OnboardingSessionIntents } from "../src/onboarding-session-intents/OnboardingSessionIntents.ts"
import { anEmployer, type Employer } from "./TestOnboarding.ts"

/** The body of a creation for an employer's intent. */
export const intentCreation = (
  { employerId }: Employer,
  change: Partial<typeof OnboardingSessionIntentCreation.Encoded> = {}
) =>
  Schema.decodeSync(OnboardingSessionIntentCreation)({
    employer: { id: employerId },
    remote_id: "hire-0042",
    ...change
  })

/** An intent of a new employer with a default fund. */
export const anIntent = Effect.fnUntraced(function* (
  change: Partial<typeof OnboardingSessionIntentCreation.Encoded> = {},
  at?: Employer
) {
  const employer = at ?? (yield* anEmployer())
  const intents = yield* OnboardingSessionIntents
  const { data } = yield* intents.create(employer.productId, intentCreation(employer, change))
  return { ...employer, id: data.id }
})

export type Intent = Effect.Success<ReturnType<typeof anIntent>>

export const person = (change: Partial<typeof IntentEmployeeInput.Encoded> = {}) =>
  Schema.decodeSync(IntentEmployeeInput)({
    given_name: "Niamh",
    family_name: "O'Connor",
    email: "niamh@Example.com",
    phone_number: "0491 570 006",
    ...change
  })

export const job = (change: Partial<typeof IntentEmploymentInput.Encoded> = {}) =>
  Schema.decodeSync(IntentEmploymentInput)({
    start_date: "2026-12-01",
    pay_basis: "full_time",
    pay_frequency: "fortnightly",
    job_title: "Cabinet maker",
    ...change
  })

export const requests: S.EmbedIntentRequests = { workflow_slug: "standard_onboarding" }

/** Opens the embed as the employer and fills it in, up to the confirmation. */
export const fillIn = Effect.fnUntraced(function* ({ productId, id }: Intent) {
  const steps = yield* IntentSteps
  yield* steps.opened(productId, id)
  yield* steps.savePerson(productId, id, person())
  yield* steps.saveJob(productId, id, job())
  return yield* steps.saveRequests(productId, id, requests)
})

/** An intent that the employer has completed. */
export const aCompleteIntent = Effect.fnUntraced(function* (
  change: Partial<typeof OnboardingSessionIntentCreation.Encoded> = {},
  at?: Employer
) {
  const intent = yield* anIntent(change, at)
  yield* fillIn(intent)
  yield* (yield* IntentSteps).confirm(intent.productId, intent.id, { confirmed: true })
  return intent
})
