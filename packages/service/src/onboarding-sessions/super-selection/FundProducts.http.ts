import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { EmbedPrincipal } from "@embedded-super/contracts/principals"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { endedIfGone } from "../../embed-sessions/embedSecurity.ts"
import { FundChoices } from "./FundChoices.ts"
import { answer } from "../../platform/answers/answers.ts"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { FundDirectory, withRegistration } from "../../funds/FundDirectory.ts"

/**
 * The neutral directory, alphabetical. An employer sees the products that can be its default; an employee sees every
 * product, also closed ones, of which they may be members.
 */
export const FundProductsHttp = HttpApiBuilder.group(
  EmbedApi,
  "fund-products",
  Effect.fnUntraced(function* (handlers) {
    const funds = yield* FundDirectory
    const choices = yield* FundChoices

    /** Whether the employee can join depends on the data that their session can supply. */
    const withChoices = Effect.fnUntraced(function* (
      { entity_id, product_id }: EmbedPrincipal["Service"],
      products: ReadonlyArray<FundProduct>
    ) {
      const joinable = choices.joinable(product_id, entity_id as S.OnboardingSessionId)
      const ids = yield* endedIfGone(joinable)
      return products.map((product): S.EmbedFundProduct => ({
        ...product,
        can_register: ids.has(product.id)
      }))
    })

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
        const offered =
          caller.app === "onboarding"
            ? yield* withChoices(caller, products)
            : yield* Effect.provideService(
                withRegistration(caller.product_id, products),
                FundDirectory,
                funds
              )
        return { ...answer(offered), pagination: { next_cursor } }
      })
    })
  })
)
