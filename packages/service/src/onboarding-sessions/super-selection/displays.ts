import type * as S from "@embedded-super/contracts/schemas"
import type { Choosable, ExistingFund, Promotion } from "./choosable.ts"
import type { FundProduct } from "../../funds/FundProductsRepo.ts"
import { withoutNulls } from "../../platform/answers/answers.ts"
import { toTimestampOrNull } from "../../platform/time/timestamp.ts"
import {
  PROMOTION_DISCLAIMER,
  REGISTRATION_CONSENT,
  SELF_MANAGED_DECLARATION
} from "../employee-embed/texts.ts"

/** The funds that an employee was shown to choose from, stored as evidence (D-advertising). */
export interface Displayed {
  readonly stapling_status: S.EmbedStaplingResult["status"]
  /** The cards in their order; null for a self-managed fund. */
  readonly existing: ReadonlyArray<{
    readonly source: "stapled" | "partner_supplied"
    readonly fund_product_id: S.FundProductId | null
  }>
  /** The neutral list, in its order. */
  readonly join: ReadonlyArray<S.FundProductId>
  /** The advertisements in their order, or the reason why there were none. */
  readonly promoted: ReadonlyArray<S.FundProductId>
  readonly promotion_withheld: S.EmbedFundPromotion["withheld_reason"] | null
  readonly employer_default: S.FundProductId | null
  readonly employer_default_can_register: boolean
}

/** The record of a display, compared with the possible choices later. */
export const displayedOf = (choosable: Choosable): Displayed => {
  const { employerDefault, existing, join, promotion, stapling } = choosable
  return {
    stapling_status: stapling.status,
    existing: existing.map((card) => ({
      source: card.source,
      fund_product_id: card.kind === "regulated" ? card.product.id : null
    })),
    join: join.map(({ id }) => id),
    promoted: promotion.fund_products.map(({ id }) => id),
    promotion_withheld: promotion.allowed ? null : promotion.withheld_reason,
    employer_default: employerDefault?.id ?? null,
    employer_default_can_register: employerDefault?.can_register ?? false
  }
}

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member
  )

/** Whether two displays are equal. The database returns a row's members in another order. */
export const isSameDisplay = (a: Displayed, b: Displayed) => inOrder(a) === inOrder(b)

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

/** The four ways to choose (D-employee-embed), the employee's own funds before any other. */
export const presentChoices = (display_id: S.FundDisplayId, choosable: Choosable): S.EmbedFundChoices => {
  const { employerDefault, existing, join, promotion, stapling } = choosable
  return {
    display_id,
    existing: {
      stapling: withoutNulls({ status: stapling.status, asked_at: toTimestampOrNull(stapling.asked_at) }),
      funds: existing.map((card) => presentCard(card, join))
    },
    join: {
      fund_products: { count: join.length },
      consent: REGISTRATION_CONSENT,
      promotion: presentPromotion(promotion)
    },
    employer_default: withoutNulls({ fund_product: employerDefault ?? null }),
    self_managed: { is_available: true, declaration: SELF_MANAGED_DECLARATION }
  }
}
