import type {
  FieldRequirement,
  FundFieldProfile,
  MemberRegistrationRequest
} from "@embedded-super/contracts/schemas"

/**
 * A field of the registration that a fund's profile may name: every field except the reason for having no tax file
 * number.
 */
export type FundField = Exclude<keyof MemberRegistrationRequest, "tfn_exemption_type">

/**
 * The requirement of each field that a profile doesn't name (D-field-profile). A field of the registration or of the
 * profile that is missing here is a compile error.
 */
const byDefault: { readonly [Field in FundField | keyof FundFieldProfile]: FieldRequirement } = {
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

/** Whether the fund requires the field, accepts it, or excludes it. */
export const requirementOf = (fields: FundFieldProfile, field: FundField): FieldRequirement =>
  fields[field] ?? byDefault[field]
