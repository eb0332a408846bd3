import {
  EmbedContactStep,
  EmbedIdentityStep,
  SelfManagedSuperFundInput,
  EmbedTaxStep
} from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { TFN_NOTICE } from "../employee-embed/texts.ts"

/** A phone number that is kept for fiction (domain 4.5). */
export const PLAYED_PHONE = "0491 570 006" as S.PhoneNumberInput

export const playedIdentity = ({ prefilled }: S.EmbedOnboarding): S.EmbedIdentityStep =>
  Schema.decodeSync(EmbedIdentityStep)({
    given_name: prefilled.identity?.given_name ?? "Niamh",
    family_name: prefilled.identity?.family_name ?? "O'Connor",
    date_of_birth: prefilled.identity?.date_of_birth ?? "1990-05-17"
  })

/** `+400` makes a simulated fund refuse the registration; it stands where no rule looks at it. */
export const playedContact = (
  { prefilled }: S.EmbedOnboarding,
  preset: S.SandboxPreset
): S.EmbedContactStep =>
  Schema.decodeSync(EmbedContactStep)({
    email: prefilled.email ?? "niamh@example.com",
    phone_number: prefilled.phone_number ?? PLAYED_PHONE,
    address: {
      address_line_1: "12 Banksia Street",
      ...(preset === "registration_fails" ? { address_line_2: "+400" } : {}),
      locality: "Craigieburn",
      postcode: "3064",
      state: "VIC"
    }
  })

export const playedTax = (preset: S.SandboxPreset): S.EmbedTaxStep =>
  Schema.decodeSync(EmbedTaxStep)({
    notice_version: TFN_NOTICE.version,
    ...(preset === "no_tfn" ? { tfn_exemption_type: "not_quoted" } : { tfn: "123 456 782" })
  })

export const PLAYED_MEMBER_NUMBER = "SIM-0012345" as S.MemberNumberInput

export const PLAYED_SELF_MANAGED: S.SelfManagedSuperFundInput = Schema.decodeSync(SelfManagedSuperFundInput)({
  fund_abn: "83914571673",
  fund_name: "Banksia Family Super",
  fund_electronic_service_address: "SMSFDATA",
  bank_account_bsb: "062000",
  bank_account_number: "12345678",
  bank_account_name: "Banksia Family Super",
  member_name: "Niamh O'Connor"
})
