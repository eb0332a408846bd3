import {
  EmbedConflict,
  type EmbedEmployerChanged,
  type NotFound,
  type ValidationFailed
} from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { acceptance } from "../embed-sessions/acceptances.ts"
import { FundDirectory } from "../funds/FundDirectory.ts"
import type { FundProduct, KnownProduct } from "../funds/FundProductsRepo.ts"
import { type ReadableBody, type PlacedFinding, refuse } from "../personal-data/Findings.ts"
import { databaseDefects, operation, transactions } from "../platform/database/operation.ts"
import { Settings } from "../platform/config/Settings.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { termsFindings, termsOf } from "./statements.ts"
import { employersRepo, type StoredDefaultFund, type StoredEmployer, orNotFound } from "./EmployersRepo.ts"
import { settingsChanges } from "./settingsChanges.ts"
import { heldAsSeen, settingsView, isPossibleDefault, NO_POSSIBLE_DEFAULT } from "./settingsView.ts"

/** The settings that an employer makes in the employer embed. */
export class EmployerSettings extends Context.Service<
  EmployerSettings,
  {
    /** The whole content of the employer embed. */
    readonly view: (
      productId: S.ProductId,
      employerId: S.EmployerId
    ) => Effect.Effect<S.EmbedEmployer, NotFound>
    /**
     * Makes a change in one transaction, and fails unless the embed's view has the revision that the person saw. The
     * employer is locked until the change is made.
     */
    readonly asSeen: <A, E, R>(
      employer: { readonly productId: S.ProductId; readonly employerId: S.EmployerId },
      seen: number | undefined,
      change: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | NotFound | EmbedEmployerChanged, R>
    /**
     * Makes an open MySuper product the employer's default fund, and sends `employer_settings_changed`. The partner's
     * product must be linked to its fund. Choosing the same again changes nothing and sends nothing. The current terms
     * must be accepted, and are audited.
     */
    readonly chooseDefaultFund: (
      productId: S.ProductId,
      employerId: S.EmployerId,
      choice: S.EmbedDefaultFundChoice,
      embedSessionId?: S.EmbedSessionId
    ) => Effect.Effect<S.EmbedEmployer, NotFound | ValidationFailed | EmbedConflict>
    /** The findings on a choice that may not fit its schema: on the fund product and on the accepted terms. */
    readonly choiceFindings: (
      productId: S.ProductId,
      body: ReadableBody<S.EmbedDefaultFundChoice>
    ) => Effect.Effect<ReadonlyArray<PlacedFinding>>
    /** Makes a fund that Default Activate found the default fund; the employer confirmed it in one step. */
    readonly confirmDefaultFund: (
      productId: S.ProductId,
      employerId: S.EmployerId,
      match: {
        readonly fund_product_id: S.FundProductId
        readonly employer_number: S.EmployerNumber | null
      }
    ) => Effect.Effect<S.EmbedEmployer, NotFound | ValidationFailed | EmbedConflict>
  }
>()("@embedded-super/service/employers/EmployerSettings") {
  static readonly layer = Layer.effect(
    EmployerSettings,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const funds = yield* FundDirectory
      const changes = yield* settingsChanges
      const repo = yield* employersRepo
      const present = yield* settingsView
      const held = yield* heldAsSeen
      const terms = termsOf((yield* Settings).instance)

      const lookUp = (productId: S.ProductId, id: S.FundProductId) =>
        Effect.map(funds.known(productId, { ids: [id] }), (found) =>
          found.find(({ isCurrent, product }) => isCurrent && product.id === id)
        )

      /**
       * Fails unless the fund product can be a default: one that the employer's search finds. A product that is already
       * the default may be confirmed again after the operator has ended its link. `findings` are the
       * request's other mistakes, so that the employer gets all at once.
       */
      const checkPossibleDefault = Effect.fnUntraced(function* (
        { default_fund, product_id: productId }: StoredEmployer,
        id: S.FundProductId,
        findings: ReadonlyArray<PlacedFinding>
      ) {
        const found = yield* lookUp(productId, id)
        const all = [...findings, ...productFindings(found)]
        if (all.length > 0 || found === undefined) return yield* refuse(...all)
        if (default_fund?.fund_product_id !== id && !found.isLinked) return yield* notLinked(found.product)
      })

      const setDefaultFund = Effect.fnUntraced(function* (
        productId: S.ProductId,
        employerId: S.EmployerId,
        choice: Pick<StoredDefaultFund, "fund_product_id" | "employer_number" | "source">,
        findings: ReadonlyArray<PlacedFinding> = [],
        writes: ReadonlyArray<Statement.Fragment> = []
      ) {
        const employer = yield* orNotFound(yield* repo.lock(productId, employerId))
        yield* checkPossibleDefault(employer, choice.fund_product_id, findings)
        const at = yield* clock.nowOf(productId)
        return yield* present(
          yield* changes.apply(employer, { default_fund: choice }, at, { isUse: true, writes })
        )
      })

      return EmployerSettings.of({
        view: operation("EmployerSettings.view")(function* (productId, employerId) {
          return yield* present(yield* orNotFound(yield* repo.find(productId, employerId)))
        }),

        asSeen: (employer, seen, change) =>
          Effect.andThen(held(employer, seen), change).pipe(sql.withTransaction, databaseDefects),

        chooseDefaultFund: transaction("EmployerSettings.chooseDefaultFund")(
          function* (productId, employerId, choice, embedSessionId) {
            const { accepted_terms_versions: versions, fund_product_id } = choice
            const employer_number = (choice.employer_number as S.EmployerNumber | undefined) ?? null
            const entity = { kind: "employer" as const, id: employerId }
            const accepted = yield* acceptance(sql, {
              of: "terms",
              productId,
              entity,
              versions,
              embedSessionId
            })
            const default_fund = { fund_product_id, employer_number, source: "selected" as const }
            const findings = termsFindings(terms, versions)
            return yield* setDefaultFund(productId, employerId, default_fund, findings, [accepted])
          }
        ),

        choiceFindings: operation("EmployerSettings.choiceFindings")(function* (productId, { members }) {
          const { accepted_terms_versions: versions, fund_product_id: fund } = members
          return [
            ...(versions === undefined ? [] : termsFindings(terms, versions)),
            ...(fund === undefined ? [] : productFindings(yield* lookUp(productId, fund)))
          ]
        }),

        confirmDefaultFund: transaction("EmployerSettings.confirmDefaultFund")(function* (
          productId,
          employerId,
          { employer_number, fund_product_id }
        ) {
          const source = "default_activate_confirmed"
          return yield* setDefaultFund(productId, employerId, { fund_product_id, employer_number, source })
        })
      })
    })
  )
}

/** For the employer, who can choose another; only the operator of the service links a product to a fund. */
const notLinked = ({ fund_name }: FundProduct) =>
  new EmbedConflict({
    code: "fund_not_linked",
    detail:
      `Your payroll software isn't linked to ${fund_name}. Choose another fund, or ask the provider of your payroll ` +
      "software."
  })

const NOT_FOUND: PlacedFinding = {
  pointer: "#/fund_product_id",
  code: "not_found",
  detail: "There is no such fund product."
}

/** The finding on a product that can't be a default. */
const productFindings = (found: KnownProduct | undefined): ReadonlyArray<PlacedFinding> => {
  if (found === undefined) return [NOT_FOUND]
  return isPossibleDefault(found.product) ? [] : [{ pointer: "#/fund_product_id", ...NO_POSSIBLE_DEFAULT }]
}
