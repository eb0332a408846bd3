import type { JwtAlgorithm } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto"

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
export const publicHalf = (key: KeyObject) => createPublicKey(key).export({ format: "jwk" })
