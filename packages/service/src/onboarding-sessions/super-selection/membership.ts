import * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import * as Option from "effect/Option"

/** The known data of a membership, from its fund or from the source of the number; sealed with the super selection. */
export const Membership = Schema.Struct({
  member_number: S.MemberNumber,
  account_number: Schema.NullOr(S.AccountNumber),
  /** Further details that the fund returned, shown to the employee as text. */
  fund_details: Schema.Array(S.EmbedFundDetail)
})
export interface Membership extends Schema.Schema.Type<typeof Membership> {}

/** A membership of which only the number is known. */
export const membershipWith = (member_number: S.MemberNumber | null): Membership | null =>
  member_number === null ? null : { member_number, account_number: null, fund_details: [] }

/**
 * How reliable a number is, by its source: the fund that registered the member, the ATO, the partner with the
 * employee's agreement, or only the employee. A self-managed fund is the employee's own, so there is no other source.
 */
const CONFIDENCE: { readonly [Source in S.SuperSelectionSource]: S.MemberVerificationConfidence | null } = {
  join_new: "verified",
  employer_default: "verified",
  stapled: "high",
  partner_supplied: "medium",
  existing: "low",
  smsf: null
}

/** How reliable a membership is. No member verification request is ever sent to a fund, so no fund has answered one. */
export const verificationOf = (
  selection: { readonly source: S.SuperSelectionSource; readonly membership: Membership | null } | undefined
): S.MemberVerification | null => {
  const confidence =
    selection === undefined || selection.membership === null ? null : CONFIDENCE[selection.source]
  return confidence === null ? null : { confidence, mvr_received_at: null }
}

/** How many further details of a fund's answer the employee sees (D-member-registration). */
const MOST_DETAILS = 20

const isDetail = Schema.is(S.EmbedFundDetail)

/** `insurance_starts_on` as a readable label: "Insurance starts on". */
const labelOf = (name: string): string => {
  const words = name.replaceAll("_", " ").trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const textOf = (value: unknown): string | undefined => {
  if (typeof value === "boolean") return value ? "Yes" : "No"
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined
}

/** The texts, numbers and booleans that the fund added, as far as they can be shown as plain text. */
const additional = ({
  account_number: _,
  member_number: __,
  ...more
}: S.MemberDetails): ReadonlyArray<S.EmbedFundDetail> =>
  Object.entries(more)
    .map(([name, value]) => ({ label: labelOf(name), value: textOf(value) }))
    .filter(isDetail)
    .slice(0, MOST_DETAILS)

const readAccountNumber = Schema.decodeUnknownOption(S.AccountNumber)

/** The stored part of a fund's answer; `FundOperation` has checked its member number. */
export const membershipOf = ({ member_details }: S.MemberRegistrationResponse): Membership => ({
  member_number: member_details.member_number.trim() as S.MemberNumber,
  account_number: Option.getOrNull(readAccountNumber(member_details.account_number?.trim())),
  fund_details: additional(member_details)
})
