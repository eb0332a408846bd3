import { PartnerApi } from "@embedded-super/contracts/partner-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { answer, createdAnswer, taggedAnswer, unstoredAnswer } from "../platform/answers/answers.ts"
import { Settings } from "../platform/config/Settings.ts"
import { OnboardingSessionIntents } from "./OnboardingSessionIntents.ts"
import { SessionFromIntent } from "./SessionFromIntent.ts"
import { callerIntent, endedIfGone } from "../embed-sessions/embedSecurity.ts"
import { type ChangeRequest, revisionSeen } from "../embed-sessions/viewRevision.ts"
import { type IntentStep, IntentSteps } from "./IntentSteps.ts"
import { callerProduct } from "../platform/ids/ApiKey.ts"

/** The onboarding session intents of the product that the API key belongs to. */
export const OnboardingSessionIntentsHttp = HttpApiBuilder.group(
  PartnerApi,
  "onboarding-session-intents",
  Effect.fnUntraced(function* (handlers) {
    const intents = yield* OnboardingSessionIntents
    const fromIntent = yield* SessionFromIntent
    const { baseUrl } = yield* Settings

    return handlers.handleAll({
      listOnboardingSessionIntents: Effect.fnUntraced(function* ({ query }) {
        const { after, ...request } = query
        const { items, pagination } = yield* intents.list(yield* callerProduct, { after, ...request })
        return { ...answer(items), pagination }
      }),
      createOnboardingSessionIntent: Effect.fnUntraced(function* ({ payload }) {
        const made = yield* intents.create(yield* callerProduct, payload)
        return createdAnswer(made, `${baseUrl}/api/v1/onboarding-session-intent/${made.data.id}`)
      }),
      getOnboardingSessionIntent: Effect.fnUntraced(function* ({ params }) {
        return taggedAnswer(yield* intents.get(yield* callerProduct, params.id))
      }),
      cancelOnboardingSessionIntent: Effect.fnUntraced(function* ({ params }) {
        yield* intents.cancel(yield* callerProduct, params.id)
      }),
      generateOnboardingSessionIntentEmbedUrl: Effect.fnUntraced(function* ({ params, payload }) {
        const made = yield* intents.generateEmbedUrl(yield* callerProduct, params.id, payload ?? {})
        return unstoredAnswer(made)
      }),
      createOnboardingSessionFromIntent: Effect.fnUntraced(function* ({ params, payload }) {
        const productId = yield* callerProduct
        const made = yield* fromIntent.create(productId, params.id, payload ?? {})
        return createdAnswer(made, `${baseUrl}/api/v1/onboarding-session/${made.data.id}`)
      })
    })
  })
)

/** The handler of a step: applies it to the open intent, and returns its view. */
const save = <Input, View>(step: IntentStep<Input, View>) =>
  Effect.fnUntraced(function* ({ headers, payload }: ChangeRequest<Input>) {
    const { productId, id } = yield* callerIntent
    return answer(yield* endedIfGone(step(productId, id, payload, yield* revisionSeen(headers))))
  })

/** The steps of the intent whose embed is open. */
export const IntentEmbedHttp = HttpApiBuilder.group(
  EmbedApi,
  "intent-embed",
  Effect.fnUntraced(function* (handlers) {
    const steps = yield* IntentSteps

    return handlers.handleAll({
      getIntent: Effect.fnUntraced(function* () {
        const { productId, id } = yield* callerIntent
        return answer(yield* endedIfGone(steps.view(productId, id)))
      }),
      saveIntentPerson: save(steps.savePerson),
      saveIntentJob: save(steps.saveJob),
      draftIntentPerson: save(steps.draftPerson),
      draftIntentJob: save(steps.draftJob),
      saveIntentRequests: save(steps.saveRequests),
      confirmIntent: save(steps.confirm)
    })
  })
)
