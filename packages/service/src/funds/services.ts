import * as Layer from "effect/Layer"
import { FundBreachLedger } from "./FundBreachLedger.ts"
import { FundCredentials } from "./FundCredentials.ts"
import { FundDirectory } from "./FundDirectory.ts"
import { FundLinks } from "./FundLinks.ts"
import { FundProfiles } from "./FundProfiles.ts"
import { FundCalls } from "./calls/FundCalls.ts"
import { FundGates } from "./client/gate/FundGates.ts"

/** Funds: their profiles, links, credentials, products, gates and breaches, and the requests for calls. */
export const FundsServices = Layer.mergeAll(
  FundProfiles.layer,
  FundLinks.layer,
  FundCredentials.layer,
  FundDirectory.layer,
  FundGates.layer,
  FundBreachLedger.layer,
  FundCalls.layer
)
