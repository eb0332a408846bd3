import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import {
  receiver,
  anEntity,
  anEvent,
  aProductWithEndpoint,
  deliveriesOf,
  record,
  startWorker,
  aSendingWorker,
  stoppedAt,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"
import type { FaultPointName } from "../../platform/jobs/FaultPoint.ts"
import { DeliverySettings } from "./deliverySettings.ts"
import { LEASE_IS_LOST } from "./heldLease.ts"
import { endpointLeaseRepo, LEASE_SECONDS } from "./EndpointLeaseRepo.ts"
import { passTime, StillTime, skewed } from "../../../test/at.ts"

const untilLeaseEnds = passTime(Duration.seconds(LEASE_SECONDS + 1))

/**
 * A worker whose one delivery failed and that is about to write the attempt. `standStill` lets its lease end, also by its
 * own clock, and `write` lets it continue.
 */
const aWorkerAboutToWrite = Effect.gen(function* () {
  const partner = yield* receiver(() => 500)
  const { endpointId, productId } = yield* aProductWithEndpoint(partner.url)
  const { faultPoint, goOn, reached } = yield* stoppedAt("before_ledger_write")
  const wrote = yield* Deferred.make<void>()
  let ahead = 0
  const started = startWorker({
    settings: { renewEvery: Duration.hours(1), sweepEvery: Duration.hours(1) },
    faultPoint: (name) =>
      name === "after_ledger_write" ? Effect.asVoid(Deferred.succeed(wrote, undefined)) : faultPoint(name)
  })
  yield* skewed(() => ahead)(started)
  const standStill = Effect.andThen(
    untilLeaseEnds,
    Effect.sync(() => (ahead = LEASE_SECONDS * 1000))
  )
  const { entityId, event } = yield* anEntity(productId, "onboarding_session")
  yield* record(event("onboarding_session_changed"))
  yield* reached
  const write = Effect.andThen(goOn, Deferred.await(wrote))
  return { endpointId, entityId, partner, standStill, write }
})

layer(Layer.provideMerge(StillTime, TestWebhooks.layer), { excludeTestServices: true })(
  "delivery after a crash",
  (it) => {
    it.effect("repeats as much as may be unwritten at most, however much there is to send", () =>
      Effect.gen(function* () {
        const partner = yield* receiver()
        const { productId } = yield* aProductWithEndpoint(partner.url)
        const sessions = yield* Effect.forEach(Array.from({ length: 60 }), () =>
          anEntity(productId, "onboarding_session")
        )
        yield* record(...sessions.map((session) => session.event("onboarding_session_changed")))
        const { unwritten } = DeliverySettings.defaultValue()
        const { faultPoint, goOn } = yield* stoppedAt("before_ledger_write")
        const looks = yield* Queue.unbounded<FaultPointName>()
        const worker = yield* startWorker({
          settings: { lookEvery: Duration.millis(5), lookAtLeastEvery: Duration.millis(5), claimed: 100 },
          faultPoint: (name) =>
            name === "after_claim" ? Effect.asVoid(Queue.offer(looks, name)) : faultPoint(name)
        })
        yield* partner.next(unwritten.usual)
        yield* Queue.clear(looks)
        yield* Queue.take(looks)
        assert.strictEqual(unwritten.usual, 30)
        assert.lengthOf(partner.arrivals, unwritten.usual)
        yield* goOn
        yield* worker.untilIdle
        assert.lengthOf(partner.arrivals, 60)
      })
    )

    it.effect("what a worker writes that has lost its lease counts for nothing, and its log says so", () =>
      Effect.gen(function* () {
        const logged = yield* Deferred.make<ReadonlyArray<unknown>>()
        const logger = Logger.make<unknown, void>(({ fiber, logLevel, message }) => {
          const { endpointId } = fiber.getRef(References.CurrentLogAnnotations)
          Deferred.doneUnsafe(logged, Effect.succeed([logLevel, message, endpointId].flat()))
        })
        const { endpointId, entityId, partner, standStill, write } = yield* Effect.provide(
          aWorkerAboutToWrite,
          Logger.layer([logger])
        )
        yield* standStill
        const another = yield* startWorker()
        yield* another.untilIdle
        assert.lengthOf(partner.arrivals, 2)
        const before = yield* deliveriesOf(entityId)
        assert.deepInclude(before[0], { state: "pending", attempts: 1 })
        yield* write
        assert.deepStrictEqual(yield* deliveriesOf(entityId), before)
        const sql = yield* SqlClient.SqlClient
        const attempts =
          yield* sql`SELECT FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
        WHERE d.entity_id = ${entityId}`
        assert.lengthOf(attempts, 1)
        assert.deepStrictEqual(yield* Deferred.await(logged), ["Warn", LEASE_IS_LOST, endpointId])
      })
    )

    it.effect(
      "what it writes counts for nothing also while another holds the lease and has written nothing yet",
      () =>
        Effect.gen(function* () {
          const lease = yield* endpointLeaseRepo
          const { endpointId, entityId, standStill, write } = yield* aWorkerAboutToWrite
          yield* standStill
          const another = randomUUID()
          assert.isTrue(yield* lease.acquire(endpointId, another))
          const state = yield* lease.renew(endpointId, another)
          const before = yield* deliveriesOf(entityId)
          assert.deepInclude(before[0], { state: "pending", attempts: 0 })
          yield* write
          assert.deepStrictEqual(yield* deliveriesOf(entityId), before)
          assert.strictEqual((yield* lease.renew(endpointId, another))?.token, state?.token)
          yield* lease.abandon(endpointId, another)
        })
    )
  }
)

// The lease of a run that was broken off expires with time, so the clock runs.
layer(TestWebhooks.layer, { excludeTestServices: true })("delivery", (it) => {
  it.effect("goes on when the database breaks every connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { partner, productId, worker } = yield* aSendingWorker()
      yield* anEvent(productId, "onboarding_session", "onboarding_session_changed")
      yield* worker.untilIdle
      yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`
      const after = yield* anEntity(productId, "onboarding_session")
      yield* Effect.eventually(record(after.event("onboarding_session_changed")))
      yield* partner.next(2)
      yield* worker.untilIdle
      assert.deepInclude((yield* deliveriesOf(after.entityId))[0], { state: "delivered", attempts: 1 })
    })
  )
})
