import {
  EmbedContactStep,
  type EmbedFundChoices,
  EmbedIdentityStep,
  EmbedTaxStep,
  type FundProductId,
  type SandboxPreset,
  SelfManagedSuperFundInput,
  type Slug
} from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import * as Result from "effect/Result"
import { TFN_NOTICE } from "../employee-embed/texts.ts"
import type { PlayedPerson } from "./playedPerson.ts"
import type { JoinableFundProduct } from "../../funds/FundProductsRepo.ts"

/** A phone number reserved for fiction (D-phone-numbers). */
export const PLAYED_PHONE = "0491 570 006" as S.PhoneNumberInput

export const playedIdentity = ({ prefilled }: S.EmbedOnboarding, person: PlayedPerson): S.EmbedIdentityStep =>
  Schema.decodeSync(EmbedIdentityStep)({
    given_name: prefilled.identity?.given_name ?? person.given_name,
    family_name: prefilled.identity?.family_name ?? person.family_name,
    date_of_birth: prefilled.identity?.date_of_birth ?? person.date_of_birth
  })

/** `+400` makes a simulated fund refuse the registration; no rule checks `address_line_2`. */
export const playedContact = (
  { prefilled }: S.EmbedOnboarding,
  person: PlayedPerson,
  preset: S.SandboxPreset
): S.EmbedContactStep =>
  Schema.decodeSync(EmbedContactStep)({
    email: prefilled.email ?? person.email,
    phone_number: prefilled.phone_number ?? PLAYED_PHONE,
    address: {
      address_line_1: "12 Banksia Street",
      ...(preset === "registration_fails" ? { address_line_2: "+400" } : {}),
      locality: "Craigieburn",
      postcode: "3064",
      state: "VIC"
    }
  })

export const playedTax = (person: PlayedPerson, preset: S.SandboxPreset): S.EmbedTaxStep =>
  Schema.decodeSync(EmbedTaxStep)({
    notice_version: TFN_NOTICE.version,
    ...(preset === "no_tfn" ? { tfn_exemption_type: "not_quoted" } : { tfn: person.tfn })
  })

export const playedSelfManagedFund = ({
  family_name,
  given_name
}: PlayedPerson): S.SelfManagedSuperFundInput =>
  Schema.decodeSync(SelfManagedSuperFundInput)({
    fund_abn: "83914571673",
    fund_name: "Banksia Family Super",
    fund_electronic_service_address: "SMSFDATA",
    bank_account_bsb: "062000",
    bank_account_number: "12345678",
    bank_account_name: "Banksia Family Super",
    member_name: `${given_name} ${family_name}`
  })

/** The presets whose employee joins a fund. */
const JOINING: ReadonlySet<SandboxPreset> = new Set(["join_new", "no_tfn", "registration_fails"])

/** The error of naming a fund with a preset that joins none; undefined if there is none. */
export const misnamedFund = (fund: Slug | undefined, preset: SandboxPreset) =>
  fund === undefined || JOINING.has(preset)
    ? undefined
    : ({
        pointer: "#/fund",
        code: "not_allowed",
        detail: `The preset ${preset} joins no fund. Leave fund out, or use ${[...JOINING].join(", ")}.`
      } as const)

/**
 * The product that the played employee joins: that of the named fund, or else the first one offered. Undefined if none
 * is named and none is offered. Fails with the reason, as a sentence for the caller.
 */
export const fundToJoin = (
  fund: Slug | undefined,
  offered: EmbedFundChoices["join"]["fund_products"],
  joinable: ReadonlyArray<JoinableFundProduct>
): Result.Result<FundProductId | undefined, string> => {
  if (fund === undefined) return Result.succeed(offered[0]?.id)
  const known = joinable.filter((each) => each.fund === fund).map(({ product }) => product.id)
  if (known.length === 0) return Result.fail(unreachable(fund))
  const found = offered.find(({ id }) => known.includes(id))
  return found === undefined ? Result.fail(wanting(fund)) : Result.succeed(found.id)
}

const unreachable = (fund: Slug) =>
  `The fund ${fund} can't be joined by this product's employees: it has no link to the product, no credentials, or no open product with member registration.`

const wanting = (fund: Slug) =>
  `The fund ${fund} can't be joined in this session: it requires a field that wasn't supplied, or takes no tax file number exemption.`
