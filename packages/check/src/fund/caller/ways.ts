/**
 * What the rows of `tampered` are made of: one way to make credentials wrong, and tokens with the claims of a right one, signed
 * anew with another key, another header or other claims.
 */
import type { JwtAlgorithm, JwtFlow, FundProfile } from "@embedded-super/contracts/schemas"
import type { CallToAuthorise, NotAuthorised } from "@embedded-super/rules/authentication/AuthFlow"
import { readSigningKey, newSigningKey } from "@embedded-super/rules/authentication/signingKeys"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { decodeJwt, decodeProtectedHeader, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose"
import {
  createPrivateKey,
  createSecretKey,
  type KeyObject,
  createPublicKey,
  randomBytes,
  randomUUID
} from "node:crypto"
import type { Scope } from "effect/Scope"
import { createServer } from "node:http"
import type { Credentials } from "../FundUnderTest.ts"
import { authorise, type Signing } from "./authorise.ts"
import { servedHere } from "../../cli/servedHere.ts"

/**
 * The keys of somebody who forges tokens: a key pair of the agreed algorithm, and a server of this machine with its JWKS. A
 * fund that takes its keys from an address in the token's header (jku) fetches them there.
 */
interface ForgersKeys {
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

export interface Call extends Pick<CallToAuthorise, "address" | "body"> {
  readonly forger: Effect.Effect<ForgersKeys>
}
type Made = Effect.Effect<Credentials | null, NotAuthorised>
export type Way = (signing: Signing, call: Call) => Made

export const none: Made = Effect.succeed(null)

export const bearer = (token: string): Credentials => ({ headers: { authorization: `Bearer ${token}` } })

export const tokenOf = ({ headers }: Credentials): string =>
  (headers["authorization"] ?? "").replace(/^Bearer /, "")

const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)

/** Changes the JWT of right credentials; null if there is none. */
export const changed =
  (change: (token: string) => string): Way =>
  (signing, call) =>
    Effect.map(authorise(signing, call), (right) => {
      const token = tokenOf(right)
      return isJwt(token) ? bearer(change(token)) : null
    })

/** Only for the flow jwt: signs with another setting of the profile. */
export const signed =
  (change: (flow: JwtFlow, signing: Signing) => Partial<Signing>, later = 0): Way =>
  (signing, call) =>
    signing.authentication.flow === "jwt"
      ? authorise({ ...signing, ...change(signing.authentication, signing) }, call, later)
      : none

const keyOf = ({ credential }: Signing, algorithm: JwtAlgorithm): KeyObject => {
  const secret = Redacted.value(credential.secret)
  if (algorithm === "HS256") return createSecretKey(Buffer.from(secret))
  const pem = /^(?:\{[^]*\}|[^]*-----END [A-Z ]*PRIVATE KEY-----)/.exec(secret)?.[0] ?? secret
  return Result.getOrThrow(readSigningKey(pem.trim(), algorithm))
}

/** The key that signs a token again, and the header fields that it adds or replaces. */
interface Resigning {
  readonly alg: string
  readonly key: KeyObject
  /** A name with undefined is left out. */
  readonly header?: Readonly<Record<string, unknown>>
  /** Names of the header that the signer is allowed to call critical. */
  readonly crit?: Readonly<Record<string, boolean>>
}

/** The claims of the right token, changed and signed anew. Null if there is nothing of this kind. */
export const resigned =
  (
    sign: (algorithm: JwtAlgorithm, key: KeyObject, call: Call) => Effect.Effect<Resigning | null>,
    change: (claims: JWTPayload) => JWTPayload = (claims) => claims
  ): Way =>
  (signing, call) => {
    const { authentication } = signing
    if (authentication.flow !== "jwt") return none
    return Effect.gen(function* () {
      const token = tokenOf(yield* authorise(signing, call))
      const by = yield* sign(authentication.algorithm, keyOf(signing, authentication.algorithm), call)
      if (by === null) return null
      const header = Object.fromEntries(
        Object.entries({ ...decodeProtectedHeader(token), alg: by.alg, ...by.header }).filter(
          ([, value]) => value !== undefined
        )
      ) as JWTHeaderParameters
      const made = new SignJWT(change(decodeJwt(token))).setProtectedHeader(header)
      return bearer(yield* Effect.promise(() => made.sign(by.key, by.crit && { crit: { ...by.crit } })))
    })
  }

/** By the right key, as agreed. */
export const asAgreed = (alg: JwtAlgorithm, key: KeyObject) => Effect.succeed({ alg, key })

export const without =
  (name: string) =>
  (claims: JWTPayload): JWTPayload =>
    Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name))

/** By the forger's key, which the header says how to find. */
export const forged = (header: (keys: ForgersKeys) => Readonly<Record<string, unknown>>): Way =>
  resigned((alg, _, { forger }) =>
    Effect.map(forger, (keys) => ({ alg, key: keys.key, header: header(keys) }))
  )

/** By the key of a certificate that nobody issued, which the header brings along. */
export const byCertificate: Way = resigned((alg) =>
  alg === "HS256"
    ? Effect.succeed(null)
    : Effect.promise(async () => {
        const { selfSigned } = await import("./selfSigned.ts")
        const { cert, key } = await selfSigned("embedded-super", undefined, alg)
        const der = cert.replaceAll(/-----[A-Z ]+-----|\s/g, "")
        return { alg, key: createPrivateKey(key), header: { x5c: [der] } }
      })
)
