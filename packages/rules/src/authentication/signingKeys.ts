import { JsonWebKey, type JwtAlgorithm } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID
} from "node:crypto"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { calculateJwkThumbprint, type JWTPayload, SignJWT } from "jose"
import type { CredentialKey } from "./AuthFlow.ts"
import * as Redacted from "effect/Redacted"

/** The algorithms with a key pair: the verifying key can be published. */
export type PairAlgorithm = Exclude<JwtAlgorithm, "HS256">

interface Kind {
  /** As the rest of a sentence. */
  readonly words: string
  readonly fits: (key: KeyObject) => boolean
  readonly make: () => KeyObject
}

const kinds: { readonly [Algorithm in PairAlgorithm]: Kind } = {
  EdDSA: {
    words: "an Ed25519 key",
    fits: ({ asymmetricKeyType }) => asymmetricKeyType === "ed25519",
    make: () => generateKeyPairSync("ed25519").privateKey
  },
  ES256: {
    words: "an elliptic curve key on P-256",
    fits: ({ asymmetricKeyDetails, asymmetricKeyType }) =>
      asymmetricKeyType === "ec" && asymmetricKeyDetails?.namedCurve === "prime256v1",
    make: () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
  },
  PS256: {
    words: "an RSA key of 2048 to 8192 bits",
    fits: ({ asymmetricKeyDetails, asymmetricKeyType }) => {
      const bits = asymmetricKeyDetails?.modulusLength ?? 0
      return asymmetricKeyType === "rsa" && bits >= 2048 && bits <= 8192
    },
    make: () => generateKeyPairSync("rsa", { modulusLength: 3072 }).privateKey
  }
}

const parse = (text: string): KeyObject =>
  text.startsWith("{")
    ? createPrivateKey({ key: JSON.parse(text), format: "jwk" })
    : createPrivateKey({ key: text, format: "pem" })

/** Reads a private key from PEM, or from a JWK as JSON; fails with the mistake, as the rest of a sentence. */
export const readSigningKey = (text: string, algorithm: PairAlgorithm): Result.Result<KeyObject, string> => {
  const { fits, words } = kinds[algorithm]
  if (/ENCRYPTED/.test(text)) return Result.fail("the private key is locked by a passphrase")
  const key = Result.try(() => parse(text))
  if (Result.isFailure(key)) return Result.fail(`${algorithm} needs ${words}, as PEM or as a JWK`)
  return fits(key.success)
    ? Result.succeed(key.success)
    : Result.fail(`the private key is of another kind: ${algorithm} needs ${words}`)
}

/** Generates a private key, as PEM. */
export const newSigningKey = (algorithm: PairAlgorithm): string =>
  kinds[algorithm].make().export({ format: "pem", type: "pkcs8" }).toString()

/** The public half, as the key members of a JWK. */
const publicHalf = (key: KeyObject) => createPublicKey(key).export({ format: "jwk" })

const decode = Schema.decodeUnknownEffect(JsonWebKey)

/**
 * The name of a private key, which is its thumbprint (RFC 7638) unless another was agreed, and the key with which funds
 * verify.
 */
export const publishedKey = Effect.fnUntraced(function* (
  key: KeyObject,
  algorithm: PairAlgorithm,
  agreedId: string | undefined
): Effect.fn.Return<CredentialKey> {
  const half = publicHalf(key)
  const keyId = agreedId ?? (yield* Effect.promise(() => calculateJwkThumbprint(half as never)))
  const publicKey = yield* Effect.orDie(decode({ ...half, kid: keyId, use: "sig", alg: algorithm }))
  return { keyId, publicKey }
})

/** The life of a token; funds accept 300 seconds at most (D-fund-tokens). */
export const LIFETIME_SECONDS = 120

/**
 * `iat` is so long before the token was made, and `nbf` so long before `iat`: many libraries of funds allow clocks no
 * difference, and some refuse an `iat` in the future, too.
 */
export const EARLIER_SECONDS = 30

/** A token's issuer, subject and audience, and its other claims. */
export interface TokenClaims {
  readonly iss: string
  readonly sub: string
  readonly aud: string
  readonly more?: JWTPayload
}

/**
 * Signs a JWT for one call (D-fund-tokens): a header with alg, kid and typ; the claims, with the times and a `jti` of
 * its own.
 */
export const signToken = (
  {
    algorithm,
    key,
    keyId
  }: { readonly algorithm: JwtAlgorithm; readonly key: KeyObject; readonly keyId: string },
  { aud, iss, more = {}, sub }: TokenClaims,
  now: number
): Effect.Effect<Redacted.Redacted> => {
  const iat = Math.floor(now / 1000) - EARLIER_SECONDS
  const claims = {
    ...more,
    iss,
    sub,
    aud,
    iat,
    nbf: iat - EARLIER_SECONDS,
    exp: iat + LIFETIME_SECONDS,
    jti: randomUUID()
  }
  return Effect.map(
    Effect.promise(() =>
      new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: keyId, typ: "JWT" }).sign(key)
    ),
    (token) => Redacted.make(token)
  )
}
