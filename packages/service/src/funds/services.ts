import * as Layer from "effect/Layer"
import { FundBreachLedger } from "./FundBreachLedger.ts"
import { FundCredentials } from "./FundCredentials.ts"
import { FundDirectory } from "./FundDirectory.ts"
import { FundLinks } from "./FundLinks.ts"
import { FundProfiles } from "./FundProfiles.ts"
import { FundCalls } from "./calls/FundCalls.ts"
import { FundGates } from "./client/gate/FundGates.ts"

/** Funds: what is loaded of them, what can be joined, the gates before them, their breaches, and the calls that are asked for. */
export const FundsServices = Layer.mergeAll(
  FundProfiles.layer,
  FundLinks.layer,
  FundCredentials.layer,
  FundDirectory.layer,
  FundGates.layer,
  FundBreachLedger.layer,
  FundCalls.layer
)
