import type { JwtFlow } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { createHmac, createSecretKey, type KeyObject } from "node:crypto"
import type { AuthFlow } from "../AuthFlow.ts"
import { newSigningKey, publishedKey, readSigningKey, signToken } from "../signingKeys.ts"

/** Data agreed outside the profile: the signing key, and the secret that keys the hash of the body. */
interface Keys {
  readonly key: KeyObject
  readonly bodySecret: string | undefined
}

const SHARED = /^[!-~]{32,1024}$/

const shared = (what: string) => `${what} has 32 to 1024 letters, digits and signs of ASCII, and no spaces`

const AFTER_THE_KEY = /^(\{[^]*\}|[^]*-----END [A-Z ]*PRIVATE KEY-----)([^]*)$/

/**
 * Reads the operator's input. For HS256, it is the shared secret; otherwise the private key, followed on its own line
 * by the secret of the body hash if the fund asks for one.
 */
const read = (text: string, { algorithm, body_hash = false }: JwtFlow): Result.Result<Keys, string> => {
  if (algorithm === "HS256") {
    if (!SHARED.test(text)) return Result.fail(shared("a shared secret for HS256"))
    return Result.succeed({ key: createSecretKey(Buffer.from(text)), bodySecret: text })
  }
  const [, pem = text, rest = ""] = AFTER_THE_KEY.exec(text) ?? []
  const bodySecret = rest.trim()
  const key = readSigningKey(pem.trim(), algorithm)
  if (Result.isFailure(key)) return Result.fail(key.failure)
  if (!body_hash && bodySecret !== "") return Result.fail("there is something after the private key")
  if (body_hash && !SHARED.test(bodySecret)) {
    return Result.fail(
      `the private key is followed by the secret of the body's hash, which ${shared("").trim()}`
    )
  }
  return Result.succeed({ key: key.success, bodySecret })
}

/** The preferred method (R-5-6): a JWT for each call, signed with a key whose public half the fund has. */
export const jwt = (agreed: JwtFlow): AuthFlow => {
  const { algorithm, body_hash = false, client_id, key_id } = agreed
  /** Whether a secret has to be agreed with the fund. */
  const isShared = algorithm === "HS256" || body_hash
  return {
    flow: "jwt",
    secret: "the secret that signs the tokens",
    mistakeIn: (text) =>
      Result.match(read(text, agreed), { onFailure: (words) => words, onSuccess: () => undefined }),
    keyOf: (text, version) =>
      algorithm === "HS256"
        ? Effect.succeed({ keyId: key_id ?? `embedded-super-${version}`, publicKey: null })
        : publishedKey(Result.getOrThrow(read(text, agreed)).key, algorithm, key_id),
    ...(isShared ? {} : { generate: () => Redacted.make(newSigningKey(algorithm)) }),
    authorise: Effect.fnUntraced(function* ({ address, body, credential, issuer, now }) {
      const { bodySecret, key } = Result.getOrThrow(read(Redacted.value(credential.secret), agreed))
      const hashed =
        body_hash && bodySecret !== undefined
          ? { body_hmac: createHmac("sha256", bodySecret).update(body).digest("base64url") }
          : {}
      const token = yield* signToken(
        { algorithm, key, keyId: credential.keyId ?? `embedded-super-${credential.version}` },
        { iss: issuer, sub: client_id, aud: agreed.audience ?? address, more: hashed },
        now
      )
      // A clock that jumped, or a key that the fund has just published: the next token may be taken.
      return {
        headers: { authorization: Redacted.make(`Bearer ${Redacted.value(token)}`) },
        renew: Effect.void
      }
    })
  }
}
