import type { FundAuthentication } from "@embedded-super/contracts/schemas"
import type { AuthFlow } from "./AuthFlow.ts"
import { apiKey } from "./auth-flows/apiKey.ts"

/** The flows that funds can be called with. A further one is a file of its own, and a line here. */
export const authFlows: { readonly [Flow in FundAuthentication["flow"]]?: AuthFlow } = {
  api_key: apiKey
}
