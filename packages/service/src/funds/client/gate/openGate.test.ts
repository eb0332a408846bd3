import { assert, layer } from "@effect/vitest"
import type { FundLimits } from "@embedded-super/contracts/schemas"
import type { CallOutcome } from "@embedded-super/rules/calls/CallOutcome"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { aProduct } from "../../../../test/aProduct.ts"
import { aFund, TestFundCalls } from "../../../../test/funds/TestFundCalls.ts"
import { openTransaction, untilSomeoneWaits } from "../../../../test/openTransaction.ts"
import { StillTime } from "../../../../test/at.ts"
import type { StoredFund } from "../../FundsRepo.ts"
import { fundGates } from "./FundGates.ts"
import { fundGatesRepo, type Pass } from "./FundGatesRepo.ts"
import { enter, freshGate, type Gate, leave, LET_IN } from "./gateRules.ts"

const URL = "http://127.0.0.1:9/v1/member_registration"

/** Gates, as changes of a fresh one whose fund has accepted its credentials. Moments are milliseconds from now. */
const GATES: Readonly<Record<string, Partial<Gate>>> = {
  "a gate without calls": {},
  "a gate with calls": { windowFrom: -10_000, calls: 7, failures: 2 },
  "a gate whose window is over": { windowFrom: -40_000, calls: 30, failures: 14 },
  "a gate that is held": { heldUntil: 60_000, because: "rate_limited" },
  "a gate whose hold is over": { heldUntil: -1000, because: "rate_limited" },
  "a gate that was busy": { heldUntil: -1000, because: "busy" },
  "a gate whose quota was used up": { heldUntil: -1000, because: "quota" },
  "a gate with an open breaker": { heldUntil: -1000, because: "failing", openings: 2 },
  "a gate that is probed": { openings: 1 },
  "a gate with a ramp": { ramp: 2 },
  "a gate before new credentials": { proven: 0 },
  "a quota used ahead": { quotaFullAt: 5000 },
  "a quota used up": { quotaFullAt: 15_000 }
}

const LIMITS: Readonly<Record<string, FundLimits>> = {
  "without limits": {},
  "two at one time": { concurrent_requests: 2 },
  "60 a minute": { requests_per_minute: 60 },
  "both limits": { requests_per_minute: 60, concurrent_requests: 2 }
}

/** The passes of calls under way; `ended` are those of processes that died. */
const PASSES: Readonly<Record<string, ReadonlyArray<"call" | "probe" | "ended">>> = {
  "no call": [],
  "one call": ["call", "ended"],
  "two calls": ["call", "call"],
  "a probe": ["probe"]
}

const cases = Object.entries(GATES).flatMap(([gate, change]) =>
  Object.entries(LIMITS).flatMap(([limit, limits]) =>
    Object.entries(PASSES).map(([calls, passes]) => ({
      name: [gate, limit, calls].join(", "),
      change,
      limits,
      passes
    }))
  )
)

const fundWith = Effect.fnUntraced(function* (limits: FundLimits) {
  const fund = yield* aFund(URL)
  return { ...fund, profile: { ...fund.profile, limits } } satisfies StoredFund
})

/** Writes a gate of the fund and these passes, and returns the gate as it is stored. */
const stored = Effect.fnUntraced(function* (
  fund: StoredFund,
  change: Partial<Gate>,
  passes: ReadonlyArray<"call" | "probe" | "ended">
) {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* fundGatesRepo
  const { now } = yield* repo.lock(fund)
  const moment = (of: number | null | undefined) => (of === null || of === undefined ? of : now + of)
  const gate: Gate = {
    ...freshGate(now),
    proven: 1,
    ...change,
    windowFrom: now + (change.windowFrom ?? 0),
    heldUntil: moment(change.heldUntil) ?? null,
    quotaFullAt: now + (change.quotaFullAt ?? 0)
  }
  yield* repo.write(fund.id, gate)
  yield* sql`DELETE FROM fund_passes WHERE fund_id = ${fund.id}`
  yield* Effect.forEach(
    passes,
    (kind) =>
      sql`INSERT INTO fund_passes (id, fund_id, probes, until) VALUES (${randomUUID()}, ${fund.id}, ${kind === "probe"},
      platform_now() + ${kind === "ended" ? -1 : 10}::int * interval '1 second')`
  )
  return { gate, now }
})

const seen = Effect.fnUntraced(function* (fund: StoredFund) {
  const sql = yield* SqlClient.SqlClient
  const { gate } = yield* (yield* fundGatesRepo).lock(fund)
  const passes = yield* sql<{ id: string }>`SELECT id FROM fund_passes WHERE fund_id = ${fund.id} ORDER BY id`
  return { gate, passes: passes.map(({ id }) => id) }
})

/** Moments are equal but for a rounding. */
const assertSame = (one: Gate, other: Gate, name: string) => {
  const moments = ["heldUntil", "windowFrom", "quotaFullAt"] as const
  for (const moment of moments) {
    assert.strictEqual(one[moment] === null, other[moment] === null, `${name}: ${moment}`)
    assert.approximately(one[moment] ?? 0, other[moment] ?? 0, 1, `${name}: ${moment}`)
  }
  const rest = ({ heldUntil: _, quotaFullAt: __, windowFrom: ___, ...gate }: Gate) => gate
  assert.deepStrictEqual(rest(one), rest(other), name)
}

layer(Layer.provideMerge(StillTime, TestFundCalls.layer), { excludeTestServices: true })(
  "a gate that is open",
  (it) => {
    it.effect("lets a call in as the rules do, or leaves it to them and changes nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const repo = yield* fundGatesRepo
        const product = yield* aProduct()
        const counts = { entered: 0, left: 0 }
        for (const [, limits] of Object.entries(LIMITS)) {
          const fund = yield* fundWith(limits)
          for (const { change, name, passes } of cases.filter((one) => one.limits === limits)) {
            const { gate, now } = yield* sql.withTransaction(stored(fund, change, passes))
            const before = yield* sql.withTransaction(seen(fund))
            const id = randomUUID()
            const entry = yield* repo.enterOpen(fund, product, id)
            const after = yield* sql.withTransaction(seen(fund))
            const underWay = passes.filter((kind) => kind === "call").length
            const ruled = enter(gate, { limits, now, underWay, version: 1 })
            const isPlain = ruled.admitted && !ruled.probes && !passes.includes("probe")
            if (entry?.entered === true) {
              counts.entered += 1
              assert.isTrue(isPlain, name)
              assertSame(after.gate, ruled.gate, name)
              assert.deepStrictEqual(after.passes, [...before.passes, id].toSorted(), name)
            } else {
              counts.left += 1
              assert.isFalse(isPlain && gate.heldUntil === null && gate.ramp === null, name)
              assert.deepStrictEqual(after, before, name)
            }
          }
        }
        assert.isAbove(counts.entered, 30)
        assert.isAbove(counts.left, 60)
      })
    )

    it.effect(
      "counts a call that the fund let in as the rules do, or leaves it to them and changes nothing",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const repo = yield* fundGatesRepo
          const fund = yield* fundWith({})
          const counts = { counted: 0, left: 0 }
          for (const [name, change] of Object.entries(GATES)) {
            const { gate, now } = yield* sql.withTransaction(stored(fund, change, ["call"]))
            const before = yield* sql.withTransaction(seen(fund))
            const pass: Pass = {
              id: before.passes[0] ?? "",
              fundId: fund.id,
              version: 1,
              probes: false,
              untried: false
            }
            const isCounted = yield* repo.leaveOpen(fund, pass)
            const after = yield* sql.withTransaction(seen(fund))
            if (isCounted) {
              counts.counted += 1
              const outcome: CallOutcome<unknown> = { kind: "accepted", answer: {} }
              assertSame(after.gate, leave(gate, outcome, { now, version: 1 }), name)
              assert.deepStrictEqual(after.passes, [], name)
            } else {
              counts.left += 1
              assert.deepStrictEqual(after, before, name)
            }
          }
          assert.deepStrictEqual(counts, { counted: 5, left: 8 })
          assert.isTrue(LET_IN.has("accepted"))
        })
    )

    it.effect("lets no call in that waited for the gate while it was held", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const repo = yield* fundGatesRepo
        const product = yield* aProduct()
        for (const limits of Object.values(LIMITS)) {
          const fund = yield* fundWith(limits)
          yield* sql.withTransaction(stored(fund, {}, []))
          const holding = yield* openTransaction(
            Effect.gen(function* () {
              const { gate, now } = yield* repo.lock(fund)
              yield* repo.write(fund.id, { ...gate, heldUntil: now + 60_000, because: "rate_limited" })
            })
          )
          const entering = yield* Effect.forkChild(repo.enterOpen(fund, product, randomUUID()))
          yield* untilSomeoneWaits
          yield* holding.commit
          assert.isFalse((yield* Fiber.join(entering))?.entered, JSON.stringify(limits))
          assert.deepStrictEqual((yield* sql.withTransaction(seen(fund))).passes, [])
        }
      })
    )

    it.effect("keeps the limits of a fund where many enter at the same time", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const product = yield* aProduct()
        const gates = yield* fundGates
        const entered = Effect.fnUntraced(function* (limits: FundLimits) {
          const fund = yield* fundWith(limits)
          yield* sql.withTransaction(stored(fund, {}, []))
          const enter = gates.enterOpen(fund, product)
          const entries = yield* Effect.replicateEffect(enter, 40, { concurrency: "unbounded" })
          return entries.filter((entry) => entry?.pass !== undefined).length
        })
        assert.strictEqual(yield* entered({ concurrent_requests: 5 }), 5)
        assert.strictEqual(yield* entered({ requests_per_minute: 60 }), 10)
        assert.strictEqual(yield* entered({ requests_per_minute: 60, concurrent_requests: 5 }), 5)
        assert.strictEqual(yield* entered({}), 40)
      })
    )
  }
)
