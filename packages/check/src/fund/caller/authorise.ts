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
