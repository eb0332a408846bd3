import type * as S from "@embedded-super/contracts/schemas"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"

/** The facts that the law requires before a fund is advertised to a person who has accepted a job. */
export interface PromotionCase {
  readonly stapling: S.EmbedStaplingResult["status"]
  /** Whether the stapled fund is among the cards of the employee's own funds, which precede any other fund. */
  readonly isStapledFundShown: boolean
  /** The products that are advertised to the employees of the partner's product and can be joined, alphabetically. */
  readonly advertised: ReadonlyArray<FundProduct>
}

/** The products that may be advertised, or the reason why none may. */
export type Promotion =
  | { readonly allowed: true; readonly fund_products: ReadonlyArray<FundProduct> }
  | {
      readonly allowed: false
      readonly withheld_reason: NonNullable<S.EmbedFundPromotion["withheld_reason"]>
      readonly fund_products: readonly []
    }

/** Maximum advertisements shown. */
const MOST = 4

/** Whether the ATO gave an answer about the person. */
const isKnown = (stapling: PromotionCase["stapling"]) => stapling === "found" || stapling === "none"

/** Whether the product is MySuper, passed the latest performance test, and takes new members. */
const isEligible = (product: FundProduct) =>
  product.is_mysuper && product.performance_test === "passed" && product.is_open_to_new_members

const withheld = (withheld_reason: S.EmbedFundPromotion["withheld_reason"] & string): Promotion => ({
  allowed: false,
  withheld_reason,
  fund_products: []
})

/**
 * The advertising policy (D-advertising; Corporations Act s 992AB, assumed to be in force). Between the acceptance of a
 * job and the first choice of a fund nothing may be advertised, unless (a) it is known whether the employee has a
 * stapled fund, (b) a stapled fund is shown at least as prominently, and (c) the product is MySuper and passed its
 * test.
 */
export const promotionOf = ({ advertised, isStapledFundShown, stapling }: PromotionCase): Promotion => {
  if (!isKnown(stapling)) return withheld("stapling_result_unknown")
  if (stapling === "found" && !isStapledFundShown) return withheld("stapled_fund_not_shown")
  if (advertised.length === 0) return withheld("turned_off")
  const eligible = advertised.filter(isEligible).slice(0, MOST)
  return eligible.length === 0 ? withheld("no_eligible_product") : { allowed: true, fund_products: eligible }
}
