import type * as S from "@embedded-super/contracts/schemas"
import type { Choosable } from "./choosable.ts"

/** What an employee was shown to choose from, as it is kept for whoever has to answer for it (domain 8.4). */
export interface Displayed {
  readonly stapling_status: S.EmbedStaplingResult["status"]
  /** The cards in their order; null for a self-managed fund. */
  readonly existing: ReadonlyArray<{
    readonly source: "stapled" | "partner_supplied"
    readonly fund_product_id: S.FundProductId | null
  }>
  /** The neutral list, in its order. */
  readonly join: ReadonlyArray<S.FundProductId>
  /** The advertisements in their order, or why there were none. */
  readonly promoted: ReadonlyArray<S.FundProductId>
  readonly promotion_withheld: S.EmbedFundPromotion["withheld_reason"] | null
  readonly employer_default: S.FundProductId | null
  readonly employer_default_can_register: boolean
}

/** What is recorded of a display, and compared with what can be chosen later. */
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

const FIELDS = [
  "stapling_status",
  "existing",
  "join",
  "promoted",
  "promotion_withheld",
  "employer_default",
  "employer_default_can_register"
] as const satisfies ReadonlyArray<keyof Displayed>

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member
  )

/** Whether two displays show the same. The database gives a row's members back in another order. */
export const isSameDisplay = (a: Displayed, b: Displayed) =>
  FIELDS.every((field) => inOrder(a[field]) === inOrder(b[field]))
