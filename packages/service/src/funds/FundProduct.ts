import type * as S from "@embedded-super/contracts/schemas"

/** A super fund's product, with what a person needs to recognise it and what the law says about offering it. */
export type FundProduct = Omit<S.EmbedFundProduct, "can_register">

/** A product that the service can register members with at once, and what its fund wants to know of a member. */
export interface JoinableFundProduct {
  readonly product: FundProduct
  /** The slug of its fund. */
  readonly fund: S.Slug
  readonly fields: S.FundFieldProfile
  readonly tfn_exemptions_accepted: boolean
  /** The operator has it advertised to the product's employees, where the law allows that. */
  readonly is_promoted: boolean
}
