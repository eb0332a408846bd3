/**
 * Credentials made wrong, one row for each way. A way that a flow doesn't have returns null. The others differ from right
 * credentials in one part only, so that a fund which accepts them doesn't check that part.
 */
import type { JwtAlgorithm, JwtFlow } from "@embedded-super/contracts/schemas"
import type { CallToAuthorise, NotAuthorised } from "@embedded-super/fund-rules/authentication/AuthFlow"
import {
  LIFETIME_SECONDS,
  newSigningKey,
  readSigningKey
} from "@embedded-super/fund-rules/authentication/signingKeys"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { base64url, decodeJwt, decodeProtectedHeader, SignJWT } from "jose"
import { createPublicKey, createSecretKey, type KeyObject, randomBytes } from "node:crypto"
import type { Credentials, Tamper } from "../FundUnderTest.ts"
import { authorise, ISSUER, type Signing } from "./authorise.ts"

type Call = Pick<CallToAuthorise, "address" | "body">
type Made = Effect.Effect<Credentials | null, NotAuthorised>
type Way = (signing: Signing, call: Call) => Made

const none: Made = Effect.succeed(null)

const bearer = (token: string): Credentials => ({ headers: { authorization: `Bearer ${token}` } })

/**
 * Another letter, which differs in what it means, too: in its first two bits in base64, of which the others may be ignored
 * at the end, and in its value in hexadecimal, which knows no capitals.
 */
const other = (letter: string): string => (/[Q-Za-f]/.test(letter) ? "5" : "Q")

/** A token with another first letter of its last part. */
const spoilt = (token: string): string => {
  const at = token.lastIndexOf(".") + 1
  return at > 0 && at < token.length
    ? token.slice(0, at) + other(token[at]!) + token.slice(at + 1)
    : token.slice(0, -1) + other(token.at(-1)!)
}

const tokenOf = ({ headers }: Credentials): string => (headers["authorization"] ?? "").replace(/^Bearer /, "")

const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)

/** Changes the JWT of right credentials; null if there is none. */
const changed =
  (change: (token: string) => string): Way =>
  (signing, call) =>
    Effect.map(authorise(signing, call), (right) => {
      const token = tokenOf(right)
      return isJwt(token) ? bearer(change(token)) : null
    })

/** Only for the flow jwt: signs with another setting of the profile. */
const signed =
  (change: (flow: JwtFlow, signing: Signing) => Partial<Signing>, later = 0): Way =>
  (signing, call) =>
    signing.authentication.flow === "jwt"
      ? authorise({ ...signing, ...change(signing.authentication, signing) }, call, later)
      : none

const HOUR = 3_600_000
const HALF_A_MINUTE = 30_000
const EIGHT_MINUTES = 480_000
const LIFETIME = LIFETIME_SECONDS * 1000

const json = (value: unknown): string => base64url.encode(JSON.stringify(value))

const keyOf = ({ credential }: Signing, algorithm: JwtAlgorithm): KeyObject => {
  const secret = Redacted.value(credential.secret)
  if (algorithm === "HS256") return createSecretKey(Buffer.from(secret))
  const pem = /^(?:\{[^]*\}|[^]*-----END [A-Z ]*PRIVATE KEY-----)/.exec(secret)?.[0] ?? secret
  return Result.getOrThrow(readSigningKey(pem.trim(), algorithm))
}

/** The claims of the right token, signed anew with another key or without some claims. */
const resigned =
  (
    sign: (algorithm: JwtAlgorithm, key: KeyObject) => { alg: string; key: KeyObject } | null,
    left?: string
  ): Way =>
  (signing, call) => {
    const { authentication } = signing
    if (authentication.flow !== "jwt") return none
    return Effect.gen(function* () {
      const token = tokenOf(yield* authorise(signing, call))
      const by = sign(authentication.algorithm, keyOf(signing, authentication.algorithm))
      if (by === null) return null
      const claims = Object.fromEntries(Object.entries(decodeJwt(token)).filter(([name]) => name !== left))
      const header = { ...decodeProtectedHeader(token), alg: by.alg }
      return bearer(yield* Effect.promise(() => new SignJWT(claims).setProtectedHeader(header).sign(by.key)))
    })
  }

const anotherKey = (algorithm: JwtAlgorithm): KeyObject =>
  algorithm === "HS256"
    ? createSecretKey(randomBytes(48))
    : Result.getOrThrow(readSigningKey(newSigningKey(algorithm), algorithm))

/** Sends the right secret under another name. */
const underAnotherScheme: Way = (signing, call) => {
  if (signing.authentication.flow === "mutual_tls") return none
  return Effect.map(authorise(signing, call), ({ headers }) => {
    const key = headers["x-auth-key"]
    return {
      headers:
        key === undefined
          ? { authorization: (headers["authorization"] ?? "").replace(/^Bearer/, "Basic") }
          : { authorization: `Bearer ${key}` }
    }
  })
}

const audienceBeside: Way = (signing, call) =>
  signing.authentication.flow === "jwt" && signing.authentication.audience === undefined
    ? signed((flow) => ({
        authentication: { ...flow, audience: new URL("another_operation", call.address).href as never }
      }))(signing, call)
    : none

const wrongIssuer: Way = (signing, call) =>
  signing.issuer === ISSUER
    ? none
    : signed(() => ({ issuer: "https://another-service.example" }))(signing, call)

const empty: Way = ({ authentication: { flow } }) => {
  if (flow === "mutual_tls") return none
  return Effect.succeed({ headers: flow === "api_key" ? { "x-auth-key": "" } : { authorization: "Bearer" } })
}

const wrong: Way = ({ authentication: { flow } }) => {
  const random = randomBytes(32).toString("hex")
  switch (flow) {
    case "api_key":
      return Effect.succeed({ headers: { "x-auth-key": random } })
    case "mutual_tls":
      return Effect.map(
        Effect.promise(async () => (await import("./selfSigned.ts")).selfSigned("embedded-super")),
        (certificate) => ({ headers: {}, certificate })
      )
    default:
      return Effect.succeed(bearer(random))
  }
}

const nearlyRight: Way = (signing, call) => {
  if (signing.authentication.flow === "mutual_tls") return none
  return Effect.map(authorise(signing, call), ({ headers }) => {
    const key = headers["x-auth-key"]
    return key === undefined
      ? bearer(spoilt(tokenOf({ headers })))
      : { headers: { "x-auth-key": key.slice(0, -1) + other(key.at(-1)!) } }
  })
}

export const tampered: { readonly [Name in Tamper]: Way } = {
  missing: () => Effect.succeed({ headers: {}, certificate: null }),
  empty,
  wrong,
  wrong_scheme: underAnotherScheme,
  nearly_right: nearlyRight,
  expired: signed(() => ({}), -HOUR),
  expired_for_minutes: signed(() => ({}), -LIFETIME - EIGHT_MINUTES),
  not_yet_valid: signed(() => ({}), HOUR),
  alg_none: changed((token) => {
    const { alg: _, ...header } = decodeProtectedHeader(token)
    return `${json({ ...header, alg: "none" })}.${token.split(".")[1]}.`
  }),
  wrong_audience: signed((flow) => ({
    authentication: { ...flow, audience: "https://another-fund.example/v1" as never }
  })),
  audience_beside: audienceBeside,
  wrong_issuer: wrongIssuer,
  wrong_subject: signed((flow) => ({ authentication: { ...flow, client_id: "another-caller" as never } })),
  unknown_key_id: signed((_, { credential }) => ({
    credential: { ...credential, keyId: `unknown-${randomBytes(8).toString("hex")}` }
  })),
  wrong_key: resigned((alg) => ({ alg, key: anotherKey(alg) })),
  changed_claims: changed((token) => {
    const [header, , signature] = token.split(".")
    return `${header}.${json({ ...decodeJwt(token), jti: randomBytes(16).toString("hex") })}.${signature}`
  }),
  public_key_as_secret: resigned((algorithm, key) =>
    algorithm === "HS256"
      ? null
      : {
          alg: "HS256",
          key: createSecretKey(createPublicKey(key).export({ type: "spki", format: "pem" }) as Buffer)
        }
  ),
  without_expiry: resigned((alg, key) => ({ alg, key }), "exp"),
  clock_ahead: signed(() => ({}), HALF_A_MINUTE),
  clock_behind: signed(() => ({}), -HALF_A_MINUTE)
}
