import type { FundProfile } from "@embedded-super/contracts/schemas"
import { ISSUER } from "./authorise.ts"
import { DEFAULT_SECRET_ENV, type KeyRing } from "./KeyRing.ts"

const LOOK = "Look in your log for the reason."

/** The claims and the key of the kit's own tokens: a fund has to be configured with them. */
export const claimsOf = (
  { authentication, check }: Pick<FundProfile, "authentication" | "check">,
  keys: KeyRing,
  address = "the address that is called"
): string | undefined => {
  if (authentication.flow !== "jwt") return undefined
  const { audience = address, client_id } = authentication
  const { keyId } = keys.current()
  return `iss ${check?.issuer ?? ISSUER}, sub ${client_id}, aud ${audience}${keyId === null ? "" : `, kid ${keyId}`}`
}

/** How to fix the refusal of right credentials, in the words of the flow. */
export const expectedCredentials = (profile: FundProfile, keys: KeyRing, address: string): string => {
  const { authentication, check } = profile
  const secret = check?.secret_env ?? DEFAULT_SECRET_ENV
  switch (authentication.flow) {
    case "api_key":
      return `Read the key from the header X-Auth-Key, and compare it, without spaces and line ends, with the one in ${secret}. ${LOOK}`
    case "jwt":
      return `Verify the token in Authorization: Bearer (${authentication.algorithm}). It has ${claimsOf(profile, keys, address)}. The key: ${keys.whereabouts ?? "the JWKS of the service"}. ${LOOK}`
    case "oauth2":
      return `Take the access token in Authorization: Bearer that your token endpoint, ${authentication.token_url}, gave to the client ${authentication.client_id}: compare who issued it, for whom, and until when. ${LOOK}`
    case "mutual_tls":
      return `Take the client certificate in ${secret}: its authority has to be among yours, and its subject among your callers. ${LOOK}`
  }
}
