import type { FundAuthentication, FundProfile, JwtAlgorithm } from "@embedded-super/contracts/schemas"

/** The authentication that callers and a fund agreed on. */
export interface AgreedFlow {
  readonly flow: FundAuthentication["flow"]
  /** The signature algorithm of tokens and assertions. */
  readonly algorithm: JwtAlgorithm
}

/** The service's client id at every played fund. */
export const clientId = "embedded-super"

export const tokenPath = "/oauth2/token"

/** The authentication section of the profile, for a fund at a URL. */
export const authenticationAt = (
  url: string,
  { algorithm, flow }: AgreedFlow
): (typeof FundProfile.Encoded)["authentication"] => {
  switch (flow) {
    case "api_key":
    case "mutual_tls":
      return { flow }
    case "jwt":
      return { flow, algorithm, client_id: clientId }
    case "oauth2":
      return {
        flow,
        token_url: `${url}${tokenPath}`,
        client_id: clientId,
        client_authentication: "private_key_jwt",
        algorithm
      }
  }
}
