/**
 * Calls the fund as the service does: the same headers, flows, limits and connections, from `packages/rules`. Each
 * call is recorded, and each ends, whatever the fund does: `send` and `sendRaw` have limits of time and size.
 *
 * Why one call has one connection: so does the service. On a reused connection, a request that is lost with the
 * connection looks the same as one that arrived.
 *
 * The trap: an access token is kept between calls, as the service keeps it. A check that wants a new one asks for it with
 * `fetchToken`.
 */
import { type CheckLevel, type CheckMode, FundProfile } from "@embedded-super/contracts/schemas"
import { accessTokens } from "@embedded-super/rules/authentication/AccessTokens"
import { requirementOf } from "@embedded-super/rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { sample } from "fast-check"
import { randomInt } from "node:crypto"
import type { LookupFunction } from "node:net"
import type { Exchanges } from "../../exchange/Exchange.ts"
import type { Draws } from "../../run/Draws.ts"
import { waiting } from "../../run/Stopwatch.ts"
import type { FundUnderTest } from "../FundUnderTest.ts"
import type { ListUnderTest } from "../list/openList.ts"
import { addressOf } from "../profile/loadProfile.ts"
import { limitOf, makePace } from "./pace.ts"
import { makeAgents } from "./agents.ts"
import { ISSUER, type Signing, expectedCredentials } from "./authorise.ts"
import { makeCalls } from "./calls.ts"
import type { KeyRing } from "./KeyRing.ts"
import { makePatience } from "./patience.ts"
import { forgersKeys } from "./ways.ts"
import { operationIds, recorded } from "./recording.ts"
import { makeRegistrations, makeValidCalls } from "./rememberedCalls.ts"
import { makeRequests, payloadOf } from "./requests.ts"
import { employerDetailsFor, EXAMPLE_ABN, makeMembers } from "./synthetic.ts"
import { tampered } from "./tampered.ts"
import { fetchToken, flowPost, tokenPost } from "./tokenCalls.ts"

interface FundCallerOptions {
  readonly profile: FundProfile
  readonly mode: CheckMode
  readonly keys: KeyRing
  readonly exchanges: Exchanges
  readonly list: ListUnderTest
  readonly lookup?: LookupFunction | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Restarts the fund, or asks a person to. Left out, the fund can't be restarted. */
  readonly restart?: Effect.Effect<void> | undefined
}

/** The most calls at the same time, for a fund that names no limit. */
const AT_ONCE = 20

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** The fund as each check sees it, by the check's level. Its connections are closed with the scope. */
export const makeFundCaller = Effect.fnUntraced(function* ({
  exchanges,
  headers: given,
  keys,
  list,
  lookup,
  mode,
  profile,
  restart
}: FundCallerOptions): Effect.fn.Return<
  (draws: Draws, level?: CheckLevel) => FundUnderTest,
  never,
  Scope.Scope
> {
  const { authentication, ca_certificate: ca, check, limits } = profile
  const isPinned = ca !== undefined
  const isProbe = mode === "probe"
  const agents = yield* makeAgents(ca, lookup)
  const tokens = yield* accessTokens
  const record = recorded(exchanges, isPinned)
  const { member, tfn } = makeMembers(profile, randomInt(1, 2 ** 40))
  const perMinute = limitOf(profile)
  const { paced, within } = makePace({
    perMinute,
    atOnce: isProbe ? 1 : (limits?.concurrent_requests ?? AT_ONCE),
    apart: isProbe ? 1000 : 0
  })
  const patience = makePatience()
  // Of its own: a call for a token is part of a call, which may be the one that others wait for.
  const tokenPatience = makePatience()
  const postOnce = tokenPost(exchanges, agents, isPinned, given)
  const post: typeof postOnce = (...request) => tokenPatience.patiently(within(postOnce(...request)))

  const signing = (): Signing => ({
    authentication,
    credential: keys.current(),
    issuer: check?.issuer ?? ISSUER,
    tokens,
    post: flowPost(post)
  })

  const registrations = makeRegistrations()
  const validCalls = makeValidCalls(profile)
  /** Made when a check forges a token with it, and served until the run ends. */
  const forger = yield* Effect.cached(
    Effect.provideService(forgersKeys(authentication), Scope.Scope, yield* Effect.scope)
  )
  const requests = makeRequests({ profile, given, signing })
  const calls = makeCalls({
    profile,
    isProbe,
    lookup,
    agents,
    requests,
    record,
    paced,
    patience,
    registrations,
    validCalls
  })

  let confirmedAt = 0
  /** Each later than the one before, also within a millisecond: of the same details the latest count. */
  const confirmedNow = (): string => {
    confirmedAt = Math.max(Date.now(), confirmedAt + 1)
    return new Date(confirmedAt).toISOString()
  }

  const lookupBody = () => ({ abn: check?.unknown_abn ?? check?.matching_abn ?? EXAMPLE_ABN })

  /** In production only calls that leave no trace, or that the profile allows. */
  const mayRegister = !isProbe || (check?.probe_registration === true && check.synthetic_member !== undefined)

  const encodedSynthetic = Schema.encodeSync(FundProfile)(profile).check?.synthetic_member

  return (draws, level = "MUST") => {
    const { raw, tls } = calls
    const call: FundUnderTest["call"] = (operation, body, options) =>
      calls.call(operation, body, level === "MUST" ? options : { ...options, suggested: true })
    const fund: FundUnderTest = {
      profile,
      mode,
      list,
      draws,
      draw: (arbitrary, count) => sample(arbitrary, { numRuns: count, seed: draws.seed }),
      addressOf: (operation) => {
        const address = addressOf(profile, operation)
        return address === undefined ? undefined : new URL(address)
      },
      takes: (field) =>
        field === "tfn_exemption_type"
          ? profile.tfn_exemptions_accepted
            ? "optional"
            : "excluded"
          : requirementOf(profile.fields, field),
      member: (overrides) =>
        isProbe && encodedSynthetic !== undefined ? { ...encodedSynthetic, ...overrides } : member(overrides),
      tfn,
      employerDetails: (overrides) => employerDetailsFor(profile, confirmedNow(), overrides),
      register: (body, options) => call("registration", body, options),
      lookUp: (body, options) => call("lookup", body, options),
      sendDetails: (body, options) => call("details", body, options),
      call,
      callable: () => {
        const may = [
          { operation: "lookup", body: lookupBody, is: true },
          { operation: "registration", body: () => fund.member(), is: mayRegister },
          { operation: "details", body: () => fund.employerDetails(), is: !isProbe }
        ] as const
        return may
          .filter(({ is, operation }) => is && addressOf(profile, operation) !== undefined)
          .map(({ body, operation }) => ({ operation, body }))
      },
      raw,
      tls,
      requestText: requests.requestText,
      patiently: patience.patiently,
      authorise: (operation, body, tamper) => {
        const payload = payloadOf(body, {})
        const made =
          tamper === undefined
            ? requests.authorised(operation, payload)
            : tampered[tamper](signing(), {
                address: addressOf(profile, operation) ?? "",
                body: payload as string,
                forger
              })
        return Effect.orElseSucceed(made, () => null)
      },
      expectedCredentials: (operation) =>
        expectedCredentials(profile, keys, addressOf(profile, operation) ?? ""),
      fetchToken: (tamper) => fetchToken(signing(), post, tamper),
      restart: restart === undefined ? undefined : waiting(restart),
      rotateKey: keys.rotate,
      registrations: registrations.all,
      validCalls: validCalls.all,
      isOnThisMachine: LOOPBACK.test(
        new URL(addressOf(profile, "lookup") ?? addressOf(profile, "registration") ?? "none:").hostname
      ),
      times: (operation) =>
        exchanges
          .all()
          .filter(
            (made) =>
              made.operation === operationIds[operation] &&
              made.failure === undefined &&
              Math.floor((made.answer?.status ?? 0) / 100) === 2
          )
          .map(({ took }) => took)
    }
    return fund
  }
})
