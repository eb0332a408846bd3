import type { NotFound, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { isCommitted } from "../embed-sessions/isCommitted.ts"
import { FundDirectory } from "../funds/FundDirectory.ts"
import { withRegistration } from "../funds/offered.ts"
import { refuse } from "../personal-data/Findings.ts"
import { now } from "../platform/time/timestamp.ts"
import { employersRepo, type StoredDefaultFund, type StoredEmployer } from "./EmployersRepo.ts"
import { orNotFound } from "./orNotFound.ts"
import { isPossibleDefault, presentSettings } from "./presentSettings.ts"
import { settingsChanges } from "./settingsChanges.ts"

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
     * same again changes nothing and sends nothing.
     */
    readonly chooseDefaultFund: (
      productId: S.ProductId,
      employerId: S.EmployerId,
      choice: S.EmbedDefaultFundChoice
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
      const funds = yield* FundDirectory
      const changes = yield* settingsChanges
      const repo = yield* employersRepo

      const present = Effect.fnUntraced(
        function* (employer: StoredEmployer) {
          const { product_id, default_fund } = employer
          const [product] = yield* sql<{
            sandboxed: boolean
          }>`SELECT sandboxed FROM products WHERE id = ${product_id}`
          const chosen = default_fund === null ? [] : [default_fund.fund_product_id]
          const found = [...(yield* funds.findByIds(chosen)).values()]
          const [defaultProduct] = yield* withRegistration(product_id, found)
          return presentSettings(employer, {
            sandboxed: product?.sandboxed ?? true,
            isCommitted: yield* isCommitted("employer", employer.id),
            defaultProduct
          })
        },
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.provideService(FundDirectory, funds)
      )

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
          const at = yield* now
          yield* repo.touch(productId, employerId, at)
          return yield* present(yield* changes.apply(employer, { default_fund: choice }, at))
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const chooseDefaultFund = Effect.fn("EmployerSettings.chooseDefaultFund")(
        (productId: S.ProductId, employerId: S.EmployerId, choice: S.EmbedDefaultFundChoice) =>
          setDefaultFund(productId, employerId, {
            fund_product_id: choice.fund_product_id,
            employer_number: choice.employer_number ?? null,
            source: "selected"
          })
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

const NOT_FOUND = {
  pointer: "#/fund_product_id",
  code: "not_found",
  detail: "There is no such fund product."
}
const NOT_ALLOWED = {
  pointer: "#/fund_product_id",
  code: "not_allowed",
  detail: "Only a MySuper product that takes new members can be an employer's default fund."
}
