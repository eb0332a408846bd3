import { MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import type { FundProfile } from "@embedded-super/contracts/schemas"
import { issuesOf } from "@embedded-super/http-manners"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type FundField, type MemberProfile, requirementOf } from "../memberProfile.ts"

const decode = Schema.decodeUnknownResult(Schema.toType(MemberRegistrationRequest), { errors: "all" })

const FIELDS = Object.keys(MemberRegistrationRequest.fields).filter(
  (name): name is FundField => name !== "tfn_exemption_type"
)

type Wanted = Pick<FundProfile, "fields" | "tfn_exemptions_accepted">

/** What the fund takes of a profile: exactly one of a tax file number and an exemption, and nothing that is excluded. */
const accepted = (profile: MemberProfile, { fields, tfn_exemptions_accepted }: Wanted): MemberProfile => {
  const { tfn_exemption_type, ...rest } = profile
  const kept = Object.fromEntries(
    Object.entries(rest).filter(([name]) => requirementOf(fields, name as FundField) !== "excluded")
  )
  const isExempt = tfn_exemptions_accepted && profile.tfn === undefined && tfn_exemption_type !== undefined
  return isExempt ? { ...kept, tfn_exemption_type } : kept
}

const isSupplied = (request: MemberProfile, field: FundField): boolean => {
  if (field === "tfn") return request.tfn !== undefined || request.tfn_exemption_type !== undefined
  // A person with a single name gave it as family name, and has no first name to send.
  return field === "first_name" || request[field] !== undefined
}

/**
 * The body of a registration: the member profile as the fund's field profile takes it (description 2.3). Fails with
 * the names of fields that the fund requires and nobody has any more, or that don't fit.
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
