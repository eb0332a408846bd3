import { withoutSpaces } from "@embedded-super/contracts/checks"
import type { Conflict, NotFound, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { FundDirectory, fundNotLinked } from "../funds/FundDirectory.ts"
import { refuse } from "../personal-data/Findings.ts"
import { transactions } from "../platform/database/operation.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { simulatedAtoRepo } from "../ato/SimulatedAtoRepo.ts"
import type { StapledFund } from "../ato/AtoAdapter.ts"
import { Employers } from "./Employers.ts"
import { employersRepo, type StoredEmployer, orNotFound } from "./EmployersRepo.ts"
import { isPossibleDefault } from "./presentSettings.ts"
import { settingsChanges } from "./settingsChanges.ts"
import { STAPLING_STATEMENT, TFN_DECLARATION_STATEMENT } from "./statements.ts"
import { statementsRepo } from "./StatementsRepo.ts"

/**
 * Sets up employers of a sandboxed product as the partner wants them, without a person in an embed
 * (D-sandbox-products).
 */
export class SimulatedEmployers extends Context.Service<
  SimulatedEmployers,
  {
    /** Sets the stapling status, the simulated ATO's future answers, and the employer's acceptances. */
    readonly setStapling: (
      productId: S.ProductId,
      id: S.EmployerId,
      stapling: S.SimulatedStapling
    ) => Effect.Effect<Versioned<S.Employer>, NotFound | ValidationFailed>
    /** Makes an open MySuper product of a linked fund the default fund, as the employer would. */
    readonly setDefaultFund: (
      productId: S.ProductId,
      id: S.EmployerId,
      choice: S.SimulatedDefaultFund
    ) => Effect.Effect<Versioned<S.Employer>, NotFound | ValidationFailed | Conflict>
  }
>()("@embedded-super/service/employers/SimulatedEmployers") {
  static readonly layer = Layer.effect(
    SimulatedEmployers,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const employers = yield* Employers
      const funds = yield* FundDirectory
      const repo = yield* employersRepo
      const ato = yield* simulatedAtoRepo
      const statements = yield* statementsRepo
      const changes = yield* settingsChanges

      /** The fund that the simulated ATO will name; null if it names none. */
      const stapledFund = Effect.fnUntraced(function* (
        productId: S.ProductId,
        { outcome = "none", stapled_fund }: S.SimulatedStapling
      ) {
        if (outcome !== "stapled_fund")
          return stapled_fund === undefined ? null : yield* refuse(NOT_ASKED_FOR)
        if (stapled_fund === undefined) return yield* refuse(MISSING)
        const product = Option.getOrUndefined(yield* funds.findByUsi(productId, stapled_fund.usi))
        if (product === undefined) return yield* refuse(unknownUsi("#/stapled_fund/usi"))
        return {
          fund_abn: product.abn,
          fund_name: product.fund_name,
          usi: product.usi,
          member_number:
            stapled_fund.member_number === undefined
              ? MADE_UP_MEMBER_NUMBER
              : (withoutSpaces(stapled_fund.member_number) as S.MemberNumber)
        } satisfies StapledFund
      })

      /** Accepts both declarations in their current version, or withdraws them. */
      const declare = (employer: StoredEmployer, accepted: boolean, at: Date) =>
        Effect.forEach(DECLARATIONS, ([name, { version }]) =>
          accepted
            ? statements.accept(employer, name, version, null, at)
            : statements.withdraw(employer, name, at)
        )

      return SimulatedEmployers.of({
        setStapling: transaction("SimulatedEmployers.setStapling")(function* (productId, id, stapling) {
          const employer = yield* orNotFound(yield* repo.lock(productId, id))
          const fund = yield* stapledFund(productId, stapling)
          const { declarations_accepted: accepted, outcome = "none", status } = stapling
          const at = yield* clock.nowOf(productId)
          const known = {
            product_id: productId,
            employer_id: id,
            access: status === "connected",
            outcome,
            fund
          }
          yield* ato.put(known, at)
          if (accepted !== undefined) yield* declare(employer, accepted, at)
          yield* changes.apply(
            employer,
            {
              stapling_status: status,
              ...(accepted === undefined
                ? {}
                : { accepted_stapling_statement: accepted, accepted_tfn_declaration_statement: accepted })
            },
            at
          )
          return yield* employers.get(productId, id)
        }),

        setDefaultFund: transaction("SimulatedEmployers.setDefaultFund")(function* (productId, id, choice) {
          const employer = yield* orNotFound(yield* repo.lock(productId, id))
          const product = Option.getOrUndefined(yield* funds.findByUsi(productId, choice.usi))
          if (product === undefined) return yield* refuse(unknownUsi("#/usi"))
          if (!isPossibleDefault(product)) return yield* refuse(NOT_ALLOWED)
          if (!(yield* funds.linked(productId)).has(product.id)) {
            return yield* fundNotLinked(product.fund_name, "choose another fund")
          }
          const default_fund = {
            fund_product_id: product.id,
            employer_number: choice.employer_number ?? null,
            source: "selected" as const
          }
          yield* changes.apply(employer, { default_fund }, yield* clock.nowOf(productId))
          return yield* employers.get(productId, id)
        })
      })
    })
  )
}

const DECLARATIONS = [
  ["stapling", STAPLING_STATEMENT],
  ["tfn_declaration", TFN_DECLARATION_STATEMENT]
] as const

const MADE_UP_MEMBER_NUMBER = "10000001" as S.MemberNumber

const unknownUsi = (pointer: string) => ({
  pointer,
  code: "not_found" as const,
  detail: "The sandbox has no fund product with this USI."
})
const NOT_ALLOWED = {
  pointer: "#/usi",
  code: "not_allowed" as const,
  detail: "Only a MySuper product that takes new members can be an employer's default fund."
}
const MISSING = {
  pointer: "#/stapled_fund",
  code: "required" as const,
  detail: "Give the fund for the outcome stapled_fund."
}
const NOT_ASKED_FOR = {
  pointer: "#/stapled_fund",
  code: "not_allowed" as const,
  detail: "Give a fund only for the outcome stapled_fund."
}
