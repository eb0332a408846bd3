import * as Data from "effect/Data"
import type { Membership } from "./super-selection/membership.ts"

/** What came of a registration: the fund gave a number, or it won't, as far as this service can tell. */
export type RegistrationOutcome = Data.TaggedEnum<{
  Registered: { readonly membership: Membership }
  WithoutMemberNumber: {}
}>
export const RegistrationOutcome = Data.taggedEnum<RegistrationOutcome>()
