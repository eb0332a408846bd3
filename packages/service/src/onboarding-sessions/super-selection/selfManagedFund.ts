/** The funds that the directory doesn't have: self-managed ones, and those that an employee names (`UnlistedFund`). */
import * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import type { Findings, PlacedFinding } from "../../personal-data/Findings.ts"
import {
  readAbn,
  readAccount,
  readBsb,
  readMemberNumber,
  normaliseText,
  readUsi
} from "../../personal-data/text.ts"
import { normaliseName } from "../../personal-data/personName.ts"

const fields = {
  fund_abn: S.Abn,
  fund_name: S.OrganisationName,
  fund_electronic_service_address: S.ElectronicServiceAddress,
  bank_account_bsb: S.Bsb,
  bank_account_number: S.BankAccountNumber,
  bank_account_name: S.OrganisationName,
  member_name: S.PersonName,
  member_number: Schema.NullOr(S.MemberNumber)
}

/**
 * The known data of a self-managed super fund: it has no USI, and is paid by bank account. It is personal, so it is
 * stored sealed.
 */
export const SelfManagedFund = Schema.Struct(fields)
export interface SelfManagedFund extends Schema.Schema.Type<typeof SelfManagedFund> {}

/** A self-managed fund that the employee has chosen. */
export const ChosenSelfManagedFund = Schema.Struct({
  ...fields,
  /** When the register confirmed it as a regulated self-managed super fund; null if that couldn't be checked. */
  regulation_checked_at: Schema.NullOr(S.Timestamp),
  /** The version of the employee's declaration; null where they chose nothing. */
  declaration_version: Schema.NullOr(S.EmbedTextVersion)
})
export interface ChosenSelfManagedFund extends Schema.Schema.Type<typeof ChosenSelfManagedFund> {}

/** The member's name as the fund knows it: the only field with a rule besides its schema. `at` is the path of the fund. */
export const readMemberName = (
  name: S.SelfManagedSuperFundInput["member_name"] | undefined,
  at: string,
  findings: Findings
): S.PersonName | undefined =>
  name === undefined ? undefined : findings.take(`${at}/member_name`, normaliseName(name))

/** A self-managed super fund in its normal form. `at` is the path of the input in the body. */
export const readSelfManagedFund = (
  input: S.SelfManagedSuperFundInput | S.TypedSelfManagedSuperFund,
  at: string,
  findings: Findings
): SelfManagedFund => ({
  fund_abn: readAbn(input.fund_abn),
  fund_name: normaliseText(input.fund_name) as S.OrganisationName,
  fund_electronic_service_address: input.fund_electronic_service_address,
  bank_account_bsb: readBsb(input.bank_account_bsb),
  bank_account_number: readAccount(input.bank_account_number),
  bank_account_name: normaliseText(input.bank_account_name) as S.OrganisationName,
  // Undefined only with a finding.
  member_name: readMemberName(input.member_name, at, findings) as S.PersonName,
  member_number: input.member_number === undefined ? null : readMemberNumber(input.member_number)
})

/** The refusal of an ABN that the directory has: no self-managed fund is in it. */
export const PUBLIC: PlacedFinding = {
  pointer: "#/self_managed_super_fund/fund_abn",
  code: "not_allowed",
  detail:
    "This is the ABN of a fund in the list, not of a self-managed one. Choose it as a fund that you have."
}

/** The fund as partners see it; a fund that they passed in is never checked. */
export const presentSelfManagedFund = (
  fund: SelfManagedFund & Partial<ChosenSelfManagedFund>
): S.SelfManagedSuperFund => {
  const { declaration_version: _, regulation_checked_at = null, ...rest } = fund
  return { ...rest, regulation_checked_at }
}

/**
 * A fund that isn't in the directory, as the employee named it (D-unlisted-funds). It is stored sealed, because the
 * employee typed it.
 */
export const UnlistedFund = Schema.Struct({
  fund_name: S.OrganisationName,
  abn: S.Abn,
  usi: Schema.NullOr(S.Usi)
})
export interface UnlistedFund extends Schema.Schema.Type<typeof UnlistedFund> {}

/** An unlisted fund in its normal form. */
export const readUnlistedFund = ({ abn, fund_name, usi }: S.UnlistedSuperFundInput): UnlistedFund => ({
  fund_name: normaliseText(fund_name) as S.OrganisationName,
  abn: readAbn(abn),
  usi: usi === undefined ? null : readUsi(usi)
})

/** The refusal of a USI that the directory has: only a product of the directory is checked. */
export const LISTED: PlacedFinding = {
  pointer: "#/unlisted_fund/usi",
  code: "not_allowed",
  detail: "The fund with this USI is in the list. Search for it, and choose it there."
}

/** The warning about every choice of an unlisted fund. */
export const NOT_LISTED: S.EmbedWarning = {
  step: "super_selection",
  pointer: "#/unlisted_fund",
  code: "fund_not_listed",
  detail: "This fund isn't in our list, so it couldn't be checked. Your employer checks it before paying."
}
