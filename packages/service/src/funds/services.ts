import * as Layer from "effect/Layer"
import { FundCredentials } from "./FundCredentials.ts"
import { FundDirectory } from "./FundDirectory.ts"
import { FundLinks } from "./FundLinks.ts"
import { FundProfiles } from "./FundProfiles.ts"
import { ParkedRegistrations } from "./member-registration/ParkedRegistrations.ts"
import { RequestedRegistrations } from "./member-registration/RequestedRegistrations.ts"

/** Funds: what is loaded of them, what can be joined, and the registrations that are requested. */
export const FundsServices = Layer.mergeAll(
  FundProfiles.layer,
  FundLinks.layer,
  FundCredentials.layer,
  FundDirectory.layer,
  RequestedRegistrations.layer,
  ParkedRegistrations.layer
)
