import { Forbidden, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { AskedBy } from "../platform/audit/audit.ts"
import { orNoSuchSession } from "./sessionReader.ts"
import { sessionsRepo } from "./SessionsRepo.ts"
import { TaxFileNumbers } from "./TaxFileNumbers.ts"
import { taxFileNumbersRepo } from "./TaxFileNumbersRepo.ts"
import { transactions } from "../platform/database/operation.ts"

/** The only way in which a whole tax file number leaves the service towards a partner. */
export class TaxFileNumberReads extends Context.Service<
  TaxFileNumberReads,
  {
    /** Checks the product's permission on each read, and records the read before it returns the number. */
    readonly read: (
      productId: S.ProductId,
      id: S.OnboardingSessionId,
      by: AskedBy
    ) => Effect.Effect<S.Tfn, Forbidden | NotFound>
  }
>()("@embedded-super/service/onboarding-sessions/TaxFileNumberReads") {
  static readonly layer = Layer.effect(
    TaxFileNumberReads,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const repo = yield* sessionsRepo
      const permissions = yield* taxFileNumbersRepo
      const taxFileNumbers = yield* TaxFileNumbers

      const read = transaction("TaxFileNumberReads.read")(function* (
        productId: S.ProductId,
        id: S.OnboardingSessionId,
        by: AskedBy
      ) {
        yield* orNoSuchSession(yield* repo.owned(productId, id))
        // Checked last, so that an id of another product fails as not found here, too (D-tenancy).
        if (!(yield* permissions.mayRead(productId))) return yield* notPermitted
        const tfn = yield* taxFileNumbers.openForPartner({ id, product_id: productId }, by)
        return Option.isNone(tfn) ? yield* notAvailable : tfn.value
      })

      return TaxFileNumberReads.of({ read })
    })
  )
}

const notPermitted = new Forbidden({
  code: "tfn_access_not_permitted",
  detail:
    "The product may not read whole tax file numbers. The operator of the service permits it on request."
})

const notAvailable = new NotFound({
  code: "tfn_not_available",
  detail: "The employee gave no tax file number, or it has been destroyed."
})
