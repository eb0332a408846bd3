import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type JWTPayload, SignJWT } from "jose"
import { type KeyObject, randomUUID } from "node:crypto"
import type { JwtAlgorithm } from "@embedded-super/contracts/schemas"

/** The life of a token; funds accept 300 seconds at most (D-fund-tokens). */
export const LIFETIME_SECONDS = 120

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
  const iat = Math.floor(now / 1000)
  const claims = { ...more, iss, sub, aud, iat, nbf: iat, exp: iat + LIFETIME_SECONDS, jti: randomUUID() }
  return Effect.map(
    Effect.promise(() =>
      new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: keyId, typ: "JWT" }).sign(key)
    ),
    (token) => Redacted.make(token)
  )
}
