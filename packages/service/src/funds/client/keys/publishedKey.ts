import { JsonWebKey } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { calculateJwkThumbprint } from "jose"
import type { KeyObject } from "node:crypto"
import type { CredentialKey } from "../AuthFlow.ts"
import { type PairAlgorithm, publicHalf } from "./signingKey.ts"

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
