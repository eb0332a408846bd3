import * as Effect from "effect/Effect"
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose"
import { FundCredentials } from "../../src/funds/FundCredentials.ts"
import type { StoredFund } from "../../src/funds/FundsRepo.ts"
import { call as callFund } from "./callFund.ts"
import { type FundAnswer, MEMBER, type ReceivedCall } from "./fundServer.ts"

/** The issuer in the service's tokens in these tests. */
const ISSUER = "https://api.example.test"
/** The client id of the service at these funds. */
export const CLIENT = "embedded-super"

/** Registers the same member on each call. Returns the outcome, or why no call may be made. */
export const call = (fund: StoredFund) => Effect.map(callFund(fund), ({ outcome }) => outcome)

export const registered: FundAnswer = { status: 201, body: MEMBER }

export const tokenOf = ({ headers }: ReceivedCall) => (headers.authorization ?? "").replace(/^Bearer /, "")

/** Verifies as a fund that fetches the published keys. */
export const verify = Effect.fnUntraced(function* (token: string, audience: string) {
  const keys = yield* (yield* FundCredentials).published
  return yield* Effect.promise(() =>
    jwtVerify(token, createLocalJWKSet({ keys: keys as never }), { audience, issuer: ISSUER, typ: "JWT" })
  )
})

/** Seconds. */
export const timesOf = ({ exp = 0, iat = 0, nbf = 0 }: JWTPayload) => ({ life: exp - iat, early: nbf - iat })
