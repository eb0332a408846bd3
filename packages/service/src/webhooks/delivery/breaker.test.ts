import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import {
  type Answer,
  receiver,
  anEntity,
  aProductWithEndpoint,
  record,
  startWorker,
  aSendingWorker,
  stoppedAt,
  TestWebhooks,
  unwrittenAtMost
} from "../../../test/webhooks/TestWebhooks.ts"
import { Redelivery } from "./RedeliveryRepo.ts"
import { passTime, StillTime } from "../../../test/at.ts"

/** Records an event for each of `count` new sessions; returns the webhook ids in order. */
const changes = Effect.fnUntraced(function* (productId: string, count: number) {
  const ids: Array<string> = []
  for (let n = 0; n < count; n += 1) {
    const session = yield* anEntity(productId, "onboarding_session")
    ids.push(...(yield* record(session.event("onboarding_session_changed"))))
  }
  return ids.map((id) => `msg_${id}`)
})

/** The attempts counted on an endpoint's deliveries, by state; and the oldest due delivery. */
const ledgerOf = Effect.fnUntraced(function* (endpointId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ spent: number; waiting: number; delivered: number; oldest: string }>`
    SELECT coalesce(sum(attempts), 0)::int AS spent,
      (count(*) FILTER (WHERE state = 'pending'))::int AS waiting,
      (count(*) FILTER (WHERE state = 'delivered'))::int AS delivered,
      (SELECT 'msg_' || id FROM webhook_deliveries_in_turn WHERE endpoint_id = ${endpointId}
        ORDER BY due_at, id LIMIT 1) AS oldest
    FROM webhook_deliveries WHERE endpoint_id = ${endpointId}`
  return row ?? assert.fail("no deliveries")
})

layer(Layer.provideMerge(StillTime, TestWebhooks.layer), { excludeTestServices: true })(
  "a receiver that is down",
  (it) => {
    it.effect("is left alone after five failures, but for one try of the oldest after 30 s, then 60 s", () =>
      Effect.gen(function* () {
        let answer: Answer = 500
        const { partner, endpointId, productId, worker } = yield* aSendingWorker(() => answer, {
          settings: unwrittenAtMost(1)
        })
        yield* changes(productId, 12)
        yield* worker.untilIdle
        assert.lengthOf(partner.arrivals, 5)
        assert.deepInclude(yield* ledgerOf(endpointId), { spent: 5, waiting: 12 })

        for (const [wait, tried] of [
          [31, 6],
          [61, 7],
          [121, 8]
        ] as const) {
          yield* passTime(`${wait - 2} seconds`)
          yield* worker.untilIdle
          assert.lengthOf(partner.arrivals, tried - 1)
          const { oldest } = yield* ledgerOf(endpointId)
          // More than the rest of it: a wait begins with the end of its attempt, by the worker's own clock.
          yield* passTime("1 minute")
          yield* worker.untilIdle
          assert.lengthOf(partner.arrivals, tried)
          assert.strictEqual(partner.arrivals.at(-1)?.webhookId, oldest)
          assert.deepInclude(yield* ledgerOf(endpointId), { spent: tried, waiting: 12 })
        }

        answer = 204
        yield* passTime("5 minutes")
        yield* worker.untilIdle
        assert.deepInclude(yield* ledgerOf(endpointId), { spent: 20, waiting: 0, delivered: 12 })
        assert.lengthOf(partner.arrivals, 20)
      })
    )

    it.effect("429 for ten minutes: nothing before the stated time, one delivery at it, and then all", () =>
      Effect.gen(function* () {
        let isBusy = true
        const { partner, endpointId, productId, worker } = yield* aSendingWorker(
          () => (isBusy ? { status: 429, headers: { "retry-after": "30" } } : 204),
          { settings: unwrittenAtMost(4) }
        )
        yield* changes(productId, 60)
        yield* worker.untilIdle
        const before = partner.arrivals.length
        assert.isAtMost(before, 4)
        for (let window = 1; window <= 3; window += 1) {
          yield* passTime("29 seconds")
          yield* worker.untilIdle
          assert.lengthOf(partner.arrivals, before + window - 1)
          yield* passTime("1 minute")
          yield* worker.untilIdle
          assert.lengthOf(partner.arrivals, before + window)
        }
        isBusy = false
        yield* passTime("60 seconds")
        yield* worker.untilIdle
        assert.deepInclude(yield* ledgerOf(endpointId), { waiting: 0, delivered: 60 })
      })
    )
  }
)

// The database's clock goes on here: webhooks of one moment have no order.
layer(TestWebhooks.layer, { excludeTestServices: true })("a paused endpoint", (it) => {
  it.effect("is sent nothing more once what is in flight has ended, and all of it when it is resumed", () =>
    Effect.gen(function* () {
      const partner = yield* receiver()
      const redelivery = yield* Redelivery
      const { endpointId, productId } = yield* aProductWithEndpoint(partner.url)
      const { faultPoint, goOn, reached } = yield* stoppedAt("before_ledger_write")
      const worker = yield* startWorker({ settings: unwrittenAtMost(1), faultPoint })
      const ids = yield* changes(productId, 12)
      yield* reached
      yield* redelivery.pause(endpointId)
      yield* goOn
      yield* worker.untilIdle
      assert.lengthOf(partner.arrivals, 1)
      assert.deepInclude(yield* ledgerOf(endpointId), { spent: 1, waiting: 11, delivered: 1 })
      yield* passTime("3 days")
      yield* redelivery.resume(endpointId)
      yield* worker.untilIdle
      assert.deepStrictEqual(
        partner.arrivals.map(({ webhookId }) => webhookId),
        ids
      )
    })
  )

  it.effect("comes back with one request at a time, then two, then four", () =>
    Effect.gen(function* () {
      // After three answers the fourth to the eighth request wait for each other.
      const eight = Promise.withResolvers<Answer>()
      const partner = yield* receiver((_, nth) => {
        if (nth === 8) eight.resolve(204)
        return nth > 3 && nth <= 8 ? eight.promise : 204
      })
      const redelivery = yield* Redelivery
      const { endpointId, productId } = yield* aProductWithEndpoint(partner.url)
      yield* redelivery.pause(endpointId)
      yield* changes(productId, 60)
      yield* redelivery.resume(endpointId)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      assert.lengthOf(partner.arrivals, 60)
      partner.busy.forEach((busy, answered) => assert.isAtMost(busy, 2 ** answered))
      assert.strictEqual(partner.busy[0], 1)
      assert.isAtMost(partner.busy[1] ?? Number.NaN, 2)
      assert.isAtLeast(Math.max(...partner.busy), 5)
    })
  )
})
