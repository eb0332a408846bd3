import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { afterAll } from "vitest"
import type { Abn } from "../packages/contracts/src/schemas.ts"
import { LiveLookup } from "../packages/service/src/default-activate/LiveLookup.ts"
import { FundCredentials } from "../packages/service/src/funds/FundCredentials.ts"
import { aProduct } from "../packages/service/test/aProduct.ts"
import type { FundAnswer } from "../packages/service/test/funds/fundServer.ts"
import { printSeen, ruleOf, answersOf, section7 } from "../packages/service/test/funds/section7.ts"
import { aFund } from "../packages/service/test/funds/TestFundCalls.ts"
import {
  aRegistration,
  aReview,
  confirm,
  registrationOf,
  startWorker,
  TestRegistering
} from "../packages/service/test/funds/TestRegistering.ts"
import { type ObservedCall, observedFund } from "./src/simulators/observedFund.ts"

const REGISTRATION = "/v1/member_registration"
const LOOKUP = "/v1/employer_lookup"

/** Seconds between each call and the previous one. */
const gapsOf = (calls: ReadonlyArray<ObservedCall>): ReadonlyArray<number> =>
  calls.slice(1).map(({ at }, nth) => (at - (calls[nth]?.at ?? 0)) / 1000)

/** The simulator's observations, for comparison with the table of the description. */
const seen: Array<
  readonly [rule: string, answers: string, allowed: string, calls: number, seconds: string, members: number]
> = []

const inSeconds = (gaps: ReadonlyArray<number>): string =>
  gaps.map((gap) => gap.toFixed(gap < 1 ? 2 : 1)).join(", ") || "-"

afterAll(() =>
  printSeen(
    "Observed by the fund simulator, times by its virtual clock:",
    [
      "Rule of section 7",
      "the fund answers",
      "retry after (s)",
      "calls",
      "seen after (s)",
      "members in its book"
    ],
    seen
  )
)

const Parts = LiveLookup.layer.pipe(
  Layer.provideMerge(TestRegistering.layer),
  Layer.provideMerge(NodeServices.layer)
)

layer(Parts, { excludeTestServices: true })(
  "section 7, as the fund simulator sees it: member registration",
  (it) => {
    for (const row of section7) {
      const { answers, ends, idempotency, title, waits } = row
      it.effect(title, () =>
        Effect.gen(function* () {
          const fund = yield* observedFund({ idempotency: idempotency ?? "ignored" })
          yield* fund.answer(...answers)
          const { session } = yield* aRegistration(
            fund.url + REGISTRATION,
            idempotency === undefined ? {} : { idempotency }
          )
          const calls = fund.calls(REGISTRATION)
          for (const [index] of waits.entries()) {
            // A new worker for each step: the attempts already made survive a restart.
            yield* Effect.scoped(
              Effect.gen(function* () {
                const worker = yield* startWorker()
                yield* worker.untilIdle
                assert.lengthOf(yield* calls, index + 1)
                const { due } = yield* registrationOf(session)
                yield* fund.pass(`${Math.max(0, (due ?? 0) - 0.9) * 1000} millis`)
                yield* worker.look(session)
                const { due: left } = yield* registrationOf(session)
                if ((left ?? 0) > 0) assert.lengthOf(yield* calls, index + 1)
              })
            )
            yield* fund.pass("900 millis")
          }
          const worker = yield* startWorker()
          yield* worker.untilIdle
          yield* fund.pass("2 days")
          yield* worker.look(session)
          const observed = yield* calls
          const gaps = gapsOf(observed)
          assert.lengthOf(observed, waits.length + 1)
          for (const [nth, seconds] of waits.entries()) {
            assert.isAtLeast(gaps[nth] ?? 0, seconds)
            assert.isBelow(gaps[nth] ?? 0, seconds + 3)
          }
          assert.deepInclude(yield* registrationOf(session), ends)
          const members = yield* fund.members
          assert.isAtMost(members, 1)
          if (ends.state === "done") assert.strictEqual(members, 1)
          seen.push([
            ruleOf(row),
            answersOf(row),
            waits.join(", ") || "never",
            observed.length,
            inSeconds(gaps),
            members
          ])
        })
      )
    }

    for (const status of [401, 403]) {
      it.effect(
        `${status}: no call until the credentials are changed, then all go on by themselves [R-7-3, R-7-4]`,
        () =>
          Effect.gen(function* () {
            const fund = yield* observedFund({ idempotency: "ignored" })
            const changed = "c".repeat(40)
            // The fund's own check answers 401; 403 is played as a fault.
            yield* status === 401 ? fund.takeKey(changed) : fund.answer(403)
            const { fund: stored, session } = yield* aRegistration(fund.url + REGISTRATION)
            const other = yield* aReview(stored)
            yield* confirm(other)
            const worker = yield* startWorker()
            yield* worker.untilIdle
            for (let day = 0; day < 4; day += 1) {
              yield* fund.pass("1 day")
              yield* worker.look(session)
              yield* worker.look(other)
            }
            const calls = fund.calls(REGISTRATION)
            assert.deepStrictEqual(
              (yield* calls).map((call) => call.status),
              [status]
            )
            yield* status === 401 ? Effect.void : Effect.andThen(fund.takeKey(changed), fund.answer())
            yield* (yield* FundCredentials).replace(stored.slug, Redacted.make(changed))
            yield* worker.untilIdle
            for (const one of [session, other])
              assert.deepInclude(yield* registrationOf(one), { state: "done" })
            const observed = yield* calls
            assert.lengthOf(observed, 3)
            const gaps = gapsOf(observed)
            assert.isAtLeast(gaps[0] ?? 0, 4 * 86_400)
            seen.push([
              `${status}: no retry until credentials are fixed`,
              `${status} for 4 days, then 201`,
              "when fixed",
              observed.length,
              inSeconds(gaps),
              yield* fund.members
            ])
          })
      )
    }
  }
)

/** The largest random draw of the back-off, so that a wait is as long as possible. */
const LARGEST = { nextDoubleUnsafe: () => 0.999, nextIntUnsafe: () => Number.MAX_SAFE_INTEGER }

/** The calls of a lookup, within the 2.5 s that an embed waits (D-employer-lookup). */
const lookups: ReadonlyArray<{
  readonly title: string
  readonly answers: ReadonlyArray<FundAnswer>
  /** Seconds before each further call. */
  readonly waits: ReadonlyArray<number>
  readonly found: boolean
}> = [
  { title: "200: answered [R-4.2-14]", answers: [{ status: 200 }], waits: [], found: true },
  { title: "400: no retry [R-4.2-14, R-7-10]", answers: [400], waits: [], found: false },
  {
    title: "5xx: up to 3 retries, with exponential back-off [R-4.2-14, R-7-10]",
    answers: [500, 502, 503, 504],
    waits: [0.1, 0.2, 0.4],
    found: false
  },
  {
    title: "5xx that passes: found by the retry [R-4.2-14]",
    answers: [503, { status: 200 }],
    waits: [0.1],
    found: true
  }
]

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
      const look = lookup
        .ask(productId, stored, "80000000001" as Abn)
        .pipe(Effect.map(Option.isSome), Effect.provideService(Random.Random, LARGEST))
      return { fund, stored, look, calls: fund.calls(LOOKUP) }
    })

    const note = (rule: string, answers: string, allowed: string, calls: ReadonlyArray<ObservedCall>) =>
      seen.push([`lookup, ${rule}`, answers, allowed, calls.length, inSeconds(gapsOf(calls)), 0])

    for (const row of lookups) {
      it.effect(row.title, () =>
        Effect.gen(function* () {
          const { calls, fund, look } = yield* aLookup
          yield* fund.answer(...row.answers)
          assert.strictEqual(yield* look, row.found)
          const observed = yield* calls
          const gaps = gapsOf(observed)
          assert.lengthOf(observed, row.waits.length + 1)
          for (const [nth, seconds] of row.waits.entries()) assert.isAtLeast(gaps[nth] ?? 0, seconds * 0.99)
          assert.isBelow(
            gaps.reduce((sum, gap) => sum + gap, 0),
            2.5
          )
          note(ruleOf(row), answersOf(row), row.waits.join(", ") || "never", observed)
        })
      )
    }

    for (const status of [401, 403]) {
      it.effect(`${status}: not asked until the credentials are changed [R-4.2-14, R-7-10]`, () =>
        Effect.gen(function* () {
          const { calls, fund, look, stored } = yield* aLookup
          yield* fund.answer(status)
          assert.isFalse(yield* look)
          yield* fund.pass("4 days")
          assert.isFalse(yield* look)
          assert.lengthOf(yield* calls, 1)
          yield* fund.answer()
          yield* fund.takeKey("c".repeat(40))
          yield* (yield* FundCredentials).replace(stored.slug, Redacted.make("c".repeat(40)))
          assert.isTrue(yield* look)
          note(
            `${status}: no retry until credentials are fixed`,
            `${status} for 4 days, then 200`,
            "when fixed",
            yield* calls
          )
        })
      )
    }

    it.effect("429: not asked before the seconds of Retry-After are over [R-4.2-14, R-7-10]", () =>
      Effect.gen(function* () {
        const { calls, fund, look } = yield* aLookup
        yield* fund.answer({ status: 429, headers: { "retry-after": "30" } }, { status: 200 })
        assert.isFalse(yield* look)
        // The remaining wait is longer than a lookup waits.
        yield* fund.pass("25 seconds")
        assert.isFalse(yield* look)
        assert.lengthOf(yield* calls, 1)
        yield* fund.pass("5 seconds")
        assert.isTrue(yield* look)
        const observed = yield* calls
        const [gap = 0] = gapsOf(observed)
        assert.isAtLeast(gap, 30)
        assert.isBelow(gap, 33)
        note("429: retried after Retry-After", "429 (Retry-After 30), 200", "30", observed)
      })
    )
  }
)
