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
import { call } from "../../../test/funds/flowCalls.ts"
import { type FundAnswer, fundServer } from "../../../test/funds/fundServer.ts"
import { lookupTime } from "../../../test/funds/lookupTime.ts"
import { aFund, KEY, TestFundCalls } from "../../../test/funds/TestFundCalls.ts"
import { passTime, StillTime } from "../../../test/at.ts"
import { LiveLookup } from "../../default-activate/LiveLookup.ts"
import { FundCredentials } from "../FundCredentials.ts"
import { fundGates } from "./gate/FundGates.ts"

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

layer(LiveLookup.layer.pipe(Layer.provideMerge(StillTime), Layer.provideMerge(TestFundCalls.layer)), {
  excludeTestServices: true
})("section 7, at employer lookup", (it) => {
  it.effect("the key is in X-Auth-Key, at the path of the fund's choosing [R-4.2-11]", () =>
    Effect.gen(function* () {
      const { calls, look } = yield* answering(found)
      assert.isTrue(yield* look)
      assert.deepInclude(calls[0], { path: "/our/own/abn-check", body: { abn: "51824753556" } })
      assert.strictEqual(calls[0]?.headers["x-auth-key"], KEY)
    })
  )

  it.effect("400: no retry [R-4.2-14, R-7-10]", () =>
    Effect.gen(function* () {
      const { calls, look } = yield* answering(400, found)
      assert.isFalse(yield* look)
      assert.lengthOf(calls, 1)
    })
  )

  for (const status of [401, 403]) {
    it.effect(`${status}: no retry until credentials are fixed [R-4.2-14, R-7-10]`, () =>
      Effect.gen(function* () {
        const { calls, fund, look } = yield* answering(status, found)
        assert.isFalse(yield* look)
        assert.isFalse(yield* look)
        assert.lengthOf(calls, 1)
        yield* (yield* FundCredentials).replace(fund.slug, Redacted.make("f".repeat(40)))
        assert.isTrue(yield* look)
      })
    )
  }

  it.effect("401 by a mistake of the fund's: the same credentials are tried when an operator says so", () =>
    Effect.gen(function* () {
      const { calls, fund, look } = yield* answering(401, found)
      assert.isFalse(yield* look)
      yield* (yield* FundCredentials).renew(fund.slug)
      assert.isTrue(yield* look)
      assert.deepStrictEqual(
        calls.map(({ headers }) => headers["x-auth-key"]),
        [KEY, KEY]
      )
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
        assert.strictEqual((yield* call(fund)).kind, "credentials")
        assert.isFalse(yield* look)
        yield* passTime("2 days")
        assert.isFalse(yield* look)
        assert.lengthOf(server.calls, 1)
        yield* (yield* FundCredentials).replace(fund.slug, Redacted.make("f".repeat(40)))
        assert.isTrue(yield* look)
        assert.lengthOf(server.calls, 2)
      })
  )

  it.effect("429: not asked again before the seconds of Retry-After are over [R-4.2-14, R-7-10]", () =>
    Effect.gen(function* () {
      const { calls, look } = yield* answering({ status: 429, headers: { "retry-after": "3600" } }, found)
      assert.isFalse(yield* look)
      yield* passTime("50 minutes")
      assert.isFalse(yield* look)
      assert.lengthOf(calls, 1)
      yield* passTime("11 minutes")
      assert.isTrue(yield* look)
    })
  )

  it.effect("429 whose wait fits into the embed's 2.5 seconds: asked again after it [R-4.2-14, R-7-10]", () =>
    Effect.gen(function* () {
      const { calls, look } = yield* answering({ status: 429, headers: { "retry-after": "1" } }, found)
      assert.isTrue(yield* look)
      assert.lengthOf(calls, 2)
    })
  )

  it.effect("429 with a wait of centuries holds the fund until an operator lifts it [R-7-10]", () =>
    Effect.gen(function* () {
      const { calls, fund, look } = yield* answering(
        { status: 429, headers: { "retry-after": "9999999999" } },
        found
      )
      assert.isFalse(yield* look)
      yield* passTime("3650 days")
      assert.isFalse(yield* look)
      assert.lengthOf(calls, 1)
      assert.isDefined(yield* (yield* fundGates).lift(fund))
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
      for (const odd of ["EMP#1", "A:1", "E&Y-1", "(12)", "x".repeat(41)]) {
        assert.strictEqual(yield* numberOf(odd), odd)
      }
      assert.strictEqual(yield* numberOf("  EMP-1 "), "EMP-1")
      for (const unusable of ["Unknown", "0", "", "x".repeat(65), "1\u00072"]) {
        assert.isNull(yield* numberOf(unusable), unusable)
      }
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )

  it.effect("5xx: retried up to 3 times, each time within the budget of the embed [R-4.2-14, R-7-10]", () =>
    Effect.gen(function* () {
      const down = yield* answering(500)
      assert.isFalse(yield* down.look)
      assert.lengthOf(down.calls, 4)
      const passing = yield* answering(500, 503, found)
      assert.isTrue(yield* passing.look)
    })
  )
})
