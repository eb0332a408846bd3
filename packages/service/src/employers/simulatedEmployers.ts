import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { FundDirectory, fundNotLinked } from "../funds/FundDirectory.ts"
import { refuse } from "../personal-data/Findings.ts"
import { readMemberNumber, readUsi } from "../personal-data/text.ts"
import { transactions } from "../platform/database/operation.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { simulatedAtoRepo } from "../ato/SimulatedAtoRepo.ts"
import type { StapledFund } from "../ato/AtoAdapter.ts"
import { Employers } from "./Employers.ts"
import { employersRepo, type StoredEmployer, orNotFound } from "./EmployersRepo.ts"
import { isPossibleDefault, NO_POSSIBLE_DEFAULT } from "./settingsView.ts"
import { settingsChanges } from "./settingsChanges.ts"
import { AUTOMATIONS } from "./statements.ts"
import { statementsRepo } from "./StatementsRepo.ts"

/**
 * Sets up employers of a sandboxed product as the partner wants them, without a person in an embed
 * (D-sandbox-products).
 */
export const simulatedEmployers = Effect.gen(function* () {
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
    if (outcome !== "stapled_fund") return stapled_fund === undefined ? null : yield* refuse(NOT_ASKED_FOR)
    if (stapled_fund === undefined) return yield* refuse(MISSING)
    const product = Option.getOrUndefined(yield* funds.findByUsi(productId, readUsi(stapled_fund.usi)))
    if (product === undefined) return yield* refuse(unknownUsi("#/stapled_fund/usi"))
    const { member_number } = stapled_fund
    return {
      fund_abn: product.abn,
      fund_name: product.fund_name,
      usi: product.usi,
      member_number: member_number === undefined ? MADE_UP_MEMBER_NUMBER : readMemberNumber(member_number)
    } satisfies StapledFund
  })

  /** Accepts the declaration of each automation in its current version, or withdraws it. */
  const declare = (employer: StoredEmployer, accepted: boolean, at: Date) =>
    Effect.forEach(Object.values(AUTOMATIONS), ({ name, statement: { version } }) =>
      statements.put(employer, name, accepted ? version : null, null, at)
    )

  return {
    /** Sets the stapling status, the simulated ATO's future answers, and the employer's acceptances. */
    setStapling: transaction("SimulatedEmployers.setStapling")(function* (
      productId: S.ProductId,
      id: S.EmployerId,
      stapling: S.SimulatedStapling
    ) {
      const employer = yield* orNotFound(yield* repo.lock(productId, id))
      const fund = yield* stapledFund(productId, stapling)
      const { declarations_accepted: accepted, outcome = "none", status } = stapling
      const { has_permission: access = status === "connected" } = stapling
      const at = yield* clock.nowOf(productId)
      yield* ato.put({ product_id: productId, employer_id: id, access, outcome, fund }, at)
      if (accepted !== undefined) yield* declare(employer, accepted, at)
      const flags = accepted === undefined ? {} : { accepted_stapling_statement: accepted }
      yield* changes.apply(employer, { stapling_status: status, ...flags }, at)
      return yield* employers.get(productId, id)
    }),

    /** Makes an open MySuper product of a linked fund the default fund, as the employer would. */
    setDefaultFund: transaction("SimulatedEmployers.setDefaultFund")(function* (
      productId: S.ProductId,
      id: S.EmployerId,
      choice: S.SimulatedDefaultFund
    ) {
      const employer = yield* orNotFound(yield* repo.lock(productId, id))
      const product = Option.getOrUndefined(yield* funds.findByUsi(productId, readUsi(choice.usi)))
      if (product === undefined) return yield* refuse(unknownUsi("#/usi"))
      if (!isPossibleDefault(product)) return yield* refuse({ pointer: "#/usi", ...NO_POSSIBLE_DEFAULT })
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
  }
})

const MADE_UP_MEMBER_NUMBER = "10000001" as S.MemberNumber

const unknownUsi = (pointer: string) => ({
  pointer,
  code: "not_found" as const,
  detail: "The sandbox has no fund product with this USI. The docs' page of the sandbox lists some."
})
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
