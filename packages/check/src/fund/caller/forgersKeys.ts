/**
 * The keys of somebody who forges tokens: a key pair of the agreed algorithm, and a server of this machine with its JWKS. A
 * fund that takes its keys from an address in the token's header (jku) fetches them there.
 */
import type { FundProfile } from "@embedded-super/contracts/schemas"
import { newSigningKey, readSigningKey } from "@embedded-super/rules/authentication/signingKeys"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Scope } from "effect/Scope"
import { createPublicKey, createSecretKey, type KeyObject, randomBytes, randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { servedHere } from "../../cli/servedHere.ts"

export interface ForgersKeys {
  readonly key: KeyObject
  /** The half that verifies, as a JWK; of a shared secret the secret itself. */
  readonly jwk: object
  readonly keyId: string
  /** The address of the JWKS. */
  readonly url: string
}

const keyFor = (authentication: FundProfile["authentication"]): KeyObject => {
  const algorithm = authentication.flow === "jwt" ? authentication.algorithm : "EdDSA"
  return algorithm === "HS256"
    ? createSecretKey(randomBytes(48))
    : Result.getOrThrow(readSigningKey(newSigningKey(algorithm), algorithm))
}

/** Makes the keys, and serves them until the scope ends. */
export const forgersKeys = Effect.fnUntraced(function* (
  authentication: FundProfile["authentication"]
): Effect.fn.Return<ForgersKeys, never, Scope> {
  const key = keyFor(authentication)
  const half = key.type === "secret" ? key : createPublicKey(key)
  const keyId = `forged-${randomUUID()}`
  const jwk = half.export({ format: "jwk" })
  const port = yield* servedHere(
    createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/jwk-set+json" })
      response.end(JSON.stringify({ keys: [{ ...jwk, kid: keyId, use: "sig" }] }))
    })
  )
  return { key, jwk, keyId, url: `http://127.0.0.1:${port}/jwks.json` }
})
