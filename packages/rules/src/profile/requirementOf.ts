import { type MemberField, memberFields } from "@embedded-super/contracts/member-fields"
import type { FieldRequirement, FundFieldProfile } from "@embedded-super/contracts/schemas"

/** Whether the fund requires the field, accepts it, or excludes it; one that its profile doesn't name has its default. */
export const requirementOf = (fields: FundFieldProfile, field: MemberField): FieldRequirement =>
  fields[field] ?? memberFields[field]
