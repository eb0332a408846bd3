import type { EmailAddress } from "@embedded-super/contracts/schemas"
import { pasted } from "@embedded-super/contracts/pasted"
import type * as S from "@embedded-super/contracts/schemas"

/** Text in Unicode's composed form (NFC), trimmed, with runs of spaces collapsed to one. */
export const normaliseText = (text: string): string =>
  text
    .normalize("NFC")
    .trim()
    .replace(/\p{Zs}+/gu, " ")

/**
 * The address with its domain in lower case. The part before the @ is unchanged: only its mail server can compare it.
 */
export const normaliseEmail = (address: EmailAddress): EmailAddress => {
  const at = address.indexOf("@")
  return (address.slice(0, at) + address.slice(at).toLowerCase()) as EmailAddress
}

/** Numbers that a schema accepted as people paste them, in the form that is stored (D-pasted-text). */
export const readAbn = (input: S.AbnInput): S.Abn => pasted("abn", input) as S.Abn
export const readUsi = (input: S.UsiInput): S.Usi => pasted("usi", input) as S.Usi
export const readBsb = (input: S.BsbInput): S.Bsb => pasted("bsb", input) as S.Bsb
export const readAccount = (input: S.BankAccountNumberInput): S.BankAccountNumber =>
  pasted("account", input) as S.BankAccountNumber
export const readPostcode = (input: S.PostcodeInput): S.Postcode => pasted("postcode", input) as S.Postcode

/** A member number as it was typed, without the spaces at its ends. Inner ones may be part of it (D-member-numbers). */
export const readMemberNumber = (input: S.MemberNumberInput | S.TypedMemberNumber): S.MemberNumber =>
  input.trim() as S.MemberNumber
