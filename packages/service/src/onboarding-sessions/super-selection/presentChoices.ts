import type * as S from "@embedded-super/contracts/schemas"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { withoutNulls } from "../../platform/answers/withoutNulls.ts"
import { toTimestampOrNull } from "../../platform/time/timestamp.ts"
import {
  PROMOTION_DISCLAIMER,
  REGISTRATION_CONSENT,
  SELF_MANAGED_DECLARATION
} from "../employee-embed/texts.ts"
import type { Choosable } from "./choosable.ts"
import type { ExistingFund } from "./existingFunds.ts"
import type { Promotion } from "./promotion.ts"

const joinable = (product: FundProduct): S.EmbedFundProduct => ({ ...product, can_register: true })

const presentCard = (card: ExistingFund, join: Choosable["join"]): S.EmbedExistingFund => {
  const { source } = card
  if (card.kind === "self_managed") {
    return { source, self_managed_super_fund: withoutNulls(card.fund) }
  }
  const fund_product = { ...card.product, can_register: join.some(({ id }) => id === card.product.id) }
  return withoutNulls({ source, fund_product, member_number: card.member_number })
}

const presentPromotion = (promotion: Promotion): S.EmbedFundPromotion =>
  promotion.allowed
    ? {
        allowed: true,
        disclaimer: PROMOTION_DISCLAIMER,
        fund_products: promotion.fund_products.map(joinable)
      }
    : promotion

/** The four doors (domain 3.4), the employee's own funds before any other. */
export const presentChoices = (display_id: S.FundDisplayId, choosable: Choosable): S.EmbedFundChoices => {
  const { employerDefault, existing, join, promotion, stapling } = choosable
  return {
    display_id,
    existing: {
      stapling: withoutNulls({ status: stapling.status, asked_at: toTimestampOrNull(stapling.asked_at) }),
      funds: existing.map((card) => presentCard(card, join))
    },
    join: {
      fund_products: join.map(joinable),
      consent: REGISTRATION_CONSENT,
      promotion: presentPromotion(promotion)
    },
    employer_default: withoutNulls({ fund_product: employerDefault ?? null }),
    self_managed: { is_available: true, declaration: SELF_MANAGED_DECLARATION }
  }
}
