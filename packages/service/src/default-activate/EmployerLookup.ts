import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { SqlError } from "effect/sql/SqlError"
import { ListLookup } from "../employer-lists/ListLookup.ts"
import type { StoredFund } from "../funds/FundsRepo.ts"
import { type KnownEmployer, LiveLookup } from "./LiveLookup.ts"
import { MatchRates } from "./MatchRates.ts"

/**
 * Whether a fund knows an employer (R-1-17, R-1-18): by a live call, or by its list if its profile says so. The caller
 * can't see which one was used.
 */
export class EmployerLookup extends Context.Service<
  EmployerLookup,
  {
    readonly ask: (
      productId: S.ProductId,
      fund: StoredFund,
      abn: S.Abn
    ) => Effect.Effect<Option.Option<KnownEmployer>, SqlError>
  }
>()("@embedded-super/service/default-activate/EmployerLookup") {
  static readonly layerNoDeps = Layer.effect(
    EmployerLookup,
    Effect.gen(function* () {
      const live = yield* LiveLookup
      const list = yield* ListLookup
      const rates = yield* MatchRates
      return EmployerLookup.of({
        ask: Effect.fn("EmployerLookup.ask")(function* (productId, fund, abn) {
          const known = yield* fund.profile.operations.employer_lookup?.source === "list"
            ? list.ask(fund, abn)
            : live.ask(productId, fund, abn)
          yield* rates.count(fund, known)
          return known
        })
      })
    })
  )

  static readonly layer = EmployerLookup.layerNoDeps.pipe(
    Layer.provide([LiveLookup.layer, ListLookup.layer, MatchRates.layer])
  )
}
