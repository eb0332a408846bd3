import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { callerProduct } from "../platform/ids/ApiKey.ts"
import {
  answer,
  createdAnswer,
  pdfAnswer,
  taggedAnswer,
  unstoredAnswer
} from "../platform/answers/answers.ts"
import type { Actor } from "../platform/audit/audit.ts"
import { Settings } from "../platform/config/Settings.ts"
import { choiceFormName } from "./choice-form/choiceForm.ts"
import { SessionEndings } from "./SessionEndings.ts"
import { OnboardingSessions } from "./OnboardingSessions.ts"
import { RegistrationRetries } from "./RegistrationRetries.ts"
import { TaxFileNumbers } from "./tax-file-number/TaxFileNumbers.ts"
import { SessionUpdates } from "./update/SessionUpdates.ts"

/** The caller, for the audit log. */
const caller = Effect.gen(function* () {
  const { key_id } = yield* ApiKeyPrincipal
  const actor: Actor = { kind: "api_key", id: key_id }
  return { actor }
})

/** The onboarding sessions of the product that the API key belongs to. */
export const OnboardingSessionsHttp = HttpApiBuilder.group(
  PartnerApi,
  "onboarding-sessions",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* OnboardingSessions
    const updates = yield* SessionUpdates
    const endings = yield* SessionEndings
    const retries = yield* RegistrationRetries
    const taxFileNumbers = yield* TaxFileNumbers
    const { baseUrl } = yield* Settings

    return handlers.handleAll({
      listOnboardingSessions: Effect.fnUntraced(function* ({ query }) {
        const { after, ...request } = query
        const { items, pagination } = yield* sessions.list(yield* callerProduct, { after, ...request })
        return { ...answer(items), pagination }
      }),
      createOnboardingSession: Effect.fnUntraced(function* ({ payload }) {
        const made = yield* sessions.create(yield* callerProduct, payload)
        return createdAnswer(made, `${baseUrl}/api/v1/onboarding-session/${made.data.id}`)
      }),
      getOnboardingSession: Effect.fnUntraced(function* ({ params }) {
        return taggedAnswer(yield* sessions.get(yield* callerProduct, params.id))
      }),
      updateOnboardingSession: Effect.fnUntraced(function* ({ headers, params, payload }) {
        const productId = yield* callerProduct
        return taggedAnswer(yield* updates.update(productId, params.id, headers["if-match"], payload))
      }),
      cancelOnboardingSession: Effect.fnUntraced(function* ({ params }) {
        yield* endings.cancel(yield* callerProduct, params.id)
      }),
      eraseOnboardingSession: Effect.fnUntraced(function* ({ params }) {
        yield* endings.erase(yield* callerProduct, params.id, yield* caller)
      }),
      retryMemberRegistration: Effect.fnUntraced(function* ({ params }) {
        const productId = yield* callerProduct
        yield* retries.retry(productId, params.id, yield* caller)
        return taggedAnswer(yield* sessions.get(productId, params.id))
      }),
      getTaxFileNumber: Effect.fnUntraced(function* ({ params }) {
        const tfn = yield* taxFileNumbers.read(yield* callerProduct, params.id, yield* caller)
        return unstoredAnswer({ tfn })
      }),
      generateOnboardingSessionEmbedUrl: Effect.fnUntraced(function* ({ params, payload }) {
        const made = yield* sessions.generateEmbedUrl(yield* callerProduct, params.id, payload ?? {})
        return unstoredAnswer(made)
      }),
      getChoiceForm: Effect.fnUntraced(function* ({ params }) {
        const pdf = yield* sessions.choiceForm(yield* callerProduct, params.id)
        return pdfAnswer(choiceFormName(params.id), pdf)
      })
    })
  })
)
