import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { fundsRepo } from "../funds/FundsRepo.ts"
import { detailsRepo } from "./DetailsRepo.ts"
import { asksNothing } from "./readAnswers.ts"

export interface OfEmployer {
  readonly productId: S.ProductId
  readonly employerId: S.EmployerId
}

/** Whether the fund that an employer confirmed takes employer details, and which. */
export const detailsOffers = Effect.gen(function* () {
  const repo = yield* detailsRepo
  const funds = yield* fundsRepo

  /** The confirmed fund and its settings for employer details; undefined if it doesn't take them. */
  const offerOf = Effect.fnUntraced(function* ({ employerId, productId }: OfEmployer) {
    const confirmed = yield* repo.confirmedFund(productId, employerId)
    if (confirmed === undefined) return undefined
    const fund = Option.getOrThrow(yield* funds.find(confirmed.fund_id))
    const offer = fund.profile.operations.employer_details
    return offer === undefined ? undefined : { confirmed, fund, offer }
  })

  return {
    offerOf,

    /** Whether the confirmed fund asks for something that isn't saved yet. */
    isPending: Effect.fnUntraced(function* (employer: OfEmployer) {
      const found = yield* offerOf(employer)
      if (found === undefined || asksNothing(found.offer.form)) return false
      return !(yield* repo.isSaved(employer.employerId, found.fund.id))
    })
  }
})
