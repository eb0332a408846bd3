import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import { openTransaction } from "../../../test/openTransaction.ts"
import {
  anEvent,
  aProductWithEndpoint,
  TestWebhooks,
  receiver,
  anEntity,
  record,
  startWorker
} from "../../../test/webhooks/TestWebhooks.ts"
import { endpointLeaseRepo, LEASE_SECONDS } from "./EndpointLeaseRepo.ts"
import { Database } from "../../platform/database/Database.ts"
import { Jobs } from "../../platform/jobs/Jobs.ts"
import { queues } from "../../platform/jobs/queues.ts"
import { WebhookEndpoints } from "../endpoints/WebhookEndpoints.ts"
import { Events } from "../events/Events.ts"
import type { DeliverySettings } from "./deliverySettings.ts"
import { passTime, StillTime } from "../../../test/at.ts"

const url = "http://127.0.0.1:9/hooks"
const [one, another] = [randomUUID(), randomUUID()]

layer(Layer.provideMerge(StillTime, TestWebhooks.layer), { excludeTestServices: true })(
  "the lease of an endpoint",
  (it) => {
    it.effect(
      "belongs to one worker; a worker that tries meanwhile makes it look again before it releases",
      () =>
        Effect.gen(function* () {
          const lease = yield* endpointLeaseRepo
          const { endpointId } = yield* aProductWithEndpoint(url)
          assert.isTrue(yield* lease.acquire(endpointId, one))
          assert.isFalse(yield* lease.acquire(endpointId, another))
          assert.deepStrictEqual(yield* lease.release(endpointId, one), { released: false })
          assert.deepStrictEqual(yield* lease.release(endpointId, one), {
            released: true,
            nextInSeconds: null
          })
          assert.isTrue(yield* lease.acquire(endpointId, another))
        })
    )

    it.effect("keeps no worker waiting that comes after the first that found it taken", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const lease = yield* endpointLeaseRepo
        const { endpointId } = yield* aProductWithEndpoint(url)
        yield* lease.acquire(endpointId, one)
        yield* lease.acquire(endpointId, another)
        // As while the holder writes attempts.
        const { commit } = yield* openTransaction(
          sql`SELECT FROM webhook_leases WHERE endpoint_id = ${endpointId} FOR UPDATE`
        )
        assert.isFalse(yield* lease.acquire(endpointId, randomUUID()))
        yield* commit
        assert.deepStrictEqual(yield* lease.release(endpointId, one), { released: false })
      })
    )

    it.effect("isn't let go while something is due; then it says when the next is", () =>
      Effect.gen(function* () {
        const lease = yield* endpointLeaseRepo
        const { endpointId, productId } = yield* aProductWithEndpoint(url)
        yield* anEvent(productId, "employer", "employer_settings_changed")
        assert.include(yield* lease.neglected, endpointId)
        yield* lease.acquire(endpointId, one)
        assert.notInclude(yield* lease.neglected, endpointId)
        assert.deepStrictEqual(yield* lease.release(endpointId, one), { released: false })
        yield* passTime("-10 seconds")
        const release = yield* lease.release(endpointId, one)
        assert.isTrue(release.released)
        if (release.released) assert.strictEqual(release.nextInSeconds, 10)
        assert.notInclude(yield* lease.neglected, endpointId)
        yield* passTime("10 seconds")
        assert.include(yield* lease.neglected, endpointId)
      })
    )

    it.effect(
      "ends when it isn't renewed; then another can take it, and the first can't renew it any more",
      () =>
        Effect.gen(function* () {
          const lease = yield* endpointLeaseRepo
          const { endpointId } = yield* aProductWithEndpoint(url)
          yield* lease.acquire(endpointId, one)
          yield* passTime(`${LEASE_SECONDS - 2} seconds`)
          assert.strictEqual((yield* lease.renew(endpointId, one))?.id, endpointId)
          yield* passTime(`${LEASE_SECONDS - 2} seconds`)
          assert.isFalse(yield* lease.acquire(endpointId, another))
          yield* passTime("3 seconds")
          assert.isUndefined(yield* lease.renew(endpointId, one))
          assert.isTrue(yield* lease.acquire(endpointId, another))
          yield* lease.abandon(endpointId, one)
          assert.isDefined(yield* lease.renew(endpointId, another))
        })
    )
  }
)

/** A worker that gives no lease back during the test, and looks for nothing by itself. */
const keeping: Partial<DeliverySettings> = {
  lingerFor: Duration.days(1),
  lookEvery: Duration.days(1),
  lookAtLeastEvery: Duration.days(1),
  sweepEvery: Duration.days(1)
}

/** The jobs that the caller's transaction has added. Others may come of the worker's first sweep. */
const jobsOfTransaction = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SELECT FROM effect_queue WHERE xmin = pg_current_xact_id()::xid`
).pipe(Effect.map((rows) => rows.length))

/** Waits until this process hears of others: until then its worker would look by itself, which these settings don't let it. */
const untilNotified = Effect.gen(function* () {
  const { isListening } = yield* queues.webhookEndpoints
  while (!isListening()) yield* Effect.sleep("10 millis")
})

/** Jobs of another process over the same database. */
const otherJobs = Effect.map(
  Layer.build(Layer.fresh(Jobs.layer.pipe(Layer.provide(Database.layer)))),
  Context.get(Jobs)
)

/** A worker that has sent an endpoint's first event, and keeps its lease. */
const aKeptLease = Effect.gen(function* () {
  const partner = yield* receiver(() => 204)
  const { endpointId, productId } = yield* aProductWithEndpoint(partner.url)
  const entity = yield* anEntity(productId, "onboarding_session")
  yield* startWorker({ settings: keeping })
  yield* record(entity.event("onboarding_session_changed"))
  yield* partner.next(1)
  return { partner, endpointId, productId, entity }
})

layer(TestWebhooks.layer, { excludeTestServices: true })("a lease that is kept for a while", (it) => {
  it.effect("sends what is recorded meanwhile, in its order, without a job", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const events = yield* Events
      const { entity, partner } = yield* aKeptLease
      for (const _ of [2, 3, 4, 5]) {
        // Not by `record`, whose transaction would be one within this one, of another number.
        const recorded = events.record(entity.event("onboarding_session_changed"))
        assert.strictEqual(yield* sql.withTransaction(Effect.andThen(recorded, jobsOfTransaction)), 0)
        yield* partner.next(1)
      }
      const ids = partner.arrivals.map(({ headers }) => headers["webhook-id"])
      assert.lengthOf(ids, 5)
      assert.deepStrictEqual(ids, ids.toSorted())
    })
  )

  it.effect("isn't notified of an event that was rolled back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { entity, partner } = yield* aKeptLease
      yield* Effect.flip(
        sql.withTransaction(
          Effect.andThen(record(entity.event("onboarding_session_changed")), Effect.fail("no"))
        )
      )
      yield* record(entity.event("onboarding_session_completed"))
      yield* partner.next(1)
      assert.deepStrictEqual(
        partner.arrivals.map(({ body }) => body["event"]),
        ["onboarding_session_changed", "onboarding_session_completed"]
      )
    })
  )

  it.effect("hears of what another process records and finds taken", () =>
    Effect.gen(function* () {
      const { entity, partner } = yield* aKeptLease
      yield* untilNotified
      const jobs = yield* otherJobs
      yield* startWorker({ settings: keeping }).pipe(Effect.provideService(Jobs, jobs))
      // The first process's own jobs would tell its worker: this event's wake-up is the other process's.
      const service = yield* Layer.build(Layer.fresh(Events.layer)).pipe(Effect.provideService(Jobs, jobs))
      yield* record(entity.event("onboarding_session_changed")).pipe(Effect.provide(service))
      yield* partner.next(1)
    })
  )

  it.effect("sends nothing to an address that was replaced meanwhile", () =>
    Effect.gen(function* () {
      const { entity, partner, productId } = yield* aKeptLease
      const moved = yield* receiver(() => 204)
      yield* Effect.flatMap(WebhookEndpoints, ({ set }) => set({ productId, url: moved.url }))
      yield* record(entity.event("onboarding_session_completed"))
      yield* moved.next(1)
      assert.lengthOf(partner.arrivals, 1)
    })
  )
})
