import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { answer, createdAnswer, taggedAnswer, unstoredAnswer } from "../platform/answers/answers.ts"
import { Settings } from "../platform/config/Settings.ts"
import { GoLiveChecklists } from "./go-live/GoLiveChecklists.ts"
import { ProductWebhooks } from "./ProductWebhooks.ts"
import { Products } from "./Products.ts"
import { ApiKeys } from "./ApiKeys.ts"

/** The products of the partner whose key is presented. */
export const ProductsHttp = HttpApiBuilder.group(
  PartnerApi,
  "products",
  Effect.fnUntraced(function* (handlers) {
    const products = yield* Products
    const webhooks = yield* ProductWebhooks
    const checklists = yield* GoLiveChecklists
    const { baseUrl } = yield* Settings

    return handlers.handleAll({
      listProducts: Effect.fnUntraced(function* ({ query }) {
        const caller = yield* ApiKeyPrincipal
        const { items, pagination } = yield* products.list(caller.partner_id, {
          after: query.after,
          limit: query.limit
        })
        return { data: items, pagination, version: "v1" as const }
      }),
      createProduct: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* ApiKeyPrincipal
        const made = yield* products.create(caller.partner_id, payload)
        return createdAnswer(made, `${baseUrl}/api/v1/products/${made.data.id}`)
      }),
      getProduct: Effect.fnUntraced(function* ({ params }) {
        const caller = yield* ApiKeyPrincipal
        return taggedAnswer(yield* products.get(caller.partner_id, params.id))
      }),
      updateProduct: Effect.fnUntraced(function* ({ headers, params, payload }) {
        const caller = yield* ApiKeyPrincipal
        return taggedAnswer(
          yield* products.update(caller.partner_id, params.id, headers["if-match"], payload)
        )
      }),
      setProductWebhook: Effect.fnUntraced(function* ({ params, payload }) {
        return unstoredAnswer(yield* webhooks.set(yield* ApiKeyPrincipal, params.id, payload))
      }),
      testProductWebhook: Effect.fnUntraced(function* ({ params, payload }) {
        return answer(yield* webhooks.test(yield* ApiKeyPrincipal, params.id, payload?.employer_id))
      }),
      rotateWebhookSecret: Effect.fnUntraced(function* ({ params, payload }) {
        const endOldest = payload?.end_oldest ?? false
        return unstoredAnswer(yield* webhooks.rotateSecret(yield* ApiKeyPrincipal, params.id, endOldest))
      }),
      resumeProductWebhook: Effect.fnUntraced(function* ({ params }) {
        return answer(yield* webhooks.resume(yield* ApiKeyPrincipal, params.id))
      }),
      setProductCheckReport: Effect.fnUntraced(function* ({ params, payload }) {
        return answer(yield* checklists.report(yield* ApiKeyPrincipal, params.id, payload))
      }),
      getGoLiveChecklist: Effect.fnUntraced(function* ({ params }) {
        const caller = yield* ApiKeyPrincipal
        return answer(yield* checklists.of(caller.partner_id, params.id))
      })
    })
  })
)

/** The Product API Keys of the partner whose key is presented. */
export const ApiKeysHttp = HttpApiBuilder.group(
  PartnerApi,
  "keys",
  Effect.fnUntraced(function* (handlers) {
    const keys = yield* ApiKeys
    const products = yield* Products
    const { baseUrl } = yield* Settings

    return handlers.handleAll({
      listProductKeys: Effect.fnUntraced(function* ({ params, query }) {
        const caller = yield* ApiKeyPrincipal
        yield* products.get(caller.partner_id, params.id)
        const { items, pagination } = yield* keys.list(params.id, { after: query.after, limit: query.limit })
        return { data: items, pagination, version: "v1" as const }
      }),
      createProductKey: Effect.fnUntraced(function* ({ params, payload }) {
        const caller = yield* ApiKeyPrincipal
        const { data: product } = yield* products.get(caller.partner_id, params.id)
        const owner = { partnerId: caller.partner_id, productId: product.id, sandboxed: product.sandboxed }
        const { key, secret } = yield* keys.create(owner, payload?.name)
        return HttpApiSchema.withHeaders({
          body: { data: { key, secret: secret as S.ApiKeySecret }, version: "v1" as const },
          headers: {
            location: `${baseUrl}/api/v1/products/${product.id}/keys/${key.id}` as S.WebUrl,
            "cache-control": "no-store" as const
          }
        })
      }),
      deactivateProductKey: Effect.fnUntraced(function* ({ params }) {
        const caller = yield* ApiKeyPrincipal
        yield* products.get(caller.partner_id, params.id)
        yield* keys.deactivate(caller, params.id, params.key_id)
      })
    })
  })
)
