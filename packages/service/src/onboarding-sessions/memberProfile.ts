import type * as S from "@embedded-super/contracts/schemas"
import type { JoinableFundProduct } from "../funds/FundProduct.ts"

/** What the mapping needs of a session; null where nothing was collected. */
export interface Collected {
  readonly identity: S.Identity | null
  readonly contact: S.Contact | null
  readonly employment: S.Employment | null
  readonly tfn_exemption_type: S.TfnExemptionType | null
}

/** The full member profile (description 2.3), whoever the fund: what wasn't collected has no key. */
export type MemberProfile = Partial<S.MemberRegistrationRequest>

/** The fields of the member profile, but for the tax file number itself. */
type ProfileField = Exclude<keyof S.MemberRegistrationRequest, "tfn">

const joined = (...names: ReadonlyArray<string | null | undefined>) => {
  const present = names.filter((name) => name !== null && name !== undefined)
  return present.length === 0 ? null : (present.join(" ") as S.OtherName)
}

/**
 * Section 2.3 of the description, field by field: where each comes from (settled 6). The names that differ are
 * first_name, other_name, employment_start_date and contribution_frequency.
 */
const SOURCES: {
  readonly [Field in ProfileField]: (
    collected: Collected
  ) => S.MemberRegistrationRequest[Field] | null | undefined
} = {
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
  contribution_frequency: ({ employment }) => employment?.pay_frequency,
  tfn_exemption_type: ({ tfn_exemption_type }) => tfn_exemption_type
}

/** What is sent of a person to a fund that accepts everything. */
export const memberProfile = (collected: Collected, tfn: S.Tfn | undefined): MemberProfile => {
  const values = Object.entries(SOURCES).map(([field, source]) => [field, source(collected)] as const)
  const present = values.filter(([, value]) => value !== null && value !== undefined)
  return { ...(tfn === undefined ? {} : { tfn }), ...Object.fromEntries(present) }
}

/** What a field is where the fund's profile doesn't name it (domain 1.7). */
const DEFAULTS: { readonly [Field in keyof Required<S.FundFieldProfile>]: S.FieldRequirement } = {
  tfn: "required",
  first_name: "required",
  middle_name: "optional",
  family_name: "required",
  other_name: "optional",
  date_of_birth: "required",
  email: "required",
  phone_number: "required",
  address_line_1: "required",
  address_line_2: "optional",
  locality: "required",
  postcode: "required",
  state: "required",
  gender: "optional",
  employment_start_date: "optional",
  contribution_frequency: "optional"
}

/** A field that a fund's profile may name. */
export type FundField = keyof typeof DEFAULTS

/** Whether the fund wants the field, takes it, or must not be sent it. */
export const requirementOf = (fields: S.FundFieldProfile, field: FundField): S.FieldRequirement =>
  fields[field] ?? DEFAULTS[field]

/**
 * The required fields that a session can't supply; none: the fund can be joined (settled 6). A tax file number is
 * judged by whether one was given, so this never opens it.
 */
export const missingFields = (
  fund: Pick<JoinableFundProduct, "fields" | "tfn_exemptions_accepted">,
  collected: Collected,
  tfnProvided: boolean
): ReadonlyArray<FundField> => {
  const profile = memberProfile(collected, undefined)
  const supplied = (field: FundField) => {
    if (field === "tfn") {
      return tfnProvided || (fund.tfn_exemptions_accepted && collected.tfn_exemption_type !== null)
    }
    // A person with a single name gave it as family name, and has no first name to send.
    if (field === "first_name" && profile.first_name === undefined) return profile.family_name !== undefined
    return profile[field] !== undefined
  }
  return (Object.keys(DEFAULTS) as ReadonlyArray<FundField>).filter(
    (field) => requirementOf(fund.fields, field) === "required" && !supplied(field)
  )
}
