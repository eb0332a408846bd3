import type { FundAuthentication } from "@embedded-super/contracts/schemas"
import type { AuthFlow } from "./AuthFlow.ts"
import { apiKey } from "./flows/apiKey.ts"
import { jwt } from "./flows/jwt.ts"
import { mutualTls } from "./flows/mutualTls.ts"
import { oauth2 } from "./flows/oauth2.ts"

type Agreed<Flow> = Extract<FundAuthentication, { readonly flow: Flow }>

/** The supported flows. Add a flow as a file of its own and a line here. */
const authFlows: { readonly [Flow in FundAuthentication["flow"]]: (agreed: Agreed<Flow>) => AuthFlow } = {
  api_key: apiKey,
  jwt,
  oauth2,
  mutual_tls: mutualTls
}

/** The flow that was agreed with a fund. */
export const authFlowOf = (agreed: FundAuthentication): AuthFlow =>
  (authFlows[agreed.flow] as (agreed: FundAuthentication) => AuthFlow)(agreed)
