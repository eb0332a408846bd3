import type { OAuthFlow } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { AuthFlow, CallToAuthorise } from "../AuthFlow.ts"
import { publishedKey } from "../keys/publishedKey.ts"
import { newSigningKey, type PairAlgorithm, readSigningKey } from "../keys/signingKey.ts"
import { signToken } from "../keys/signToken.ts"
import { judgeTokenAnswer } from "../judgeTokenAnswer.ts"

const ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

const SECRET = /^[!-~]{16,1024}$/

/** The algorithm for `private_key_jwt`. HS256 isn't possible here: it has no private key. */
const algorithmOf = ({ algorithm = "PS256" }: OAuthFlow): PairAlgorithm =>
  algorithm === "HS256" ? "PS256" : algorithm

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
