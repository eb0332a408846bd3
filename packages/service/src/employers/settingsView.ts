import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isCommitted } from "../webhooks/log/DeliveryLogRepo.ts"
import { FundDirectory, withRegistration } from "../funds/FundDirectory.ts"
import { Ato } from "../ato/Ato.ts"
import { atoConnectionsRepo } from "./AtoConnectionsRepo.ts"
import { employersRepo, type StoredEmployer } from "./EmployersRepo.ts"
import { presentSettings } from "./presentSettings.ts"
import { statementsRepo } from "./StatementsRepo.ts"

/** Gathers what the employer embed shows of an employer; every save answers with it. */
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
      const connection = yield* connections.ofEmployer(employer)
      const view: S.EmbedEmployer = presentSettings(employer, {
        isCommitted: yield* isCommitted("employer", employer.id),
        // The details form isn't part of the view, but a save of it has to change the view's revision.
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
