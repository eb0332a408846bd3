/**
 * The HTTP handlers about employers: this file for the partner API, `EmployerEmbed.http` for the employer embed. The
 * product comes from the API key, and the embed's employer from its token.
 *
 * Why apart from `employers/`: the handlers also use intents, matches and employer details, and those folders import
 * `employers/`.
 *
 * The trap: a save in the embed goes through `change`. In one transaction it locks the employer, compares the revision
 * that the person saw, and saves (D-embed-revisions). A save without it can overwrite data that the person hasn't seen.
 * The exception is `checkAtoConnection`: the ATO is asked outside of transactions, so `atoConnections.check` compares
 * the revision itself, in a transaction that ends before the call.
 */

import { PartnerApi } from "@embedded-super/contracts/partner-api"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { EmbedUrls } from "../embed-sessions/EmbedUrls.ts"
import { OnboardingSessionIntents } from "../onboarding-session-intents/OnboardingSessionIntents.ts"
import { callerProduct } from "../platform/ids/ApiKey.ts"
import { refuse } from "../personal-data/Findings.ts"
import { answer, createdAnswer, taggedAnswer, unstoredAnswer } from "../platform/answers/answers.ts"
import { Settings } from "../platform/config/Settings.ts"
import { Employers } from "../employers/Employers.ts"

/** Only an intent takes its `remote_id` from the URL; the settings belong to an employer that already has one. */
const remoteIdWithoutIntent = refuse({
  pointer: "#/remote_id",
  code: "unknown_property",
  detail: 'remote_id is accepted only with app "onboarding_intent".'
})

export const EmployersHttp = HttpApiBuilder.group(
  PartnerApi,
  "employers",
  Effect.fnUntraced(function* (handlers) {
    const employers = yield* Employers
    const intents = yield* OnboardingSessionIntents
    const embedUrls = yield* EmbedUrls
    const { baseUrl } = yield* Settings

    const settingsUrl = Effect.fnUntraced(function* (
      productId: S.ProductId,
      employerId: S.EmployerId,
      { remote_id, session_id, valid_until }: S.EmployerEmbedRequest
    ) {
      if (remote_id !== undefined) return yield* remoteIdWithoutIntent
      yield* employers.get(productId, employerId)
      return yield* embedUrls.make({
        app: "super_settings",
        entityId: employerId,
        userSessionId: session_id,
        validUntil: valid_until
      })
    })

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
        const productId = yield* callerProduct
        const made = yield* payload.app === "onboarding_intent"
          ? intents.generateStartingUrl(productId, params.id, payload)
          : settingsUrl(productId, params.id, payload)
        yield* embedUrls.requireFramers(productId)
        return unstoredAnswer(made)
      })
    })
  })
)
