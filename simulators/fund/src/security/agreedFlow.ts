import type { FundAuthentication, JwtAlgorithm } from "@embedded-super/contracts/schemas"

/** The authentication that callers and a fund agreed on. */
export interface AgreedFlow {
  readonly flow: FundAuthentication["flow"]
  /** The signature algorithm of tokens and assertions. */
  readonly algorithm: JwtAlgorithm
}

/** The service's client id at every played fund. */
export const clientId = "embedded-super"

export const tokenPath = "/oauth2/token"
