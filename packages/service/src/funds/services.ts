import * as Layer from "effect/Layer"
import { FundChecks } from "./checks/FundChecks.ts"
import { FundCredentials } from "./FundCredentials.ts"
import { FundDirectory } from "./FundDirectory.ts"
import { FundLinks } from "./FundLinks.ts"
import { FundProfiles } from "./FundProfiles.ts"
import { FundCalls } from "./calls/FundCalls.ts"

/** Funds: their profiles, links, credentials and products, and the requests for calls. */
export const FundsServices = Layer.mergeAll(
  FundProfiles.layer,
  FundLinks.layer,
  FundCredentials.layer,
  FundChecks.layer.pipe(Layer.provide(FundCredentials.layer)),
  FundDirectory.layer,
  FundCalls.layer
)
