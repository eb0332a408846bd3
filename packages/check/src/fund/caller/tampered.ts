/**
 * Credentials made wrong, one row for each way. A way that a flow doesn't have returns null. The others differ from right
 * credentials in one part only, so that a fund which accepts them doesn't check that part.
 */
import { EARLIER_SECONDS, LIFETIME_SECONDS } from "@embedded-super/rules/authentication/signingKeys"
import * as Effect from "effect/Effect"
import { base64url, decodeJwt, decodeProtectedHeader } from "jose"
import { createPublicKey, createSecretKey, randomBytes } from "node:crypto"
import type { Tamper } from "../FundUnderTest.ts"
import { authorise, ISSUER } from "./authorise.ts"
import {
  asAgreed,
  bearer,
  byCertificate,
  changed,
  forged,
  none,
  resigned,
  signed,
  tokenOf,
  type Way,
  without
} from "./ways.ts"

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

const HOUR = 3_600_000
const HALF_A_MINUTE = 30_000
const EIGHT_MINUTES = 480_000
const LIFETIME = LIFETIME_SECONDS * 1000

const json = (value: unknown): string => base64url.encode(JSON.stringify(value))

const CRITICAL = "https://fund-check.example/must-be-understood"

/** For an `aud` that differs by a letter. */
const audienceOf =
  (change: (audience: string) => string): Way =>
  (signing, call) =>
    signed((flow) => ({
      authentication: { ...flow, audience: change(flow.audience ?? call.address) as never }
    }))(signing, call)

const YEAR_SECONDS = 31_536_000

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
  wrong_key: forged(() => ({})),
  changed_claims: changed((token) => {
    const [header, , signature] = token.split(".")
    return `${header}.${json({ ...decodeJwt(token), jti: randomBytes(16).toString("hex") })}.${signature}`
  }),
  public_key_as_secret: resigned((algorithm, key) =>
    Effect.succeed(
      algorithm === "HS256"
        ? null
        : {
            alg: "HS256",
            key: createSecretKey(createPublicKey(key).export({ type: "spki", format: "pem" }) as Buffer)
          }
    )
  ),
  without_expiry: resigned(asAgreed, without("exp")),
  embedded_key: forged(({ jwk }) => ({ jwk })),
  embedded_key_alone: forged(({ jwk }) => ({ jwk, kid: undefined })),
  key_address: forged(({ keyId, url }) => ({ jku: url, kid: keyId })),
  certificate_chain: byCertificate,
  unknown_critical_header: resigned((alg, key) =>
    Effect.succeed({
      alg,
      key,
      header: { crit: [CRITICAL], [CRITICAL]: true },
      crit: { [CRITICAL]: true }
    })
  ),
  audience_longer: audienceOf((audience) => `${audience}x`),
  audience_cut: audienceOf((audience) => audience.slice(0, -1)),
  without_audience: resigned(asAgreed, without("aud")),
  other_padding: resigned((algorithm, key) =>
    Effect.succeed(algorithm === "PS256" ? { alg: "RS256", key } : null)
  ),
  valid_for_a_year: resigned(asAgreed, (claims) => ({ ...claims, exp: (claims.iat ?? 0) + YEAR_SECONDS })),
  // Without the seconds that the service takes off for slow clocks.
  clock_ahead: signed(() => ({}), HALF_A_MINUTE + EARLIER_SECONDS * 1000),
  clock_behind: signed(() => ({}), -HALF_A_MINUTE)
}
