import type { FundAuthentication, FundProfile, JwtAlgorithm } from "@embedded-super/contracts/schemas"

/** How callers authenticate with a fund. */
export interface AgreedFlow {
  readonly flow: FundAuthentication["flow"]
  /** How tokens and assertions are signed. */
  readonly algorithm: JwtAlgorithm
}

/** The service's name at every fund that is played. */
export const clientId = "embedded-super"

export const tokenPath = "/oauth2/token"

/** The flow as the fund's profile has it, for a fund at an address. */
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
