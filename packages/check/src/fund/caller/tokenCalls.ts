import type { FundAuthentication } from "@embedded-super/contracts/schemas"
import type { ExchangeResult } from "@embedded-super/http-manners"
import { accessTokens } from "@embedded-super/rules/authentication/AccessTokens"
import type { CallToAuthorise } from "@embedded-super/rules/authentication/AuthFlow"
import { newSigningKey, type PairAlgorithm } from "@embedded-super/rules/authentication/signingKeys"
import { COMMON, TOKEN_TIMEOUT } from "@embedded-super/rules/calls/FundOperation"
import { LONGEST_ANSWER } from "@embedded-super/rules/calls/judgeAnswer"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import type { Exchanges } from "../../exchange/Exchange.ts"
import { unsent } from "../checks/shared/answers.ts"
import type { Answer, TokenTamper } from "../FundUnderTest.ts"
import type { Agents } from "./agents.ts"
import { authorise, type Signing } from "./authorise.ts"
import { recorded } from "./recording.ts"
import { send } from "./send.ts"

/** An answer as the service's own rules read it. */
const resultOf = ({ code, failure, headers, status, text }: Answer): ExchangeResult => {
  const answer = Buffer.from(text)
  return {
    status,
    failure: failure === "not_authorised" ? null : failure,
    code,
    begun: !unsent.has(failure),
    retryAfter: headers["retry-after"] ?? null,
    answer,
    cut: answer.length > LONGEST_ANSWER
  }
}

/** Posts to the fund's token endpoint, as a flow does; each call is recorded. */
export const tokenPost =
  (exchanges: Exchanges, agents: Agents, isPinned: boolean, given: Readonly<Record<string, string>> = {}) =>
  (address: string, headers: Readonly<Record<string, string>>, body: string): Effect.Effect<Answer> => {
    const sent = {
      operation: undefined,
      method: "POST",
      url: address,
      headers: { ...COMMON, ...given, ...headers },
      body
    }
    const made = send(agents.of(null), { ...sent, url: new URL(address) }, TOKEN_TIMEOUT)
    return recorded(exchanges, isPinned)(sent, made)
  }

/** The same, as a flow reads it. */
export const flowPost =
  (post: ReturnType<typeof tokenPost>): CallToAuthorise["post"] =>
  (...request) =>
    Effect.map(post(...request), resultOf)

const wrongSecret = ({
  algorithm = "PS256",
  client_authentication
}: Extract<FundAuthentication, { flow: "oauth2" }>) =>
  client_authentication === "private_key_jwt"
    ? newSigningKey(algorithm as PairAlgorithm)
    : randomBytes(32).toString("hex")

/** One request for an access token, right or wrong, outside the cache of tokens. Null for other flows. */
export const fetchToken = Effect.fnUntraced(function* (
  signing: Signing,
  post: ReturnType<typeof tokenPost>,
  tamper: TokenTamper | undefined
): Effect.fn.Return<Answer | null> {
  const { authentication } = signing
  if (authentication.flow !== "oauth2") return null
  if (tamper === "missing") {
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    return yield* post(authentication.token_url, headers, "grant_type=client_credentials")
  }
  let seen: Answer | null = null
  const once: CallToAuthorise["post"] = (address, headers, body) => {
    const form =
      tamper === "wrong_grant" ? body.replace("grant_type=client_credentials", "grant_type=password") : body
    return Effect.map(post(address, headers, form), (answer) => resultOf((seen = answer)))
  }
  const credential =
    tamper === "wrong"
      ? { ...signing.credential, secret: Redacted.make(wrongSecret(authentication)) }
      : signing.credential
  const call = { address: authentication.token_url, body: "" }
  yield* Effect.ignore(authorise({ ...signing, credential, post: once, tokens: yield* accessTokens }, call))
  return seen
})
