import { describe, expect, it } from "vitest"
import { products } from "../../../test/TestFunds.ts"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { type PromotionCase, promotionOf } from "./promotion.ts"

const passed = products.acacia
const variant = (change: Partial<FundProduct>): FundProduct => ({ ...products.banksia, ...change })

const failed = variant({ performance_test: "failed" })
const notAssessed = variant({ performance_test: "not_assessed" })
const notMySuper = variant({ is_mysuper: false })
const closed = variant({ is_open_to_new_members: false })

const say = (given: PromotionCase) => {
  const promotion = promotionOf(given)
  return promotion.allowed
    ? promotion.fund_products.map(({ id }) => id)
    : `withheld: ${promotion.withheld_reason}`
}

type Row = readonly [
  what: string,
  stapling: PromotionCase["stapling"],
  isStapledFundShown: boolean,
  advertised: ReadonlyArray<FundProduct>,
  want: string | ReadonlyArray<string>
]

const UNKNOWN = "withheld: stapling_result_unknown"
const INELIGIBLE = "withheld: no_eligible_product"

/** The policy of D-advertising, row by row. */
const ROWS: ReadonlyArray<Row> = [
  ["(a) the ATO wasn't asked", "not_asked", false, [passed], UNKNOWN],
  ["(a) the ATO has yet to answer", "pending", false, [passed], UNKNOWN],
  ["(a) the ATO didn't answer", "unavailable", false, [passed], UNKNOWN],
  ["(a) the ATO doesn't know the person", "unmatched", false, [passed], UNKNOWN],
  ["(a) an answer that is lost, though a card is shown", "unavailable", true, [passed], UNKNOWN],
  ["there is no stapled fund", "none", false, [passed], [passed.id]],
  ["(b) the stapled fund is shown", "found", true, [passed], [passed.id]],
  ["(b) the stapled fund can't be shown", "found", false, [passed], "withheld: stapled_fund_not_shown"],
  ["nothing is advertised", "none", false, [], "withheld: turned_off"],
  ["(c) not a MySuper product", "none", false, [notMySuper], INELIGIBLE],
  ["(c) the test failed", "found", true, [failed], INELIGIBLE],
  ["(c) the test wasn't taken", "none", false, [notAssessed], INELIGIBLE],
  ["closed to new members", "none", false, [closed], INELIGIBLE],
  ["what isn't eligible is left out", "none", false, [failed, passed, notMySuper], [passed.id]],
  [
    "four at most, in the order of the neutral list",
    "found",
    true,
    ["1", "2", "3", "4", "5"].map((id) => ({ ...passed, id: id as FundProduct["id"] })),
    ["1", "2", "3", "4"]
  ]
]

describe("the advertising policy", () => {
  it.each(ROWS)("%s (%s)", (_, stapling, isStapledFundShown, advertised, want) => {
    expect(say({ stapling, isStapledFundShown, advertised })).toEqual(want)
  })

  it("never advertises without a known stapling result, whatever else holds", () => {
    const statuses = ["not_asked", "pending", "found", "none", "unmatched", "unavailable"] as const
    const advertised = [passed, failed, notMySuper, closed]
    for (const stapling of statuses) {
      for (const isStapledFundShown of [true, false]) {
        const promotion = promotionOf({ stapling, isStapledFundShown, advertised })
        if (!promotion.allowed) continue
        expect(["found", "none"]).toContain(stapling)
        expect(stapling === "none" || isStapledFundShown).toBe(true)
        expect(promotion.fund_products).toEqual([passed])
      }
    }
  })
})
