import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import {
  aFailingPartner,
  asks,
  type FailingPartner,
  webhookCalls
} from "../../test/webhooks/aFailingPartner.ts"
import { type Answer, startWorker, unwrittenAtMost } from "../../test/webhooks/TestWebhooks.ts"
import type { EndpointHealth } from "../webhooks/delivery/endpointHealth.ts"
import { passTime, StillTime } from "../../test/at.ts"

const platformNow = Effect.gen(function* () {
  const [row] = yield* (yield* SqlClient.SqlClient)<{ at: Date }>`SELECT platform_now() AS at`
  return row?.at.getTime() ?? Number.NaN
})

/** Waits until nothing is due and no worker holds a lease. */
type Idle = Effect.Effect<void, unknown, SqlClient.SqlClient>

/** Fails five deliveries, so that the endpoint backs off. Returns the deliveries' ids. */
const backsOff = Effect.fnUntraced(function* (partner: FailingPartner, untilIdle: Idle) {
  partner.state.answer = 500
  const ids = yield* Effect.all(Array.from({ length: 5 }, () => partner.happens))
  yield* untilIdle
  return ids
})

layer(Layer.provideMerge(StillTime, webhookCalls), { excludeTestServices: true })(
  "an endpoint that backs off",
  (it) => {
    it.effect("says so, with the time of its next probe; no next attempt is in the past", () =>
      Effect.gen(function* () {
        const partner = yield* aFailingPartner()
        const { untilIdle } = yield* startWorker()
        assert.deepInclude(yield* partner.webhook, { status: "active", next_probe_at: null })
        const [oldest = ""] = yield* backsOff(partner, untilIdle)
        // Each of the five is due again before the first probe.
        yield* passTime("10 seconds")
        const waiting = yield* partner.happens
        yield* untilIdle
        const shown = yield* partner.webhook
        const now = yield* platformNow
        assert.strictEqual(shown.status, "backing_off")
        assert.isAbove(Date.parse(shown.next_probe_at), now)
        for (const id of [oldest, waiting]) {
          assert.strictEqual((yield* partner.delivery(id)).next_attempt_at, shown.next_probe_at)
        }
        // The probe is made at that time, not earlier.
        const tried = partner.partner.arrivals.length
        yield* passTime(Math.floor(Date.parse(shown.next_probe_at) - now) - 1500)
        yield* untilIdle
        assert.lengthOf(partner.partner.arrivals, tried)
        yield* passTime("1 minute")
        yield* untilIdle
        assert.lengthOf(partner.partner.arrivals, tried + 1)
        const { next_probe_at } = yield* partner.webhook
        assert.isAbove(Date.parse(next_probe_at), yield* platformNow)

        partner.state.answer = 204
        yield* partner.call("POST", "/webhook/resume")
        yield* passTime("8 seconds")
        yield* untilIdle
        assert.deepInclude(yield* partner.webhook, { status: "active", next_probe_at: null })
        assert.isNull((yield* partner.delivery(waiting)).next_attempt_at)
      })
    )
  }
)

layer(webhookCalls, { excludeTestServices: true })("an endpoint that backs off", (it) => {
  it.effect("plans no attempt while it is paused or switched off, nor before what comes first", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const partner = yield* aFailingPartner()
      const id = yield* partner.happens
      assert.isNotNull((yield* partner.delivery(id)).next_attempt_at)
      yield* partner.call("PUT", "/webhook", { url: partner.partner.url, enabled: false })
      assert.isNull((yield* partner.delivery(id)).next_attempt_at)
      yield* partner.call("PUT", "/webhook", { url: partner.partner.url })
      yield* sql`UPDATE webhook_endpoints SET paused_at = platform_now(), paused_because = 'gone'
        WHERE product_id = ${partner.productId}`
      assert.isNull((yield* partner.delivery(id)).next_attempt_at)
    })
  )

  it.effect(
    "that is requested again and again gets one request at a time, five seconds apart, and loses nothing",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const partner = yield* aFailingPartner()
        // No worker runs while time is moved: a lease holder would continue with the earlier time.
        const atWork = <A, E, R>(work: (untilIdle: Idle) => Effect.Effect<A, E, R>) =>
          Effect.scoped(Effect.flatMap(startWorker(), ({ untilIdle }) => work(untilIdle)))
        yield* atWork((untilIdle) => backsOff(partner, untilIdle))
        const tried = partner.partner.arrivals.length
        /** The attempts of the last minute, in slots of five seconds. */
        const recent = Effect.map(
          sql<{ recent: EndpointHealth["recent"] }>`SELECT l.recent FROM webhook_leases l
            JOIN webhook_endpoints e ON e.id = l.endpoint_id WHERE e.product_id = ${partner.productId}`,
          (rows) => rows[0]?.recent ?? []
        )
        const asked = (yield* recent).at(-1)?.at ?? Number.NaN
        const askAll = (untilIdle: Idle) =>
          Effect.gen(function* () {
            yield* untilIdle
            for (let n = 0; n < 4; n += 1) {
              for (const name of ["PUT webhook, same url", "POST resume", "POST test"] as const) {
                assert.include([200, 202], (yield* asks[name](partner)).status, name)
                yield* untilIdle
              }
            }
          })
        for (let minute = 0; minute < 3; minute += 1) {
          yield* atWork(askAll)
          yield* passTime("8 seconds")
        }
        yield* atWork((untilIdle) => untilIdle)
        assert.isAtLeast(partner.partner.arrivals.length, tried + 3)
        const probes = (yield* recent).filter(({ at }) => at > asked)
        assert.isNotEmpty(probes)
        assert.isTrue(probes.every(({ attempts }) => attempts === 1))
        assert.isTrue(partner.partner.busy.slice(tried).every((busy) => busy === 1))
        for (let n = 0; n < 20; n += 1) {
          yield* partner.call("POST", "/webhook/resume")
          yield* passTime("8 seconds")
          yield* atWork((untilIdle) => untilIdle)
        }
        assert.lengthOf(
          yield* sql`SELECT FROM webhook_deliveries WHERE product_id = ${partner.productId} AND state = 'dead'`,
          0
        )
      })
  )

  it.effect("whose receiver requested a wait is probed when the partner says so", () =>
    Effect.gen(function* () {
      const partner = yield* aFailingPartner()
      const { untilIdle } = yield* startWorker({ settings: unwrittenAtMost(1) })
      partner.state.answer = { status: 503, headers: { "retry-after": "3600" } }
      const id = yield* partner.happens
      yield* untilIdle
      const { next_probe_at, status } = yield* partner.webhook
      assert.strictEqual(status, "backing_off")
      assert.isAbove(Date.parse(next_probe_at), (yield* platformNow) + 3500_000)
      assert.strictEqual((yield* partner.delivery(id)).next_attempt_at, next_probe_at)
      partner.state.answer = 204
      yield* partner.call("POST", "/webhook/resume")
      yield* passTime("8 seconds")
      yield* untilIdle
      assert.lengthOf(partner.partner.accepted, 1)
    })
  )

  it.effect("resumes what waits for its own next attempt, and answers 409 where nothing waits", () =>
    Effect.gen(function* () {
      const partner = yield* aFailingPartner()
      const { untilIdle } = yield* startWorker()
      partner.state.answer = 500
      const id = yield* partner.happens
      for (const seconds of [0, 7, 37]) {
        yield* passTime(Duration.seconds(seconds))
        yield* untilIdle
      }
      partner.state.answer = 204
      assert.deepInclude(yield* partner.delivery(id), { status: "failed" })
      assert.strictEqual((yield* partner.call("POST", "/webhook/resume")).status, 202)
      yield* untilIdle
      assert.deepInclude(yield* partner.delivery(id), { status: "delivered" })
      const again = yield* partner.call("POST", "/webhook/resume")
      assert.deepInclude(again.body, { status: 409, code: "webhook_not_paused" })
      yield* partner.call("PUT", "/webhook", { url: partner.partner.url, enabled: false })
      const off = yield* partner.call("POST", "/webhook/resume")
      assert.deepInclude(off.body, { status: 409, code: "webhook_not_configured" })
    })
  )

  it.effect("is probed once more after a probe that was on its way when it was requested", () =>
    Effect.gen(function* () {
      const partner = yield* aFailingPartner()
      const [{ untilIdle }] = [yield* startWorker(), yield* startWorker()]
      yield* backsOff(partner, untilIdle)
      const tried = partner.partner.arrivals.length
      const answer = yield* Deferred.make<Answer>()
      partner.state.answer = Effect.runPromise(Deferred.await(answer))
      yield* passTime("31 seconds")
      yield* partner.partner.next(tried + 1)
      // A probe hangs: the worker that made it holds the lease, for which it takes the time that it really waits.
      yield* passTime("9 seconds")
      assert.strictEqual((yield* partner.call("POST", "/webhook/resume")).status, 202)
      partner.state.answer = 204
      yield* Deferred.succeed(answer, 500)
      yield* untilIdle
      yield* passTime("15 seconds")
      yield* untilIdle
      assert.lengthOf(partner.partner.accepted, 4)
      assert.strictEqual((yield* partner.webhook).status, "active")
      // The delivery whose attempt failed meanwhile keeps its own schedule.
      yield* passTime("40 seconds")
      yield* untilIdle
      assert.lengthOf(partner.partner.accepted, 5)
      assert.strictEqual(partner.partner.accepted[4], partner.partner.arrivals[tried]?.webhookId)
    })
  )
})
