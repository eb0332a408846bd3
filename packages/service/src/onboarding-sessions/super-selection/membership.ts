import { AccountNumber, EmbedFundDetail, MemberNumber } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"

/** What is known of a membership, from its fund or from whoever gave the number; sealed with the super selection. */
export const Membership = Schema.Struct({
  member_number: MemberNumber,
  account_number: Schema.NullOr(AccountNumber),
  /** What else the fund returned, to be shown to the employee as text. */
  fund_details: Schema.Array(EmbedFundDetail)
})
export interface Membership extends Schema.Schema.Type<typeof Membership> {}

/** A membership of which nothing but the number is known. */
export const membershipWith = (member_number: S.MemberNumber | null): Membership | null =>
  member_number === null ? null : { member_number, account_number: null, fund_details: [] }

/**
 * How sure a number is, by who gave it: the fund that registered the member, the ATO, the partner with the employee's
 * agreement, or the employee alone. A self-managed fund is the employee's own: there is nobody to ask.
 */
const CONFIDENCE: { readonly [Source in S.SuperSelectionSource]: S.MemberVerificationConfidence | null } = {
  join_new: "verified",
  employer_default: "verified",
  stapled: "high",
  partner_supplied: "medium",
  existing: "low",
  smsf: null
}

/** How sure a membership is. No fund was asked by a member verification request, so none has answered one. */
export const verificationOf = (
  selection: { readonly source: S.SuperSelectionSource; readonly membership: Membership | null } | undefined
): S.MemberVerification | null => {
  const confidence =
    selection === undefined || selection.membership === null ? null : CONFIDENCE[selection.source]
  return confidence === null ? null : { confidence, mvr_received_at: null }
}
