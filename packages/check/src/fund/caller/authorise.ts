import type { FundProfile } from "@embedded-super/contracts/schemas"
import type { AccessTokens } from "@embedded-super/rules/authentication/AccessTokens"
import type {
  CallToAuthorise,
  FundCredential,
  NotAuthorised
} from "@embedded-super/rules/authentication/AuthFlow"
import { authFlowOf } from "@embedded-super/rules/authentication/authFlows"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Credentials } from "../FundUnderTest.ts"
import { DEFAULT_SECRET_ENV, type KeyRing } from "./KeyRing.ts"

/** The parts of right credentials; wrong ones differ in one part. */
export interface Signing {
  readonly authentication: FundProfile["authentication"]
  readonly credential: FundCredential
  readonly issuer: string
  readonly tokens: AccessTokens
  readonly post: CallToAuthorise["post"]
}

/** Right credentials. `renew`: a 401 may mean that the fund has dropped this access token; the next one is new. */
export interface Authorised extends Credentials {
  readonly renew?: Effect.Effect<void>
}

/** The issuer of tokens, for profiles that name none. */
export const ISSUER = "https://fund-check.example"

/** The service's own flow, with a credential of the kit. `later` moves the token's times, in milliseconds. */
export const authorise = Effect.fnUntraced(function* (
  { authentication, credential, issuer, post, tokens }: Signing,
  call: Pick<CallToAuthorise, "address" | "body">,
  later = 0
): Effect.fn.Return<Authorised, NotAuthorised> {
  const flow = authFlowOf(authentication)
  const { headers, renew } = yield* flow.authorise({
    ...call,
    credential,
    issuer,
    tokens,
    post,
    now: (yield* Clock.currentTimeMillis) + later,
    scope: `${credential.version}`
  })
  const shown = Object.entries(headers).map(([name, value]) => [name, Redacted.value(value)] as const)
  const certificate = flow.clientCertificate?.(credential.secret)
  return {
    headers: Object.fromEntries(shown),
    ...(certificate === undefined ? {} : { certificate }),
    ...(renew === undefined ? {} : { renew })
  }
})

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
