import { PartnerApi } from "@embedded-super/contracts/partner-api"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { callerProduct } from "../partners/callerProduct.ts"
import { answer, taggedAnswer } from "../platform/answers/answers.ts"
import { Settings } from "../platform/config/Settings.ts"
import { entityTag } from "../platform/versions/ifMatch.ts"
import { OnboardingSessions } from "./OnboardingSessions.ts"

/** The onboarding sessions of the product whose key is presented. */
export const OnboardingSessionsHttp = HttpApiBuilder.group(
  PartnerApi,
  "onboarding-sessions",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* OnboardingSessions
    const { baseUrl } = yield* Settings

    return handlers.handleAll({
      listOnboardingSessions: Effect.fnUntraced(function* ({ query }) {
        const { after, data_delivery_state, employee_id, employer_id, limit, progress_state } = query
        const { items, pagination } = yield* sessions.list(yield* callerProduct, {
          after,
          limit,
          employer_id,
          employee_id,
          data_delivery_state,
          progress_state
        })
        return { ...answer(items), pagination }
      }),
      createOnboardingSession: Effect.fnUntraced(function* ({ payload }) {
        const { data, version } = yield* sessions.create(yield* callerProduct, payload)
        return HttpApiSchema.withHeaders({
          body: answer(data),
          headers: {
            etag: entityTag(version),
            location: `${baseUrl}/api/v1/onboarding-session/${data.id}` as S.WebUrl
          }
        })
      }),
      getOnboardingSession: Effect.fnUntraced(function* ({ params }) {
        return taggedAnswer(yield* sessions.get(yield* callerProduct, params.id))
      }),
      generateOnboardingSessionEmbedUrl: Effect.fnUntraced(function* ({ params, payload }) {
        const made = yield* sessions.generateEmbedUrl(yield* callerProduct, params.id, payload ?? {})
        return HttpApiSchema.withHeaders({
          body: answer(made),
          headers: { "cache-control": "no-store" as const }
        })
      })
    })
  })
)
