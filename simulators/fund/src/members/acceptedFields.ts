import { type MemberField, memberFields } from "@embedded-super/contracts/member-fields"
import type * as S from "@embedded-super/contracts/schemas"
import type { SimulatedFund } from "../funds.ts"

const finding = (field: string, code: string, detail: string): S.FundFieldError => ({
  pointer: `#/${field}`,
  code,
  detail
})

const tfnFindings = (
  requirement: S.FieldRequirement,
  takesExemptions: boolean,
  { tfn, tfn_exemption_type }: S.MemberRegistrationRequest
): ReadonlyArray<S.FundFieldError> => {
  if (tfn_exemption_type !== undefined && !takesExemptions)
    return [finding("tfn_exemption_type", "not_accepted", "This fund accepts no TFN exemptions.")]
  if (tfn !== undefined && tfn_exemption_type !== undefined)
    return [finding("tfn_exemption_type", "not_allowed", "Send a tax file number or an exemption, not both.")]
  return requirement === "required" && tfn === undefined && tfn_exemption_type === undefined
    ? [finding("tfn", "required", "This fund needs a tax file number or an exemption.")]
    : []
}

const names = Object.keys(memberFields) as ReadonlyArray<MemberField>

const known = new WeakMap<SimulatedFund["profile"], Readonly<Record<MemberField, S.FieldRequirement>>>()
const requirementsOf = (profile: SimulatedFund["profile"]) => {
  let requirements = known.get(profile)
  if (requirements === undefined) {
    requirements = { ...memberFields, ...profile.fields }
    known.set(profile, requirements)
  }
  return requirements
}

/** This fund's findings for a well-formed member profile: missing required fields, or fields that it doesn't accept. */
export const fieldFindings = (
  { profile }: SimulatedFund,
  request: S.MemberRegistrationRequest
): ReadonlyArray<S.FundFieldError> => {
  const requirements = requirementsOf(profile)
  const findings = names.flatMap((field) => {
    const isThere = request[field] !== undefined
    if (requirements[field] === "excluded" && isThere)
      return [finding(field, "not_accepted", "This fund doesn't take this field.")]
    // A person with a single name has no first name, even if the field is required.
    return requirements[field] === "required" && !isThere && field !== "first_name" && field !== "tfn"
      ? [finding(field, "required", "This fund needs this field.")]
      : []
  })
  return [...tfnFindings(requirements.tfn, profile.tfn_exemptions_accepted, request), ...findings]
}
