import { AccountNumber, EmbedFundDetail, MemberNumber } from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"

/** What a fund said about a membership, as it is sealed with the super selection. */
export const Membership = Schema.Struct({
  member_number: MemberNumber,
  account_number: Schema.NullOr(AccountNumber),
  /** What else the fund returned, to be shown to the employee as text. */
  fund_details: Schema.Array(EmbedFundDetail)
})
export interface Membership extends Schema.Schema.Type<typeof Membership> {}
