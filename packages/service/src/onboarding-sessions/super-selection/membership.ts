import {
  AccountNumber,
  EmbedFundDetail,
  type MemberDetails,
  MemberNumber,
  type MemberRegistrationResponse
} from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import * as Option from "effect/Option"

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

/** How much of what a fund returns besides is shown to the employee (D-member-registration). */
const MOST_DETAILS = 20

const isDetail = Schema.is(EmbedFundDetail)

/** `insurance_starts_on` as a person reads it: "Insurance starts on". */
const labelOf = (name: string): string => {
  const words = name.replaceAll("_", " ").trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const textOf = (value: unknown): string | undefined => {
  if (typeof value === "boolean") return value ? "Yes" : "No"
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined
}

/** Texts, numbers and truth values that the fund added, as far as they can be shown as plain text. */
const additional = ({
  account_number: _,
  member_number: __,
  ...more
}: MemberDetails): ReadonlyArray<EmbedFundDetail> =>
  Object.entries(more)
    .map(([name, value]) => ({ label: labelOf(name), value: textOf(value) }))
    .filter(isDetail)
    .slice(0, MOST_DETAILS)

const readAccountNumber = Schema.decodeUnknownOption(AccountNumber)

/** What is kept of a fund's answer, whose member number `FundOperation` has found usable. */
export const membershipOf = ({ member_details }: MemberRegistrationResponse): Membership => ({
  member_number: member_details.member_number.trim() as MemberNumber,
  account_number: Option.getOrNull(readAccountNumber(member_details.account_number?.trim())),
  fund_details: additional(member_details)
})
