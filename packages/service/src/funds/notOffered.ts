import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { FundDirectory, type FundProductPage } from "./FundDirectory.ts"
import type { FundProduct } from "./FundProductsRepo.ts"
import { isNamed } from "./fundWords.ts"

/** The choice to be made: an employer's default fund, or a fund to join. */
type Purpose = "default" | "join"

const reasonOf = (purpose: Purpose, product: FundProduct): S.EmbedFundNotOffered["reason"] => {
  if (purpose === "default" && !product.is_mysuper) return "not_mysuper"
  if (!product.is_open_to_new_members) return "closed"
  return purpose === "default" ? "not_linked" : "not_joinable"
}

/** The most products to name: a person who types a fund's name means one. */
const MOST = 3

/** The most products to search for one with exactly the typed name. */
const LOOKED_THROUGH = 100

/**
 * The products that the directory knows, that fit the query better than all that are `offered` for it, and why each can't be
 * chosen (D-fund-search). The better fit is the exact name, then the words of the query, then fewer mistakes.
 */
export const notOffered = Effect.fnUntraced(function* (
  product: S.ProductId,
  query: string,
  purpose: Purpose,
  offered: FundProductPage
) {
  // A further page may hold the exact name.
  if (offered.next_cursor !== null || offered.products.some((one) => isNamed(query, one))) return []
  const directory = yield* FundDirectory
  const known = yield* directory.search({
    product,
    among: "all",
    query,
    after: undefined,
    limit: LOOKED_THROUGH
  })
  const isCloser = offered.products.length === 0 || known.mistakes < offered.mistakes
  return known.products
    .filter((found) => isCloser || isNamed(query, found))
    .slice(0, MOST)
    .map((found): S.EmbedFundNotOffered => ({
      name: `${found.fund_name}, ${found.name}` as S.TextLine,
      reason: reasonOf(purpose, found)
    }))
})
