import { EmployerLookupRequest, MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  employerLookup,
  type FundOperation,
  memberRegistration
} from "@embedded-super/rules/calls/FundOperation"
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose"
import { FundClient } from "../../src/funds/client/FundClient.ts"
import type { StoredFund } from "../../src/funds/FundsRepo.ts"
import { aProduct } from "../aProduct.ts"
import { FundCredentials } from "../../src/funds/FundCredentials.ts"
import { type FundAnswer, MEMBER, type ReceivedCall } from "./fundServer.ts"

export const REQUEST_ID = "01a1fb67-1800-7000-8000-0000000000d1"
export const IDEMPOTENCY_KEY = "3c1b7e0a-9d54-4f5e-8a47-2f60cbb1f5d2"

export const profile = {
  tfn: "123456782",
  first_name: "Niamh",
  middle_name: "Áine",
  family_name: "O'Connor-Đặng",
  other_name: "Niamh Byrne",
  date_of_birth: "1994-02-28",
  email: "niamh@example.com",
  phone_number: "+61491570006",
  address_line_1: "12 Banksia Street",
  address_line_2: "Unit 4",
  locality: "Craigieburn",
  postcode: "3064",
  state: "VIC",
  gender: "female",
  employment_start_date: "2026-12-01",
  contribution_frequency: "fortnightly"
} as const

/** Calls a fund for a product, by default for one of the fund's own kind (simulated or real). */
const calling = <Request, Answer>(operation: FundOperation<Request, Answer>, request: Request) =>
  Effect.fnUntraced(function* (fund: StoredFund, sandboxed = fund.simulated) {
    const client = yield* FundClient
    const productId = yield* aProduct({ sandboxed })
    const admission = yield* client.admit(fund, productId)
    if (Result.isFailure(admission))
      return { outcome: { kind: "not_admitted", ...admission.failure } as const, status: null }
    return yield* client.call(operation, {
      productId,
      fund,
      request,
      requestId: REQUEST_ID,
      idempotencyKey: IDEMPOTENCY_KEY,
      admitted: admission.success
    })
  })

export const call = calling(memberRegistration, Schema.decodeSync(MemberRegistrationRequest)(profile))

export const lookUp = calling(
  employerLookup,
  Schema.decodeSync(EmployerLookupRequest)({ abn: "51824753556" })
)

/** The issuer in the service's tokens in these tests. */
const ISSUER = "https://api.example.test"
/** The client id of the service at these funds. */
export const CLIENT = "embedded-super"

/** Registers the same member on each call. Returns the outcome, or why no call may be made. */
export const outcomeOf = (fund: StoredFund) => Effect.map(call(fund), ({ outcome }) => outcome)

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
