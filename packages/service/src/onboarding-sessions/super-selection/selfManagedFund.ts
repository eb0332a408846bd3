import { digitsOf, withoutSpaces } from "@embedded-super/contracts/checks"
import {
  Abn,
  BankAccountNumber,
  Bsb,
  ElectronicServiceAddress,
  EmbedTextVersion,
  MemberNumber,
  OrganisationName,
  PersonName,
  Timestamp
} from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import type { Findings } from "../../personal-data/Findings.ts"
import { normaliseName } from "../../personal-data/personName.ts"
import { normaliseText } from "../../personal-data/text.ts"

const fields = {
  fund_abn: Abn,
  fund_name: OrganisationName,
  fund_electronic_service_address: ElectronicServiceAddress,
  bank_account_bsb: Bsb,
  bank_account_number: BankAccountNumber,
  bank_account_name: OrganisationName,
  member_name: PersonName,
  member_number: Schema.NullOr(MemberNumber)
}

/** A self-managed super fund as it is known: it has no USI, and is paid by bank account. Personal, so it is kept sealed. */
export const SelfManagedFund = Schema.Struct(fields)
export interface SelfManagedFund extends Schema.Schema.Type<typeof SelfManagedFund> {}

/** One that the employee has chosen. */
export const ChosenSelfManagedFund = Schema.Struct({
  ...fields,
  /** When it was found to be a regulated self-managed super fund; null if that couldn't be checked. */
  regulation_checked_at: Schema.NullOr(Timestamp),
  /** What the employee declared of it; null where they chose nothing. */
  declaration_version: Schema.NullOr(EmbedTextVersion)
})
export interface ChosenSelfManagedFund extends Schema.Schema.Type<typeof ChosenSelfManagedFund> {}

/** A self-managed super fund in its normal form. `at` is where the input stands in the body. */
export const readSelfManagedFund = (
  input: S.SelfManagedSuperFundInput,
  at: string,
  findings: Findings
): SelfManagedFund => ({
  fund_abn: digitsOf(input.fund_abn) as S.Abn,
  fund_name: normaliseText(input.fund_name) as S.OrganisationName,
  fund_electronic_service_address: input.fund_electronic_service_address,
  bank_account_bsb: digitsOf(input.bank_account_bsb) as S.Bsb,
  bank_account_number: input.bank_account_number,
  bank_account_name: normaliseText(input.bank_account_name) as S.OrganisationName,
  member_name: findings.take(`${at}/member_name`, normaliseName(input.member_name)),
  member_number: input.member_number === undefined ? null : readMemberNumber(input.member_number)
})

/** A member number as the fund writes it, without the spaces of a letter. */
export const readMemberNumber = (input: S.MemberNumberInput): S.MemberNumber =>
  withoutSpaces(input) as S.MemberNumber

/** The fund as partners see it; one that they passed in is never checked. */
export const presentSelfManagedFund = (
  fund: SelfManagedFund & Partial<ChosenSelfManagedFund>
): S.SelfManagedSuperFund => {
  const { declaration_version: _, regulation_checked_at = null, ...rest } = fund
  return { ...rest, regulation_checked_at }
}
