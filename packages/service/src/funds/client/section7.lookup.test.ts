import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { aMySuper } from "../../../../rules/test/aFundProfile.ts"
import { aProduct } from "../../../test/aProduct.ts"
import { outcomeOf, lookupTime, aFund, KEY, TestFundCalls } from "../../../test/funds/TestFundCalls.ts"
import { type FundAnswer, fundServer } from "../../../test/funds/fundServer.ts"
import { LiveLookup } from "../../default-activate/LiveLookup.ts"
import { FundCredentials } from "../FundCredentials.ts"
import type { StoredFund } from "../FundsRepo.ts"
import { fundGates } from "./gate/FundGates.ts"
import { passTime, StillTime } from "../../../test/at.ts"

/** A fund that isn't asked is no match. */
const failingClosed = (asked: ReturnType<LiveLookup["Service"]["ask"]>) =>
  Effect.catchTag(asked, "NotAsked", () => Effect.succeedNone)

/** A wait of a lookup, which takes no time here. */
const waited = (wait: Duration.Duration) => Effect.orDie(passTime(wait))

const found: FundAnswer = { status: 200, body: { employer_found: true } }

/**
 * A fund that gives these lookup answers in order and then repeats the last one, and the result of one lookup there.
 */
const answering = Effect.fnUntraced(function* (...answers: ReadonlyArray<FundAnswer>) {
  const server = yield* fundServer((_, nth) => answers[nth - 1] ?? answers.at(-1) ?? 500)
  const employer_lookup = { source: "live", url: `${server.origin}/our/own/abn-check` }
  const fund = yield* aFund(server.url, { operations: { member_registration: undefined, employer_lookup } })
  const productId = yield* aProduct({ sandboxed: true })
  const lookup = yield* LiveLookup
  const known = lookup
    .ask(productId, fund, "51824753556" as S.Abn)
    .pipe(failingClosed, lookupTime(Effect.never, waited))
  return { calls: server.calls, fund, known, look: Effect.map(known, Option.isSome) }
})

const held = (seconds: string): FundAnswer => ({ status: 429, headers: { "retry-after": seconds } })

/** The operator's ways to have a fund asked again. */
const replaced = ({ slug }: StoredFund) =>
  Effect.flatMap(FundCredentials, (credentials) => credentials.replace(slug, Redacted.make("f".repeat(40))))
const renewed = ({ slug }: StoredFund) =>
  Effect.flatMap(FundCredentials, (credentials) => credentials.renew(slug))
const lifted = (fund: StoredFund) => Effect.flatMap(fundGates, (gates) => gates.lift(fund))

layer(LiveLookup.layer.pipe(Layer.provideMerge(StillTime), Layer.provideMerge(TestFundCalls.layer)), {
  excludeTestServices: true
})("section 7, at employer lookup", (it) => {
  it.effect.each<readonly [string, ReadonlyArray<FundAnswer>, boolean, number]>([
    ["400: no retry", [400, found], false, 1],
    ["5xx: retried up to 3 times, each time within the budget of the embed", [500], false, 4],
    ["5xx that passes: retried until the answer", [500, 503, found], true, 3],
    ["429 whose wait fits into the embed's 2.5 seconds: asked again after it", [held("1"), found], true, 2]
  ])("%s [R-4.2-14, R-7-10]", ([, answers, isMatch, count]) =>
    Effect.gen(function* () {
      const { calls, look } = yield* answering(...answers)
      assert.strictEqual(yield* look, isMatch)
      assert.lengthOf(calls, count)
    })
  )

  it.effect.each([
    ["401: no retry until credentials are fixed", 401, replaced],
    ["403: no retry until credentials are fixed", 403, replaced],
    ["401 by a mistake of the fund's: no retry until an operator says so", 401, renewed],
    ["429 with a wait of centuries: no retry until an operator lifts it", held("9999999999"), lifted]
  ] as const)("%s [R-4.2-14, R-7-10]", ([, answer, repair]) =>
    Effect.gen(function* () {
      const { calls, fund, look } = yield* answering(answer, found)
      assert.isFalse(yield* look)
      yield* passTime("3650 days")
      assert.isFalse(yield* look)
      assert.lengthOf(calls, 1)
      yield* repair(fund)
      assert.isTrue(yield* look)
      if (repair === renewed) assert.strictEqual(calls[1]?.headers["x-auth-key"], KEY)
    })
  )

  it.effect(
    "401 to a member registration: no lookup either, until credentials are fixed [R-7-4, R-7-10]",
    () =>
      Effect.gen(function* () {
        const server = yield* fundServer(({ path }) => (path === "/v1/member_registration" ? 401 : found))
        const usi = "60905115063003"
        const fund = yield* aFund(server.url, {
          products: [aMySuper(usi)],
          default_activate_usi: usi,
          operations: {
            member_registration: { url: server.url, usi },
            employer_lookup: { source: "live", url: `${server.origin}/v1/employer_lookup` }
          }
        })
        const lookup = yield* LiveLookup
        const productId = yield* aProduct({ sandboxed: true })
        const look = Effect.map(
          failingClosed(lookup.ask(productId, fund, "51824753556" as S.Abn)),
          Option.isSome
        )
        assert.strictEqual((yield* outcomeOf(fund)).kind, "credentials")
        assert.isFalse(yield* look)
        yield* passTime("2 days")
        assert.isFalse(yield* look)
        assert.lengthOf(server.calls, 1)
        yield* replaced(fund)
        assert.isTrue(yield* look)
        assert.lengthOf(server.calls, 2)
      })
  )

  it.effect("429: not asked again before the seconds of Retry-After are over [R-4.2-14, R-7-10]", () =>
    Effect.gen(function* () {
      const { calls, look } = yield* answering(held("3600"), found)
      assert.isFalse(yield* look)
      yield* passTime("50 minutes")
      assert.isFalse(yield* look)
      assert.lengthOf(calls, 1)
      yield* passTime("11 minutes")
      assert.isTrue(yield* look)
    })
  )

  it.effect("an employer number that can't be used is dropped, and the match is kept [R-2.5-5]", () =>
    Effect.gen(function* () {
      const numberOf = Effect.fnUntraced(function* (employer_number: string) {
        const { known } = yield* answering({
          status: 200,
          body: { employer_found: true, employer_details: { employer_number } }
        })
        return Option.getOrUndefined(yield* known)?.employer_number
      })
      for (const odd of ["EMP#1", "x".repeat(41)]) {
        assert.strictEqual(yield* numberOf(odd), odd)
      }
      assert.strictEqual(yield* numberOf("  EMP-1 "), "EMP-1")
      for (const unusable of ["Unknown", "x".repeat(65), "1\u00072"]) {
        assert.isNull(yield* numberOf(unusable), unusable)
      }
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )
})
