/** Verifies a caller's JWT by the rules of RFC 8725. Each refusal names the remedy, and never repeats the token. */
import { State } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters
} from "jose"
import { type CallerKeys, NoSuchKey } from "./CallerKeys.ts"

/** The used tokens: each is accepted only once, also after a kill -9. A token is forgotten after it expires. */
export class SeenTokens extends Context.Service<
  SeenTokens,
  { readonly isReplay: (jti: string, until: number, now: number) => boolean }
>()("@embedded-super/fund-simulator/SeenTokens") {
  static readonly layer = Layer.effect(
    SeenTokens,
    Effect.gen(function* () {
      const state = yield* State
      const seen = state.query("SELECT 1 FROM seen_tokens WHERE jti = ?")
      const forget = state.query("DELETE FROM seen_tokens WHERE good_until < ?")
      const insert = state.query("INSERT INTO seen_tokens (jti, good_until) VALUES (?, ?)")
      state.keep({
        tables: { seen_tokens: "jti TEXT PRIMARY KEY, good_until INTEGER NOT NULL" },
        indexes: ["seen_tokens (good_until)"]
      })
      return {
        isReplay: (jti, until, now) => {
          if (seen.get(jti) !== undefined) return true
          state.write(() => {
            forget.run(now)
            insert.run(jti, until)
          })
          return false
        }
      }
    })
  )
}

/** The accepted clock skew, in seconds. */
const skew = 60
/** The maximum lifetime of a token, in seconds. */
const longest = 300

export interface Expected {
  /** The only algorithm that was agreed on. */
  readonly algorithm: string
  readonly audience: string
  readonly clientId: string
  /** The simulator's time, in milliseconds. */
  readonly now: number
}

export type Verdict =
  | { readonly isGood: true; readonly payload: JWTPayload }
  | { readonly isGood: false; readonly detail: string }

const bad = (detail: string): Verdict => ({ isGood: false, detail })

const headerOf = (token: string): ProtectedHeaderParameters | undefined => {
  if (token.split(".").length !== 3) return undefined
  try {
    return decodeProtectedHeader(token)
  } catch {
    return undefined
  }
}

const claimDetails: Readonly<Record<string, string>> = {
  aud: "The token's aud is not the address that was called. Set aud to the URL of this operation, as the fund's profile writes it.",
  nbf: "The token's nbf is in the future. Set it to the present time; clocks may differ by 60 seconds.",
  exp: "The token's exp is missing or not a number. Set it to 120 seconds after iat.",
  iat: "The token's iat is missing or not a number. Set it to the present time, in seconds.",
  jti: "The token has no jti. Give each token a new UUID.",
  iss: "The token has no iss. Name the service there.",
  sub: "The token's sub is not the client id that was agreed on. Take it from the fund's profile."
}

const sentenceOf = (error: unknown): string => {
  if (error instanceof NoSuchKey) return error.message
  if (error instanceof errors.JWTExpired)
    return `The token's exp is in the past. Sign a new token for each call; they are accepted for at most ${longest} seconds.`
  if (error instanceof errors.JWTClaimValidationFailed)
    return claimDetails[error.claim] ?? "A claim of the token is missing or wrong."
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return "The token's signature doesn't fit the key of its kid. Sign with the private key whose public half the fund holds."
  return "The token can't be verified. Send a compact JWT, signed with the agreed algorithm."
}

const claimFault = (
  { exp = 0, iat = 0, iss, jti, sub }: JWTPayload,
  { clientId, now }: Expected
): string | undefined => {
  if (typeof iss !== "string" || iss === "") return claimDetails["iss"]
  if (sub !== clientId) return claimDetails["sub"]
  if (typeof jti !== "string" || jti.length < 8) return claimDetails["jti"]
  if (iat > now / 1000 + skew)
    return "The token's iat is in the future. Set it to the present time; clocks may differ by 60 seconds."
  return exp - iat > longest
    ? `The token is valid for longer than ${longest} seconds. Set exp to 120 seconds after iat.`
    : undefined
}

/** Creates a verifier that refuses a jti it has seen before, until that token expires. */
export const makeVerifier = (keys: CallerKeys["Service"], { isReplay }: SeenTokens["Service"]) => {
  return async (token: string, expected: Expected): Promise<Verdict> => {
    if (token === "") return bad("Send a signed JWT as Authorization: Bearer.")
    const header = headerOf(token)
    if (header === undefined)
      return bad("The bearer token isn't a JWT: three parts with dots between them, the first a JSON header.")
    if (header.alg !== expected.algorithm)
      return bad(`This fund accepts only tokens signed with ${expected.algorithm}. Set alg to it.`)
    try {
      const { payload } = await jwtVerify(token, await keys.find(header.kid, expected.algorithm), {
        algorithms: [expected.algorithm],
        audience: expected.audience,
        clockTolerance: skew,
        currentDate: new Date(expected.now),
        requiredClaims: ["iss", "sub", "aud", "exp", "iat", "jti"]
      })
      const fault = claimFault(payload, expected)
      if (fault !== undefined) return bad(fault)
      return isReplay(payload.jti!, Math.ceil(payload.exp! + skew) * 1000, expected.now)
        ? bad("The token's jti was used before. Sign a new token for each call, also for a retry.")
        : { isGood: true, payload }
    } catch (error) {
      return bad(sentenceOf(error))
    }
  }
}
