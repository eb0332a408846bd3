import { isLatin } from "@embedded-super/contracts/pasted"
import * as S from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type { FundProduct, JoinableFundProduct } from "../../funds/FundProductsRepo.ts"
import { SELF_MANAGED_DECLARATION, TFN_NOTICE } from "../employee-embed/texts.ts"

/** Left out, the person keeps the fund that the partner filled in, or else joins one. */
export type Preset = S.SandboxPreset | undefined

/** A person that the sandbox plays. */
export interface PlayedPerson {
  readonly given_name: string
  readonly family_name: string
  readonly date_of_birth: string
  readonly email: string
  readonly tfn: string
  /** The number in a fund that the person is already a member of. */
  readonly member_number: string
}

const GIVEN =
  "Niamh Arun Mei Tomás Zara Kofi Ingrid Yusuf Leila Oscar Priya Hamish Thảo Mateo Sina Wiremu".split(" ")
const FAMILY =
  "O'Connor Nguyễn Papadopoulos Singh Müller Taylor Haddad Rossi Kelly Chen Tupou Novak Fraser Silva".split(
    " "
  )

const WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9]

/**
 * The tax file number with these first eight digits. The last digit has the weight 10, which is -1 modulo 11, so it
 * equals the weighted sum of the others. If that sum is 10, the next number is used.
 */
const tfnFrom = (firstEight: number): string => {
  const digits = String(firstEight)
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return sum % 11 === 10 ? tfnFrom(firstEight + 1) : `${digits}${sum % 11}`
}

const twoDigits = (number: number) => String(number).padStart(2, "0")

const plainLetters = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase()

/**
 * The person behind an employee of a sandboxed product: derived from the employee's id, so the same in each session,
 * and different for each employee, so that funds give them different member numbers.
 */
export const playedPerson = (id: S.EmployeeId): PlayedPerson => {
  const bytes = createHash("sha256").update(id).digest()
  /** An integer below `limit`, from four of the digest's bytes. */
  const pick = (part: number, limit: number) => bytes.readUInt32BE(part * 4) % limit
  const given_name = GIVEN[pick(0, GIVEN.length)] ?? ""
  const family_name = FAMILY[pick(1, FAMILY.length)] ?? ""
  return {
    given_name,
    family_name,
    date_of_birth: `${1960 + pick(2, 45)}-${twoDigits(1 + pick(3, 12))}-${twoDigits(1 + pick(4, 28))}`,
    email: `${plainLetters(given_name)}.${plainLetters(family_name)}@example.com`,
    tfn: tfnFrom(10_000_000 + pick(5, 89_999_990)),
    member_number: `SIM-${String(pick(6, 10_000_000)).padStart(7, "0")}`
  }
}

/** A phone number reserved for fiction (D-phone-numbers). */
export const PLAYED_PHONE = "0491 570 006" as S.PhoneNumberInput

const NAME = /name$|^title_other$/

/**
 * The partner's prefilled answers that the employee can save as they are. Leaves out a name in another script, because the
 * embed asks for Latin letters, and `other` without its text.
 */
const keptIdentity = ({ identity = {} }: S.EmbedPrefilled): typeof identity => {
  const texts: Readonly<Record<string, string>> = identity
  const hasText = (text: string | undefined) => text !== undefined && isLatin(text)
  const isKept = ([field, value]: [string, string]) =>
    NAME.test(field) ? isLatin(value) : value !== "other" || hasText(texts[`${field}_other`])
  return Object.fromEntries(Object.entries(texts).filter(isKept))
}

export const playedIdentity = (
  { prefilled }: S.EmbedOnboarding,
  person: PlayedPerson
): S.EmbedIdentityStep => {
  const { date_of_birth, family_name, given_name } = person
  return Schema.decodeSync(S.EmbedIdentityStep)({
    given_name,
    family_name,
    date_of_birth,
    ...keptIdentity(prefilled)
  })
}

const PLAYED_ADDRESS = {
  address_line_1: "12 Banksia Street",
  locality: "Craigieburn",
  postcode: "3064",
  state: "VIC"
}

/** A simulated fund refuses this in `address_line_2`, and names the field; no rule of the service checks its value. */
const REFUSED = "+400-address_line_2"

export const playedContact = (
  { prefilled }: S.EmbedOnboarding,
  person: PlayedPerson,
  preset: Preset
): S.EmbedContactStep =>
  Schema.decodeSync(S.EmbedContactStep)({
    email: prefilled.email ?? person.email,
    phone_number: prefilled.phone_number ?? PLAYED_PHONE,
    address: {
      ...(prefilled.address ?? PLAYED_ADDRESS),
      ...(preset === "registration_fails" ? { address_line_2: REFUSED } : {})
    }
  })

/** The partner's answer, unless the preset has its own. `under_eighteen` isn't played: the person may be older. */
const taxAnswer = ({ tax }: S.EmbedPrefilled, { tfn }: PlayedPerson, preset: Preset) => {
  const reason = preset === "no_tfn" ? "not_quoted" : tax?.tfn_exemption_type
  if (reason !== undefined && reason !== "under_eighteen") return { tfn_exemption_type: reason }
  return tax?.tfn_provided === true ? { keep_tfn: true as const } : { tfn }
}

export const playedTax = (
  { prefilled }: S.EmbedOnboarding,
  person: PlayedPerson,
  preset: Preset
): S.EmbedTaxStep =>
  Schema.decodeSync(S.EmbedTaxStep)({
    notice_version: TFN_NOTICE.version,
    ...taxAnswer(prefilled, person, preset)
  })

/** The card of the fund that the partner filled in, if the preset keeps it: `smsf` keeps none but a self-managed one. */
export const keptFund = (
  funds: ReadonlyArray<S.EmbedExistingFund>,
  { super_fund }: S.EmbedPrefilled,
  preset: Preset,
  joins: S.Slug | undefined
): S.EmbedExistingFund | undefined => {
  const own = funds.find(
    ({ fund_product, source }) =>
      source === "partner_supplied" || (super_fund !== undefined && fund_product?.usi === super_fund.usi)
  )
  const isKept =
    preset === "smsf"
      ? own?.self_managed_super_fund !== undefined
      : preset === "existing" || (preset === undefined && joins === undefined)
  return isKept ? own : undefined
}

/** The choice of an own fund's card, with the fields that the partner left out. */
export const playedOwnFund = (
  { fund_product, member_number, self_managed_super_fund: managed, source }: S.EmbedExistingFund,
  person: PlayedPerson
): Omit<S.EmbedFundChoice, "display_id"> => {
  const typed = person.member_number as S.TypedMemberNumber
  if (fund_product !== undefined) {
    const lacksNumber = source === "partner_supplied" && member_number === undefined
    return { source, fund_product_id: fund_product.id, ...(lacksNumber ? { member_number: typed } : {}) }
  }
  const { member_name } = playedSelfManagedFund(person)
  const declaration_version = SELF_MANAGED_DECLARATION.version
  const isReadable = managed !== undefined && isLatin(managed.member_name)
  return { source, declaration_version, ...(isReadable ? {} : { member_name }) }
}

export const playedSelfManagedFund = ({
  family_name,
  given_name
}: PlayedPerson): S.TypedSelfManagedSuperFund =>
  Schema.decodeSync(S.TypedSelfManagedSuperFund)({
    fund_abn: "83914571673",
    fund_name: "Banksia Family Super",
    fund_electronic_service_address: "SMSFDATA",
    bank_account_bsb: "062000",
    bank_account_number: "12345678",
    bank_account_name: "Banksia Family Super",
    member_name: `${given_name} ${family_name}`
  })

/** The presets whose employee joins a fund. */
const JOINING: ReadonlySet<S.SandboxPreset> = new Set(["join_new", "no_tfn", "registration_fails"])

/** The error of naming a fund with a preset that joins none; undefined if there is none. */
export const misnamedFund = (fund: S.Slug | undefined, preset: Preset) =>
  fund === undefined || preset === undefined || JOINING.has(preset)
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
  fund: S.Slug | undefined,
  offered: ReadonlyArray<FundProduct>,
  joinable: ReadonlyArray<JoinableFundProduct>,
  missing: (fund: JoinableFundProduct) => ReadonlyArray<string>
): Result.Result<S.FundProductId | undefined, string> => {
  if (fund === undefined) return Result.succeed(offered[0]?.id)
  const known = joinable.filter((each) => each.fund === fund)
  if (known.length === 0) return Result.fail(unreachable(fund))
  const found = offered.find(({ id }) => known.some(({ product }) => product.id === id))
  return found === undefined
    ? Result.fail(wanting(fund, new Set(known.flatMap(missing))))
    : Result.succeed(found.id)
}

const unreachable = (fund: S.Slug) =>
  `The fund ${fund} can't be joined by this product's employees: it has no link to the product, no credentials, or no open product with member registration.`

/** A fund that takes no exemption requires a tax file number. */
const wanting = (fund: S.Slug, missing: ReadonlySet<string>) =>
  missing.size === 0
    ? `The fund ${fund} can't be joined in this session: none of its products is open to new members.`
    : `The fund ${fund} can't be joined in this session: it requires what wasn't supplied: ${[...missing].join(", ")}.`
