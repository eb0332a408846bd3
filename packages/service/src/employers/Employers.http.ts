import { PartnerApi } from "@embedded-super/contracts/partner-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { EmbedUrls } from "../embed-sessions/EmbedUrls.ts"
import { callerProduct } from "../partners/callerProduct.ts"
import { answer, createdAnswer, taggedAnswer } from "../platform/answers/answers.ts"
import { Settings } from "../platform/config/Settings.ts"
import { Employers } from "./Employers.ts"

/** The employers of the product whose key is presented. */
export const EmployersHttp = HttpApiBuilder.group(
  PartnerApi,
  "employers",
  Effect.fnUntraced(function* (handlers) {
    const employers = yield* Employers
    const embedUrls = yield* EmbedUrls
    const { baseUrl } = yield* Settings

    return handlers.handleAll({
      listEmployers: Effect.fnUntraced(function* ({ query }) {
        const { after, limit, remote_id } = query
        const { items, pagination } = yield* employers.list(yield* callerProduct, {
          after,
          limit,
          remoteId: remote_id
        })
        return { ...answer(items), pagination }
      }),
      createEmployer: Effect.fnUntraced(function* ({ payload }) {
        const made = yield* employers.create(yield* callerProduct, payload)
        return createdAnswer(made, `${baseUrl}/api/v1/employers/${made.data.id}`)
      }),
      getEmployer: Effect.fnUntraced(function* ({ params }) {
        return taggedAnswer(yield* employers.get(yield* callerProduct, params.id))
      }),
      updateEmployer: Effect.fnUntraced(function* ({ headers, params, payload }) {
        const productId = yield* callerProduct
        return taggedAnswer(yield* employers.update(productId, params.id, headers["if-match"], payload))
      }),
      generateEmployerEmbedUrl: Effect.fnUntraced(function* ({ params, payload }) {
        yield* employers.get(yield* callerProduct, params.id)
        const made = yield* embedUrls.make({
          app: payload.app,
          entityId: params.id,
          userSessionId: payload.session_id,
          validUntil: payload.valid_until
        })
        return HttpApiSchema.withHeaders({
          body: answer(made),
          headers: { "cache-control": "no-store" as const }
        })
      })
    })
  })
)
