import { MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose"
import { randomUUID } from "node:crypto"
import { FundClient } from "../../src/funds/client/FundClient.ts"
import { memberRegistration } from "../../src/funds/client/FundOperation.ts"
import { FundCredentials } from "../../src/funds/FundCredentials.ts"
import type { StoredFund } from "../../src/funds/FundsRepo.ts"
import { aProduct } from "../aProduct.ts"
import { type FundAnswer, MEMBER, type ReceivedCall } from "./fundServer.ts"

const request = Schema.decodeSync(MemberRegistrationRequest)({
  tfn: "123456782",
  first_name: "Niamh",
  family_name: "O'Connor-Đặng",
  date_of_birth: "1994-02-28",
  email: "niamh@example.com",
  phone_number: "+61491570006",
  address_line_1: "12 Banksia Street",
  locality: "Craigieburn",
  postcode: "3064",
  state: "VIC"
})

/** The issuer in the service's tokens in these tests. */
const ISSUER = "https://api.example.test"
/** The client id of the service at these funds. */
export const CLIENT = "embedded-super"

/** Registers the same member on each call. Returns the outcome, or why no call may be made. */
export const call = Effect.fnUntraced(function* (fund: StoredFund) {
  const client = yield* FundClient
  const admission = yield* client.admit(fund)
  if (Result.isFailure(admission)) return { kind: "not_admitted", ...admission.failure } as const
  const made = yield* client.call(memberRegistration, {
    productId: yield* aProduct({ sandboxed: true }),
    fund,
    request,
    requestId: randomUUID(),
    admitted: admission.success
  })
  return made.outcome
})

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
