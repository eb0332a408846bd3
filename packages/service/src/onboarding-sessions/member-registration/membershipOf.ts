import { AccountNumber, EmbedFundDetail } from "@embedded-super/contracts/schemas"
import type {
  MemberDetails,
  MemberNumber,
  MemberRegistrationResponse
} from "@embedded-super/contracts/schemas"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Membership } from "../super-selection/membership.ts"

/** How much of what a fund returns besides is shown to the employee (domain 1.7). */
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
