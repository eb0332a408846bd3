/** Section 7, as the real fund simulator sees it: every rule with every answer is proven in the service's own tests. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Abn } from "@embedded-super/contracts/schemas"
import { FundCredentials, LiveLookup } from "@embedded-super/service/funds"
import { aProduct } from "@embedded-super/service/testing/stand-ins"
import {
  aFund,
  aRegistration,
  aReview,
  confirm,
  type FundAnswer,
  registrationOf,
  startWorker,
  TestRegistering
} from "@embedded-super/service/testing"
import { observedFund } from "./src/simulators/observedFund.ts"

const REGISTRATION = "/v1/member_registration"
const LOOKUP = "/v1/employer_lookup"

const after = (seconds: number): FundAnswer => ({ status: 429, headers: { "retry-after": `${seconds}` } })

const HOUR = 3600

const Parts = LiveLookup.layer.pipe(
  Layer.provideMerge(TestRegistering.layer),
  Layer.provideMerge(NodeServices.layer)
)

layer(Parts, { excludeTestServices: true })(
  "section 7, as the fund simulator sees it: member registration",
  (it) => {
    it.effect(
      "5xx and 429 are counted apart, and no call is made before its time [R-7-6, R-7-8, R-8-2]",
      () =>
        Effect.gen(function* () {
          const fund = yield* observedFund({ idempotency: "ignored" })
          const pair = [500, after(HOUR)]
          yield* fund.answer(...pair, ...pair, ...pair, { status: 201 })
          const { session } = yield* aRegistration(fund.url + REGISTRATION)
          const calls = fund.calls(REGISTRATION)
          for (const made of [2, 4, 6]) {
            // A new worker for each pair: the attempts already made survive a restart.
            yield* Effect.scoped(
              Effect.gen(function* () {
                const worker = yield* startWorker()
                yield* worker.untilIdle
                // Longer than any wait after a 5xx, much shorter than the fund's hour.
                yield* fund.pass("5 minutes")
                yield* worker.look(session)
                assert.lengthOf(yield* calls, made)
                yield* fund.pass("45 minutes")
                yield* worker.look(session)
                assert.lengthOf(yield* calls, made)
              })
            )
            yield* fund.pass("15 minutes")
          }
          const worker = yield* startWorker()
          yield* worker.untilIdle
          yield* fund.pass("2 days")
          yield* worker.look(session)
          assert.lengthOf(yield* calls, 7)
          assert.deepInclude(yield* registrationOf(session), { state: "done", because: "accepted" })
          assert.strictEqual(yield* fund.members, 1)
        })
    )

    it.effect(
      "401: no call until the credentials are changed, then all go on by themselves [R-7-3, R-7-4]",
      () =>
        Effect.gen(function* () {
          const fund = yield* observedFund({ idempotency: "ignored" })
          const changed = "c".repeat(40)
          yield* fund.takeKey(changed)
          const { fund: stored, session } = yield* aRegistration(fund.url + REGISTRATION)
          const other = yield* aReview(stored)
          yield* confirm(other)
          const worker = yield* startWorker()
          yield* worker.untilIdle
          yield* fund.pass("4 days")
          yield* worker.look(session)
          yield* worker.look(other)
          const calls = fund.calls(REGISTRATION)
          assert.deepStrictEqual(
            (yield* calls).map((call) => call.status),
            [401]
          )
          yield* (yield* FundCredentials).replace(stored.slug, Redacted.make(changed))
          yield* worker.untilIdle
          for (const one of [session, other])
            assert.deepInclude(yield* registrationOf(one), { state: "done" })
          assert.lengthOf(yield* calls, 3)
        })
    )
  }
)

layer(Parts, { excludeTestServices: true })(
  "section 7, as the fund simulator sees it: employer lookup",
  (it) => {
    /** A lookup of an employer that the fund knows. */
    const aLookup = Effect.gen(function* () {
      const fund = yield* observedFund()
      const employer_lookup = { source: "live", url: fund.url + LOOKUP }
      const stored = yield* aFund(fund.url + REGISTRATION, {
        operations: { member_registration: undefined, employer_lookup }
      })
      const productId = yield* aProduct({ sandboxed: true })
      const lookup = yield* LiveLookup
      const look = lookup.ask(productId, stored, "80000000001" as Abn).pipe(
        Effect.catchTag("NotAsked", () => Effect.succeedNone),
        Effect.map(Option.isSome)
      )
      return { fund, stored, look, calls: fund.calls(LOOKUP) }
    })

    it.effect("401: not asked until the credentials are changed [R-4.2-14, R-7-10]", () =>
      Effect.gen(function* () {
        const { calls, fund, look, stored } = yield* aLookup
        const changed = "c".repeat(40)
        yield* fund.takeKey(changed)
        assert.isFalse(yield* look)
        yield* fund.pass("4 days")
        assert.isFalse(yield* look)
        assert.lengthOf(yield* calls, 1)
        yield* (yield* FundCredentials).replace(stored.slug, Redacted.make(changed))
        assert.isTrue(yield* look)
      })
    )

    it.effect("429: not asked before the seconds of Retry-After are over [R-4.2-14, R-7-10]", () =>
      Effect.gen(function* () {
        const { calls, fund, look } = yield* aLookup
        yield* fund.answer(after(HOUR), { status: 200 })
        assert.isFalse(yield* look)
        yield* fund.pass("30 minutes")
        assert.isFalse(yield* look)
        assert.lengthOf(yield* calls, 1)
        yield* fund.pass("30 minutes")
        assert.isTrue(yield* look)
        assert.lengthOf(yield* calls, 2)
      })
    )
  }
)
