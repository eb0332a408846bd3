/** Funds that verify a caller's JWT wrongly. */
import { decodeJwt } from "jose"
import { ofGroup } from "../Fault.ts"
import { answeringOperations, crashed } from "../plays/exchanges.ts"
import { type CallerRequest, claimsIn, headerIn, tolerating } from "../plays/callers.ts"

const TEN_MINUTES = 600

/** Milliseconds after the first repeat. */
const FORGOTTEN = 200

/** The address that was called, without its scheme. */
const addressOf = ({ headers: { host = "" }, url = "" }: CallerRequest): string => `${host}${url}`

/** The token's audience, without its scheme. */
const audienceOf = (request: CallerRequest): string =>
  String(claimsIn(request).aud).replace(/^https?:\/\//, "")

const has =
  (name: string) =>
  (request: CallerRequest): boolean =>
    name in headerIn(request)

export const tokens = ofGroup("auth", [
  {
    name: "expired-token-accepted",
    sentence: "The fund accepts expired tokens.",
    killedBy: ["AUTH-5-1"],
    finding: "fail: The fund accepts a call with an expired token.",
    options: { fund: "waratah" },
    play: () => tolerating((_, reason) => /exp is in the past/.test(reason))
  },
  {
    name: "late-token-accepted",
    sentence: "The fund accepts a token for ten minutes after it has expired.",
    killedBy: ["AUTH-5-20"],
    finding: "warn: The fund accepts a call with a token that expired eight minutes ago.",
    options: { fund: "waratah" },
    play: () =>
      tolerating(
        (request, reason) =>
          /exp is in the past/.test(reason) && Date.now() / 1000 < (claimsIn(request).exp ?? 0) + TEN_MINUTES
      )
  },
  {
    name: "early-token-accepted",
    sentence: "The fund accepts tokens that aren't valid yet.",
    killedBy: ["AUTH-5-2"],
    finding: "fail: The fund accepts a call with a token that isn't valid yet.",
    options: { fund: "waratah" },
    play: () => tolerating((_, reason) => /(?:nbf|iat) is in the future/.test(reason))
  },
  {
    name: "strict-clock",
    sentence: "The fund refuses tokens whose iat is ahead of its own clock.",
    killedBy: ["AUTH-5-19"],
    finding: "warn: The fund refuses a token of a clock that is half a minute ahead of its own.",
    options: { fund: "waratah" },
    play: () => ({
      security: async (request, check) => {
        const reason = await check(request)
        if (reason !== undefined) return reason
        const { iat = 0 } = decodeJwt(String(request.headers.authorization).replace(/^Bearer /, ""))
        return iat > Date.now() / 1000 ? "The token's iat is in the future." : undefined
      }
    })
  },
  {
    name: "unsigned-token-accepted",
    sentence: "The fund accepts unsigned tokens (alg none).",
    killedBy: ["AUTH-5-3"],
    finding: "fail: The fund accepts a call with an unsigned token (alg none).",
    options: { fund: "waratah" },
    play: () => tolerating((call) => headerIn(call)["alg"] === "none")
  },
  {
    name: "audience-unchecked",
    sentence: "The fund accepts tokens for another audience.",
    killedBy: ["AUTH-5-4"],
    finding: "fail: The fund accepts a call with a token for another audience.",
    options: { fund: "waratah" },
    play: () => tolerating((_, reason) => /aud is not/.test(reason))
  },
  {
    name: "audience-by-host",
    sentence: "The fund accepts tokens for any path of its host.",
    killedBy: ["AUTH-5-21"],
    finding: "warn: The fund accepts a call with a token for another path of the same host (aud).",
    options: { fund: "waratah" },
    play: () =>
      tolerating(
        (request, reason) =>
          /aud is not/.test(reason) && URL.parse(String(claimsIn(request).aud))?.host === request.headers.host
      )
  },
  {
    name: "issuer-unchecked",
    sentence: "The fund says which issuer of tokens it expects, and accepts others.",
    killedBy: ["AUTH-5-22"],
    finding: "warn: The fund accepts a call with a token of another issuer (iss).",
    options: { fund: "waratah" },
    play: () => ({
      profile: (profile) => ({ ...profile, check: { ...profile.check, issuer: "https://service.example" } })
    })
  },
  {
    name: "unknown-key-accepted",
    sentence: "The fund accepts tokens that name a key that it doesn't know.",
    killedBy: ["AUTH-5-5"],
    finding: "warn: The fund accepts a call with a token that names an unknown key (kid).",
    options: { fund: "waratah" },
    play: () => tolerating((_, reason) => /kid is not among/.test(reason))
  },
  {
    name: "signature-unchecked",
    sentence: "The fund decodes tokens and doesn't verify their signatures.",
    killedBy: ["AUTH-5-6", "AUTH-5-7"],
    finding: "fail: The fund accepts a call with a token that another key has signed.",
    options: { fund: "waratah" },
    play: () => tolerating((_, reason) => /signature doesn't fit/.test(reason))
  },
  {
    name: "public-key-as-secret",
    sentence: "The fund verifies HS256 with its public key as the secret.",
    killedBy: ["AUTH-5-8"],
    finding:
      "fail: The fund accepts a call with a token that is signed by HS256 with the public key as its secret.",
    options: { fund: "waratah" },
    play: () => tolerating((call) => headerIn(call)["alg"] === "HS256")
  },
  // Tokens that somebody else can make, or that are worth stealing.
  {
    name: "key-of-the-header-trusted",
    sentence: "The fund verifies a token with the key in the token's own header (jwk).",
    killedBy: ["AUTH-5-23"],
    finding: "fail: The fund accepts a call with a token that is signed by the key in its own header (jwk).",
    options: { fund: "waratah" },
    play: () => tolerating(has("jwk"))
  },
  {
    name: "key-of-an-unnamed-token-trusted",
    sentence: "The fund verifies a token that names no key with the key in its own header (jwk).",
    killedBy: ["AUTH-5-23"],
    finding: "fail: The fund accepts a call with a token that is signed by the key in its own header (jwk).",
    options: { fund: "waratah" },
    play: () => tolerating((request) => has("jwk")(request) && !has("kid")(request))
  },
  {
    name: "key-address-of-the-header-trusted",
    sentence: "The fund fetches the key of a token from where its header says (jku).",
    killedBy: ["AUTH-5-24"],
    finding: "fail: The fund accepts a call with a token whose header says where its key is (jku).",
    options: { fund: "waratah" },
    play: () => tolerating(has("jku"))
  },
  {
    name: "certificate-of-the-header-trusted",
    sentence: "The fund verifies a token with the certificate in its own header (x5c).",
    killedBy: ["AUTH-5-25"],
    finding:
      "fail: The fund accepts a call with a token that is signed by the key of a certificate in its own header (x5c).",
    options: { fund: "waratah" },
    play: () => tolerating(has("x5c"))
  },
  {
    name: "critical-header-ignored",
    sentence: "The fund accepts a token whose header has to be understood, and isn't (crit).",
    killedBy: ["AUTH-5-26"],
    finding:
      "warn: The fund accepts a call with a token whose header has to be understood and isn't known (crit).",
    options: { fund: "waratah" },
    play: () => tolerating(has("crit"))
  },
  {
    name: "audience-by-its-beginning",
    sentence: "The fund accepts a token whose audience begins with its address.",
    killedBy: ["AUTH-5-27"],
    finding: "fail: The fund accepts a call with a token whose audience is a letter longer or shorter.",
    options: { fund: "waratah" },
    play: () =>
      tolerating(
        (request, reason) => /aud is not/.test(reason) && audienceOf(request).startsWith(addressOf(request))
      )
  },
  {
    name: "beginning-of-the-audience",
    sentence: "The fund accepts a token whose audience is the beginning of its address.",
    killedBy: ["AUTH-5-27"],
    finding: "fail: The fund accepts a call with a token whose audience is a letter longer or shorter.",
    options: { fund: "waratah" },
    play: () =>
      tolerating(
        (request, reason) => /aud is not/.test(reason) && addressOf(request).startsWith(audienceOf(request))
      )
  },
  {
    name: "audience-not-required",
    sentence: "The fund accepts a token without an audience.",
    killedBy: ["AUTH-5-28"],
    finding: "fail: The fund accepts a call with a token without an audience (aud).",
    options: { fund: "waratah" },
    play: () =>
      tolerating((request, reason) => /aud is not/.test(reason) && claimsIn(request).aud === undefined)
  },
  {
    name: "other-padding-accepted",
    sentence: "The fund agreed on PS256, and accepts RS256 with the same key.",
    killedBy: ["AUTH-5-29"],
    finding: "fail: The fund accepts a call with a token that is signed by RS256 where PS256 is agreed.",
    options: { fund: "waratah", algorithm: "PS256" },
    play: () => tolerating((request) => headerIn(request)["alg"] === "RS256")
  },
  {
    name: "long-life-accepted",
    sentence: "The fund accepts a token that is valid for a year.",
    killedBy: ["AUTH-5-30"],
    finding: "warn: The fund accepts a call with a token that is valid for a year.",
    options: { fund: "waratah" },
    play: () => tolerating((_, reason) => /valid for longer/.test(reason))
  },
  {
    name: "subject-unchecked",
    sentence: "The fund accepts tokens of other clients.",
    killedBy: ["AUTH-5-9"],
    finding: "warn: The fund accepts a call with a token for another client (sub).",
    options: { fund: "waratah" },
    play: () => tolerating((_, reason) => /sub is not/.test(reason))
  },
  {
    name: "endless-token-accepted",
    sentence: "The fund accepts tokens that never expire.",
    killedBy: ["AUTH-5-10"],
    finding: "warn: The fund accepts a call with a token that never expires.",
    options: { fund: "waratah" },
    play: () => tolerating((_, reason) => /exp is missing/.test(reason))
  },
  {
    name: "used-token-accepted",
    sentence: "The fund accepts a token twice.",
    killedBy: ["AUTH-5-11"],
    finding: "warn: The fund accepts a call whose token was used before (jti).",
    options: { fund: "waratah" },
    play: () => tolerating((_, reason) => /jti was used before/.test(reason))
  },
  {
    name: "used-token-forgotten",
    sentence: "The fund accepts a token again after a fifth of a second.",
    killedBy: ["AUTH-5-11"],
    finding: "warn: The fund accepts a call whose token was used a second before (jti).",
    options: { fund: "waratah" },
    play: () => {
      const firstUses = new Map<unknown, number>()
      return tolerating((request, reason) => {
        const { jti } = claimsIn(request)
        const first = firstUses.get(jti) ?? Date.now()
        firstUses.set(jti, first)
        return /jti was used before/.test(reason) && Date.now() - first > FORGOTTEN
      })
    }
  },
  {
    name: "any-token-accepted",
    sentence: "The fund accepts every bearer token.",
    killedBy: ["AUTH-7-3"],
    finding: "fail: The fund accepts a call with credentials that the fund never gave.",
    options: { fund: "waratah" },
    play: () => tolerating(({ headers }) => (headers["authorization"] ?? "") !== "")
  },
  {
    name: "keys-never-renewed",
    sentence: "The fund reads the caller's keys once, and never again.",
    killedBy: ["AUTH-5-17"],
    finding:
      "warn: The fund refuses a token of a new key, also half a minute after the JWKS has the key: it doesn't fetch the JWKS again, or not so soon.",
    options: { fund: "waratah" },
    play: () => {
      const known = new Set<unknown>()
      return {
        security: async (request, check) => {
          const { kid } = headerIn(request)
          if (known.size > 0 && !known.has(kid)) return "The token's kid is not among the caller's keys."
          const refusal = await check(request)
          if (refusal === undefined) known.add(kid)
          return refusal
        }
      }
    }
  },
  {
    name: "token-crash",
    sentence: "The fund answers 500 to a token that isn't one.",
    killedBy: ["AUTH-7-3"],
    finding:
      "fail: The fund answers a call with credentials that the fund never gave with a server error, so it would be repeated.",
    options: { fund: "waratah" },
    play: () => ({
      exchange: answeringOperations((reply, call) =>
        reply.status === 401 && call.headers["authorization"] !== undefined ? crashed() : reply
      )
    })
  }
])
