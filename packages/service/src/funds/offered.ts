import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { FundDirectory } from "./FundDirectory.ts"
import type { FundProduct } from "./FundProduct.ts"

/** Says of each product whether the service can register members of the partner's product with it. */
export const withRegistration = Effect.fnUntraced(function* (
  productId: S.ProductId,
  products: ReadonlyArray<FundProduct>
) {
  const joinable = yield* (yield* FundDirectory).joinable(productId)
  const ids = new Set(joinable.map(({ product }) => product.id))
  return products.map((product): S.EmbedFundProduct => ({ ...product, can_register: ids.has(product.id) }))
})
