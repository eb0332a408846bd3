import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { EmbedPrincipal } from "@embedded-super/contracts/principals"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { answer } from "../platform/answers/answers.ts"
import { FundDirectory } from "./FundDirectory.ts"
import { withRegistration } from "./offered.ts"

/**
 * The neutral directory, alphabetical. An employer sees what can be its default; an employee sees every product, also
 * closed ones, of which they may be members.
 */
export const FundProductsHttp = HttpApiBuilder.group(
  EmbedApi,
  "fund-products",
  Effect.fnUntraced(function* (handlers) {
    const funds = yield* FundDirectory

    return handlers.handleAll({
      searchFundProducts: Effect.fnUntraced(function* ({ query }) {
        const caller = yield* EmbedPrincipal
        const { products, next_cursor } = yield* funds.search({
          product: caller.product_id,
          among: caller.app === "onboarding" ? "all" : "possible_defaults",
          query: query.query,
          after: query.after,
          limit: query.limit
        })
        const offered = yield* withRegistration(caller.product_id, products).pipe(
          Effect.provideService(FundDirectory, funds)
        )
        return { ...answer(offered), pagination: { next_cursor } }
      })
    })
  })
)
