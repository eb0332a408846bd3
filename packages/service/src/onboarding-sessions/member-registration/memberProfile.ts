import type { MemberField } from "@embedded-super/contracts/member-fields"
import type * as S from "@embedded-super/contracts/schemas"
import { type FundProfile, MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import { requirementOf } from "@embedded-super/rules/profile/readProfile"
import { issuesOf } from "@embedded-super/http-manners"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { JoinableFundProduct } from "../../funds/FundProductsRepo.ts"
import type { SessionDetails } from "../sessionDetails.ts"

/** The mapping's input from a session; null where nothing was collected. */
export interface Collected {
  readonly identity: S.Identity | null
  readonly contact: S.Contact | null
  readonly employment: S.Employment | null
  readonly tfn_exemption_type: S.TfnExemptionType | null
}

/** The collected data of a session, as input of the member profile. */
export const collectedOf = ({ identity, contact, prefilled, tax }: SessionDetails): Collected => ({
  identity,
  contact,
  employment: prefilled?.employment ?? null,
  tfn_exemption_type: tax?.tfn_exemption_type ?? null
})

/** The full member profile (R-1-15), the same for every fund: a field that wasn't collected has no key. */
export type MemberProfile = Partial<S.MemberRegistrationRequest>

const joined = (...names: ReadonlyArray<string | null | undefined>) => {
  const present = names.filter((name) => name !== null && name !== undefined)
  return present.length === 0 ? null : (present.join(" ") as S.OtherName)
}

/**
 * The source of each member field (D-member-registration). The names that differ are first_name, other_name,
 * employment_start_date and contribution_frequency. A field that the specs declare and that is missing here is a compile error.
 */
const MEMBER_FIELDS: {
  readonly [Field in MemberField]: (
    collected: Collected
  ) => S.MemberRegistrationRequest[Field] | null | undefined
} = {
  // Sealed apart, and opened right before the call to the fund.
  tfn: () => undefined,
  first_name: ({ identity }) => identity?.given_name,
  middle_name: ({ identity }) => identity?.middle_name,
  family_name: ({ identity }) => identity?.family_name as S.PersonName,
  other_name: ({ identity }) => joined(identity?.previous_given_name, identity?.previous_family_name),
  date_of_birth: ({ identity }) => identity?.date_of_birth as S.CalendarDate,
  email: ({ contact }) => contact?.email,
  phone_number: ({ contact }) => contact?.phone_number,
  address_line_1: ({ contact }) => contact?.address.address_line_1,
  address_line_2: ({ contact }) => contact?.address.address_line_2,
  locality: ({ contact }) => contact?.address.locality,
  postcode: ({ contact }) => contact?.address.postcode,
  state: ({ contact }) => contact?.address.state,
  gender: ({ identity }) => identity?.gender,
  employment_start_date: ({ employment }) => employment?.start_date,
  contribution_frequency: ({ employment }) => employment?.pay_frequency
}

const FIELDS = Object.keys(MEMBER_FIELDS) as ReadonlyArray<MemberField>

/** The data about a person that a fund which accepts everything gets. */
export const memberProfile = (collected: Collected, tfn: S.Tfn | undefined): MemberProfile => {
  const { tfn_exemption_type } = collected
  const values = Object.entries(MEMBER_FIELDS).map(([field, from]) => [field, from(collected)] as const)
  const present = values.filter(([, value]) => value !== null && value !== undefined)
  return {
    ...(tfn === undefined ? {} : { tfn }),
    ...Object.fromEntries(present),
    ...(tfn_exemption_type === null ? {} : { tfn_exemption_type })
  }
}

/**
 * The required fields that a session can't supply; if there are none, the employee can join the fund (D-field-profile).
 * For a tax file number it checks only whether one was given, so this never opens it.
 */
export const missingFields = (
  fund: Pick<JoinableFundProduct, "fields" | "tfn_exemptions_accepted">,
  collected: Collected,
  tfnProvided: boolean
): ReadonlyArray<MemberField> => {
  const profile = memberProfile(collected, undefined)
  const supplied = (field: MemberField) => {
    if (field === "tfn") {
      return tfnProvided || (fund.tfn_exemptions_accepted && collected.tfn_exemption_type !== null)
    }
    // A person with a single name gave it as family name, and has no first name to send.
    if (field === "first_name" && profile.first_name === undefined) return profile.family_name !== undefined
    return profile[field] !== undefined
  }
  return FIELDS.filter((field) => requirementOf(fund.fields, field) === "required" && !supplied(field))
}

const decode = Schema.decodeUnknownResult(Schema.toType(MemberRegistrationRequest), { errors: "all" })

type Wanted = Pick<FundProfile, "fields" | "tfn_exemptions_accepted">

/**
 * The part of a profile that the fund accepts: exactly one of a tax file number and an exemption, and no excluded
 * field.
 */
const accepted = (profile: MemberProfile, { fields, tfn_exemptions_accepted }: Wanted): MemberProfile => {
  const { tfn_exemption_type, ...rest } = profile
  const kept = Object.fromEntries(
    Object.entries(rest).filter(([name]) => requirementOf(fields, name as MemberField) !== "excluded")
  )
  const isExempt = tfn_exemptions_accepted && profile.tfn === undefined && tfn_exemption_type !== undefined
  return isExempt ? { ...kept, tfn_exemption_type } : kept
}

const isSupplied = (request: MemberProfile, field: MemberField): boolean => {
  if (field === "tfn") return request.tfn !== undefined || request.tfn_exemption_type !== undefined
  // A person with a single name gave it as family name, and has no first name to send.
  return field === "first_name" || request[field] !== undefined
}

/**
 * The body of a registration: the member profile in the form of the fund's field profile (R-2.3-17, D-field-profile).
 * Fails with the names of required fields that are missing or invalid.
 */
export const registrationRequest = (
  profile: MemberProfile,
  fund: Wanted
): Result.Result<MemberRegistrationRequest, ReadonlyArray<string>> => {
  const request = accepted(profile, fund)
  const missing = FIELDS.filter(
    (field) => requirementOf(fund.fields, field) === "required" && !isSupplied(request, field)
  )
  if (missing.length > 0) return Result.fail(missing)
  return Result.mapError(decode(request), ({ issue }) =>
    issuesOf("body", issue, undefined).map(({ pointer }) => pointer.slice(2))
  )
}
