import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Settings } from "../platform/config/Settings.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Products } from "./Products.ts"

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
