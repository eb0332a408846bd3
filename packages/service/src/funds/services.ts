import * as Layer from "effect/Layer"
import { FundCredentials } from "./FundCredentials.ts"
import { FundDirectory } from "./FundDirectory.ts"
import { FundLinks } from "./FundLinks.ts"
import { FundProfiles } from "./FundProfiles.ts"

/** Funds: what is loaded of them, and what can be joined. */
export const FundsServices = Layer.mergeAll(
  FundProfiles.layer,
  FundLinks.layer,
  FundCredentials.layer,
  FundDirectory.layer
)
