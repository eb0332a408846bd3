import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { FundDirectory } from "./FundDirectory.ts"
import type { FundProduct } from "./FundProductsRepo.ts"

/** What is being chosen: an employer's default fund, or a fund to join. */
type Purpose = "default" | "join"

const reasonOf = (purpose: Purpose, product: FundProduct): S.EmbedFundNotOffered["reason"] => {
  if (purpose === "default" && !product.is_mysuper) return "not_mysuper"
  if (!product.is_open_to_new_members) return "closed"
  return purpose === "default" ? "not_linked" : "not_joinable"
}

/** So many are named: a person who types a fund's name means one. */
const MOST = 3

/** What the directory knows of a query that found nothing to choose, and why it can't be chosen (D-fund-search). */
export const notOffered = Effect.fnUntraced(function* (
  product: S.ProductId,
  query: string,
  purpose: Purpose
) {
  const directory = yield* FundDirectory
  const { products } = yield* directory.search({
    product,
    among: "all",
    query,
    after: undefined,
    limit: MOST
  })
  return products.map((found): S.EmbedFundNotOffered => ({
    name: `${found.fund_name}, ${found.name}` as S.TextLine,
    reason: reasonOf(purpose, found)
  }))
})
