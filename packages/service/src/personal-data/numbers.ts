import { pasted } from "@embedded-super/contracts/pasted"
import type * as S from "@embedded-super/contracts/schemas"

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
