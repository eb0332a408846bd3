import { AccessTokenAnswer, AccessTokenRefusal, type OAuthFlow } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { type AuthFlow, type CallToAuthorise, NotAuthorised } from "../AuthFlow.ts"
import { newSigningKey, type PairAlgorithm, publishedKey, readSigningKey, signToken } from "../signingKeys.ts"
import type { ExchangeResult } from "@embedded-super/http-manners"
import * as Schema from "effect/Schema"
import type { FetchedToken } from "../AccessTokens.ts"
import { connectionMessage } from "../../calls/connectionMessage.ts"
import { rateLimited } from "../../calls/judgeAnswer.ts"
import { readJson } from "../../calls/readJson.ts"
import { readWithoutOptional } from "../../calls/optionalParts.ts"

const ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

const SECRET = /^[!-~]{16,1024}$/

/** The algorithm for `private_key_jwt`. HS256 isn't possible here: it has no private key. */
const algorithmOf = ({ algorithm = "PS256" }: OAuthFlow): PairAlgorithm =>
  algorithm === "HS256" ? "PS256" : algorithm

/** `private_key_jwt` needs an algorithm with a private key, and a client secret can't use key settings. */
const contradictionsIn = ({ algorithm, audience, client_authentication, key_id }: OAuthFlow) => {
  if (client_authentication === "private_key_jwt") {
    const refusal = "HS256 has no private key; private_key_jwt takes EdDSA, ES256 or PS256."
    return algorithm === "HS256" ? { algorithm: refusal } : {}
  }
  const unused = Object.entries({ algorithm, key_id, audience }).filter(([, value]) => value !== undefined)
  const refusal = `It is for private_key_jwt; ${client_authentication} signs nothing.`
  return Object.fromEntries(unused.map(([name]) => [name, refusal]))
}

/** The client authentication at the token endpoint: additional headers and form fields. */
const clientProof = Effect.fnUntraced(function* (
  agreed: OAuthFlow,
  { credential, now }: Pick<CallToAuthorise, "credential" | "now">
) {
  const { audience, client_authentication, client_id, token_url } = agreed
  const secret = Redacted.value(credential.secret)
  const none: Readonly<Record<string, string>> = {}
  switch (client_authentication) {
    case "client_secret_basic": {
      const pair = [client_id, secret]
        .map((part) => new URLSearchParams([["", part]]).toString().slice(1))
        .join(":")
      return { headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }, form: none }
    }
    case "client_secret_post":
      return { headers: none, form: { client_id, client_secret: secret } }
    case "private_key_jwt": {
      const algorithm = algorithmOf(agreed)
      const token = yield* signToken(
        {
          algorithm,
          key: Result.getOrThrow(readSigningKey(secret, algorithm)),
          keyId: credential.keyId ?? `embedded-super-${credential.version}`
        },
        { iss: client_id, sub: client_id, aud: audience ?? token_url },
        now
      )
      const form = { client_id, client_assertion_type: ASSERTION, client_assertion: Redacted.value(token) }
      return { headers: none, form }
    }
  }
})

/** OAuth 2 client credentials: an access token from the fund's token endpoint, used until shortly before it expires. */
export const oauth2 = (agreed: OAuthFlow): AuthFlow => {
  const { client_authentication, key_id, scope, token_url } = agreed
  const hasKey = client_authentication === "private_key_jwt"
  const algorithm = algorithmOf(agreed)

  const fetch = Effect.fnUntraced(function* (call: CallToAuthorise) {
    const proof = yield* clientProof(agreed, call)
    const form = {
      grant_type: "client_credentials",
      ...(scope === undefined ? {} : { scope }),
      ...proof.form
    }
    const headers = { "content-type": "application/x-www-form-urlencoded", ...proof.headers }
    const result = yield* call.post(token_url, headers, new URLSearchParams(form).toString())
    return yield* judgeTokenAnswer(result, call.now)
  })

  return {
    flow: "oauth2",
    secret: "the client secret for the token endpoint",
    addresses: { token_url },
    contradictions: contradictionsIn(agreed),
    mistakeIn: (text) => {
      if (hasKey) {
        const key = readSigningKey(text, algorithm)
        return Result.isFailure(key) ? key.failure : undefined
      }
      return SECRET.test(text)
        ? undefined
        : "a client secret has 16 to 1024 letters, digits and signs of ASCII, and no spaces"
    },
    ...(hasKey
      ? {
          keyOf: (text: string) =>
            publishedKey(Result.getOrThrow(readSigningKey(text, algorithm)), algorithm, key_id),
          generate: () => Redacted.make(newSigningKey(algorithm))
        }
      : {}),
    authorise: Effect.fnUntraced(function* (call) {
      const { isKept, token } = yield* call.tokens.get(call.scope, fetch(call))
      const headers = { authorization: Redacted.make(`Bearer ${Redacted.value(token)}`) }
      return isKept ? { headers, renew: call.tokens.forget(call.scope, token) } : { headers }
    })
  }
}

const decodeRefusal = Schema.decodeUnknownResult(AccessTokenRefusal)

/** The life of a token whose answer states none, in seconds. */
export const UNSTATED_SECONDS = 60

/** Issuers write the life as text or with a fraction, too. Within these seconds a token is used once. */
const lifeIn = (expiresIn: unknown): number => {
  const seconds = typeof expiresIn === "string" && expiresIn.trim() !== "" ? Number(expiresIn) : expiresIn
  return typeof seconds === "number" && seconds >= 0
    ? Math.min(Math.floor(seconds), LONGEST_LIFE)
    : UNSTATED_SECONDS
}

const LONGEST_LIFE = 2_147_483_647

const isBearer = (type: unknown): boolean =>
  type === undefined || type === null || /bearer/i.test(String(type))

const AT = "At the fund's token endpoint:"

/** A failure here means that the call itself was never sent. */
const stopped = (outcome: NotAuthorised["outcome"]) => Effect.fail(new NotAuthorised({ outcome }))

const notSent = (words: string) => stopped({ kind: "not_sent", words: `${AT} ${words}` })

const parse = (answer: Buffer | null): unknown => Result.getOrUndefined(readJson(answer))?.value

/**
 * Reads the answer of a token endpoint: returns the token, or fails with the outcome of the call. `now` is milliseconds
 * since 1970.
 */
const judgeTokenAnswer = (
  result: ExchangeResult,
  now: number
): Effect.Effect<FetchedToken, NotAuthorised> => {
  const { status } = result
  if (status === null || result.failure !== null) return notSent(connectionMessage(result, false))
  if (status >= 200 && status <= 299) {
    const body = parse(result.answer)
    const { expires_in, token_type } = { ...(body as { expires_in?: unknown; token_type?: unknown }) }
    const read = readWithoutOptional(AccessTokenAnswer, body)
    if (Result.isFailure(read)) {
      const issues = read.failure.map(({ detail }) => detail)
      return notSent(`The answer ${status} breaks the contract: ${issues.join(" ")}`)
    }
    if (!isBearer(token_type)) return notSent(`The answer ${status} has a token_type other than Bearer.`)
    const token = Redacted.make(read.success.answer.access_token)
    return Effect.succeed({ token, expiresIn: lifeIn(expires_in) })
  }
  if (status === 429) {
    const limited = rateLimited(result.retryAfter, now)
    return stopped({ ...limited, words: `${AT} ${limited.words}` })
  }
  if (status === 400 || status === 401 || status === 403) {
    const refusal = Result.getOrUndefined(decodeRefusal(parse(result.answer)))
    const reason = refusal === undefined ? "" : ` (${refusal.error})`
    return stopped({ kind: "credentials", words: `${AT} The fund answered ${status}${reason}.` })
  }
  return notSent(`The fund answered ${status}.`)
}
