import type { NotFound, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { FundDirectory } from "../funds/FundDirectory.ts"
import { refuse } from "../personal-data/Findings.ts"
import { audit } from "../platform/audit/audit.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { employersRepo, type StoredDefaultFund } from "./EmployersRepo.ts"
import { orNotFound } from "./orNotFound.ts"
import { isPossibleDefault } from "./presentSettings.ts"
import { settingsChanges } from "./settingsChanges.ts"
import { settingsView } from "./settingsView.ts"
import { TERMS } from "./statements.ts"

/** What an employer sets in the employer embed. */
export class EmployerSettings extends Context.Service<
  EmployerSettings,
  {
    /** Everything that the employer embed shows. */
    readonly view: (
      productId: S.ProductId,
      employerId: S.EmployerId
    ) => Effect.Effect<S.EmbedEmployer, NotFound>
    /**
     * Makes an open MySuper product the employer's default fund, and sends `employer_settings_changed`. Choosing the
     * same again changes nothing and sends nothing. The terms that were shown are audited as accepted.
     */
    readonly chooseDefaultFund: (
      productId: S.ProductId,
      employerId: S.EmployerId,
      choice: S.EmbedDefaultFundChoice,
      embedSessionId?: S.EmbedSessionId
    ) => Effect.Effect<S.EmbedEmployer, NotFound | ValidationFailed>
    /** The same for a fund that Default Activate found, which the employer confirmed in one step. */
    readonly confirmDefaultFund: (
      productId: S.ProductId,
      employerId: S.EmployerId,
      match: {
        readonly fund_product_id: S.FundProductId
        readonly employer_number: S.EmployerNumber | null
      }
    ) => Effect.Effect<S.EmbedEmployer, NotFound | ValidationFailed>
  }
>()("@embedded-super/service/employers/EmployerSettings") {
  static readonly layer = Layer.effect(
    EmployerSettings,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      const funds = yield* FundDirectory
      const changes = yield* settingsChanges
      const repo = yield* employersRepo
      const present = yield* settingsView

      const view = Effect.fn("EmployerSettings.view")(
        function* (productId: S.ProductId, employerId: S.EmployerId) {
          return yield* present(yield* orNotFound(yield* repo.find(productId, employerId)))
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      /** The fund product, if it can be a default: one that the employer's search finds. */
      const possibleDefault = Effect.fnUntraced(function* (productId: S.ProductId, id: S.FundProductId) {
        const product = Option.getOrUndefined(yield* funds.find(productId, id))
        if (product === undefined) return yield* refuse(NOT_FOUND)
        return isPossibleDefault(product) ? product : yield* refuse(NOT_ALLOWED)
      })

      const setDefaultFund = Effect.fnUntraced(
        function* (
          productId: S.ProductId,
          employerId: S.EmployerId,
          choice: Pick<StoredDefaultFund, "fund_product_id" | "employer_number" | "source">
        ) {
          const employer = yield* orNotFound(yield* repo.lock(productId, employerId))
          yield* possibleDefault(productId, choice.fund_product_id)
          const at = yield* clock.nowOf(productId)
          yield* repo.touch(productId, employerId, at)
          return yield* present(yield* changes.apply(employer, { default_fund: choice }, at))
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const acceptTerms = Effect.fnUntraced(
        function* (
          employer: { readonly productId: S.ProductId; readonly employerId: S.EmployerId },
          versions: ReadonlyArray<S.EmbedTextVersion>,
          embedSessionId: S.EmbedSessionId | undefined
        ) {
          const stale = versions.findIndex((version) => !TERMS.some((terms) => terms.version === version))
          if (stale >= 0) return yield* refuse(staleTerms(stale))
          if (versions.length === 0) return
          yield* audit({
            actor: { kind: "embed_session", ...(embedSessionId === undefined ? {} : { id: embedSessionId }) },
            action: "terms.accept",
            productId: employer.productId,
            entity: { kind: "employer", id: employer.employerId },
            detail: { versions }
          })
        },
        Effect.provideService(SqlClient.SqlClient, sql)
      )

      const chooseDefaultFund: EmployerSettings["Service"]["chooseDefaultFund"] = Effect.fn(
        "EmployerSettings.chooseDefaultFund"
      )(
        function* (productId, employerId, choice, embedSessionId) {
          const { accepted_terms_versions = [], employer_number = null, fund_product_id } = choice
          const default_fund = { fund_product_id, employer_number, source: "selected" as const }
          const view = yield* setDefaultFund(productId, employerId, default_fund)
          yield* acceptTerms({ productId, employerId }, accepted_terms_versions, embedSessionId)
          return view
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const confirmDefaultFund: EmployerSettings["Service"]["confirmDefaultFund"] = Effect.fn(
        "EmployerSettings.confirmDefaultFund"
      )((productId, employerId, { employer_number, fund_product_id }) =>
        setDefaultFund(productId, employerId, {
          fund_product_id,
          employer_number,
          source: "default_activate_confirmed"
        })
      )

      return EmployerSettings.of({ view, chooseDefaultFund, confirmDefaultFund })
    })
  )
}

const staleTerms = (index: number) => ({
  pointer: `#/accepted_terms_versions/${index}`,
  code: "not_allowed" as const,
  detail: "These are not the current terms. Show those first."
})
const NOT_FOUND = {
  pointer: "#/fund_product_id",
  code: "not_found" as const,
  detail: "There is no such fund product."
}
const NOT_ALLOWED = {
  pointer: "#/fund_product_id",
  code: "not_allowed" as const,
  detail: "Only a MySuper product that takes new members can be an employer's default fund."
}
