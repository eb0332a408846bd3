import { EmbedEmployerChanged } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Ato } from "../ato/Ato.ts"
import { VIEW_CHANGED } from "../embed-sessions/viewRevision.ts"
import { FundDirectory, withRegistration } from "../funds/FundDirectory.ts"
import { isCommitted } from "../webhooks/log/DeliveryLogRepo.ts"
import { atoConnectionsRepo } from "./AtoConnectionsRepo.ts"
import { employersRepo, type StoredEmployer, orNotFound } from "./EmployersRepo.ts"
import { presentSettings } from "./presentSettings.ts"
import { statementsRepo } from "./StatementsRepo.ts"

/**
 * Locks an employer until the transaction ends, and fails unless its embed's view has the revision that the person saw.
 * A change in the same transaction then can't overwrite data that the person hasn't seen.
 */
export const heldAsSeen = Effect.gen(function* () {
  const repo = yield* employersRepo
  const present = yield* settingsView

  return Effect.fnUntraced(function* (
    { employerId, productId }: { readonly productId: S.ProductId; readonly employerId: S.EmployerId },
    seen: number
  ) {
    const employer = yield* orNotFound(yield* repo.lock(productId, employerId))
    const view = yield* present(employer)
    if (view.revision !== seen) return yield* new EmbedEmployerChanged({ ...VIEW_CHANGED, view })
    return employer
  })
})

/** Builds the employer embed's view of an employer; every save returns it. */
export const settingsView = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const funds = yield* FundDirectory
  const ato = yield* Ato
  const employers = yield* employersRepo
  const connections = yield* atoConnectionsRepo
  const statements = yield* statementsRepo

  return Effect.fnUntraced(
    function* (employer: StoredEmployer) {
      const { default_fund, product_id } = employer
      const chosen = default_fund === null ? [] : [default_fund.fund_product_id]
      const found = [...(yield* funds.findByIds(chosen)).values()]
      const [defaultProduct] = yield* withRegistration(product_id, found)
      const connection = yield* connections.find(product_id, employer.id)
      const view: S.EmbedEmployer = presentSettings(employer, {
        isCommitted: yield* isCommitted("employer", employer.id),
        // The details form isn't part of the view, but saving it must change the view's revision.
        detailsSaved: yield* employers.detailsSaved(employer.id),
        defaultProduct,
        connection,
        isAtoAvailable: ato.isConfigured(connection),
        accepted: yield* statements.current(employer)
      })
      return view
    },
    Effect.provideService(SqlClient.SqlClient, sql),
    Effect.provideService(FundDirectory, funds)
  )
})
