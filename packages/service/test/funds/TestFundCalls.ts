import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import { EmployerLookupRequest, MemberRegistrationRequest } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  employerLookup,
  type FundOperation,
  memberRegistration
} from "@embedded-super/rules/calls/FundOperation"
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose"
import { FundClient } from "../../src/funds/client/FundClient.ts"
import { FundCredentials } from "../../src/funds/FundCredentials.ts"
import { FundDirectory } from "../../src/funds/FundDirectory.ts"
import { FundLinks } from "../../src/funds/FundLinks.ts"
import { FundProfiles } from "../../src/funds/FundProfiles.ts"
import { Jobs } from "../../src/platform/jobs/Jobs.ts"
import { aFundProfile, aMySuper, type ProfileChange } from "../../../rules/test/aFundProfile.ts"
import { TestDatabase } from "../TestDatabase.ts"
import { TestVault, devSettings, TEST_LOOKUP } from "../TestSettings.ts"
import type { StoredFund } from "../../src/funds/FundsRepo.ts"
import { aProduct } from "../aProduct.ts"
import { type FundAnswer, MEMBER, type ReceivedCall } from "./fundServer.ts"

/** Everything about funds, in development, on its own database. */
export const TestFundCalls = {
  layer: Layer.mergeAll(FundClient.layer, FundProfiles.layer, FundLinks.layer, FundDirectory.layer).pipe(
    Layer.provideMerge(FundCredentials.layer),
    Layer.provideMerge(Layer.mergeAll(TestVault.layer, Jobs.layer)),
    Layer.provideMerge(TestDatabase.layer),
    Layer.provideMerge(devSettings),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Warn"))
  )
}

export const KEY = "Zm9yLXRlc3RzLW9ubHktYS1rZXktb2YtYS1mdW5k"

let made = 0

/** Loads a new fund that registers members at this address, with credentials. */
export const aFund = Effect.fnUntraced(function* (url: string, change: ProfileChange = {}, secret = KEY) {
  made += 1
  const usi = `FND${String(made).padStart(4, "0")}AU`
  const slug = `fund-${made}`
  const profile = aFundProfile({
    fund: { slug, name: `Fund ${made}`, abn: "60905115063" },
    products: [aMySuper(usi)],
    operations: { member_registration: { url, usi } },
    ...change
  })
  const { fund } = yield* (yield* FundProfiles).load(profile)
  yield* (yield* FundCredentials).replace(fund.slug, Redacted.make(secret))
  return fund
})

/** The version of the credentials that a call to the fund would use now. */
export const credentialsOf = (fund: { readonly id: Parameters<FundCredentials["Service"]["current"]>[0] }) =>
  Effect.flatMap(FundCredentials, (credentials) => credentials.current(fund.id)).pipe(
    Effect.map((found) => Option.getOrNull(Option.map(found, ({ version }) => version)))
  )

/**
 * Makes lookups on a clock of their own, so that they don't depend on the machine's speed: their time is over when
 * `isOver` ends, by default never, and shorter waits take no time. `onWait` is run for each of these.
 */
export const lookupTime =
  <R1 = never, R2 = never>(
    isOver: Effect.Effect<void, never, R1> = Effect.never,
    onWait: (wait: Duration.Duration) => Effect.Effect<void, never, R2> = () => Effect.void
  ) =>
  <A, E, R>(lookup: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | R1 | R2> =>
    Effect.gen(function* () {
      const context = yield* Effect.context<R1 | R2>()
      const clock = yield* Clock.Clock
      let millis = clock.currentTimeMillisUnsafe()
      const nanos = () => BigInt(Math.round(millis)) * 1_000_000n
      const wait = (duration: Duration.Duration): Effect.Effect<void, never, R1 | R2> =>
        Effect.andThen(
          onWait(duration),
          Effect.sync(() => void (millis += Duration.toMillis(duration)))
        )
      return yield* Effect.provideService(lookup, Clock.Clock, {
        currentTimeMillisUnsafe: () => millis,
        currentTimeMillis: Effect.sync(() => millis),
        currentTimeNanosUnsafe: nanos,
        currentTimeNanos: Effect.sync(nanos),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => {
          const slept: Effect.Effect<void, never, R1 | R2> = Duration.equals(duration, TEST_LOOKUP)
            ? isOver
            : wait(duration)
          return Effect.provideContext(slept, context)
        }
      })
    })

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
