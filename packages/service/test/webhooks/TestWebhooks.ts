import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type Answer, type Arrival, startReceiver } from "@embedded-super/program/testing/receiver"
import { FaultPoint, type FaultPointName } from "../../src/platform/jobs/FaultPoint.ts"
import { Jobs } from "../../src/platform/jobs/Jobs.ts"
import { newId } from "../../src/platform/ids/newId.ts"
import { DeliverySettings } from "../../src/webhooks/delivery/deliverySettings.ts"
import { DeliveryWorker } from "../../src/webhooks/delivery/DeliveryWorker.ts"
import { Redelivery } from "../../src/webhooks/delivery/RedeliveryRepo.ts"
import type { NewEvent } from "../../src/webhooks/events/eventBody.ts"
import { Events } from "../../src/webhooks/events/Events.ts"
import { WebhookDeliveries } from "../../src/webhooks/log/WebhookDeliveries.ts"
import { WebhookEndpoints } from "../../src/webhooks/endpoints/WebhookEndpoints.ts"
import { aProduct } from "../aProduct.ts"
import { TestDatabase } from "../TestDatabase.ts"
import { TestVault, devSettings } from "../TestSettings.ts"

/** Everything about webhooks except the worker, in development, on its own database. */
export const TestWebhooks = {
  layer: Layer.mergeAll(Events.layer, WebhookEndpoints.layer, WebhookDeliveries.layer, Redelivery.layer).pipe(
    Layer.provideMerge(Jobs.layer),
    Layer.provideMerge(TestVault.layer),
    Layer.provideMerge(TestDatabase.layer),
    Layer.provideMerge(devSettings)
  )
}

/** Records events as a part of the service would: in their own transaction. */
export const record = (...events: ReadonlyArray<NewEvent>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const service = yield* Events
    return yield* sql.withTransaction(Effect.forEach(events, service.record))
  })

/** A product with an endpoint at this address, and its secret. */
export const aProductWithEndpoint = Effect.fnUntraced(function* (url: string) {
  const productId = yield* aProduct()
  const { endpoint, secret } = yield* (yield* WebhookEndpoints).set({ productId, url })
  return { productId: productId as string, endpointId: endpoint.id, secret: Option.getOrThrow(secret) }
})

/** Events of one new entity, numbered in the order of their creation. */
export const anEntity = Effect.fnUntraced(function* <S extends NewEvent["subject"]>(
  productId: string,
  subject: S
) {
  const entityId = yield* newId
  let seq = 0
  return {
    entityId: entityId as string,
    event: (event: Extract<NewEvent, { subject: S }>["event"]) => {
      seq += 1
      return {
        productId,
        subject,
        event,
        entityId,
        remoteId: `remote ${entityId}`,
        seq
      } as unknown as NewEvent
    }
  }
})

/** Records an event of a new entity: `id` is its delivery's, and `event` makes the entity's next ones. */
export const anEvent = Effect.fnUntraced(function* <S extends NewEvent["subject"]>(
  productId: string,
  subject: S,
  event: Extract<NewEvent, { subject: S }>["event"]
) {
  const entity = yield* anEntity(productId, subject)
  const [id = ""] = yield* record(entity.event(event as never))
  return { ...entity, id }
})

export { passTime } from "../at.ts"

/** Whether nothing is due, no worker holds an endpoint, and no wake-up waits. */
const isIdle = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ idle: boolean }>`SELECT NOT EXISTS (
      SELECT FROM webhook_deliveries_in_turn d
      JOIN webhook_endpoints e ON e.id = d.endpoint_id AND e.enabled AND e.paused_at IS NULL
      LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
      WHERE d.due_at <= platform_now() AND (l.hold_until IS NULL OR l.hold_until <= platform_now())
        AND (l.probe_at IS NULL OR l.probe_at <= platform_now())
    ) AND NOT EXISTS (SELECT FROM webhook_leases WHERE owner IS NOT NULL AND expires_at > platform_now())
    AND NOT EXISTS (
      SELECT FROM effect_queue WHERE state = 'pending' AND acquired_at IS NULL AND visible_at <= now()
    ) AS idle`
  return row?.idle ?? false
})

/** Settings of a worker that limit its sent but not yet written attempts. */
export const unwrittenAtMost = (most: number): Pick<DeliverySettings, "unwritten"> => ({
  unwritten: { usual: most, inDrain: most, drainsAfter: 0 }
})

/** Stops a worker each time it comes to this fault point, until `goOn`; `reached` waits until it came there. */
export const stoppedAt = Effect.fnUntraced(function* (point: FaultPointName) {
  const [there, on] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const stop = Effect.andThen(Deferred.succeed(there, undefined), Deferred.await(on))
  return {
    faultPoint: (name: FaultPointName) => (name === point ? stop : Effect.void),
    reached: Deferred.await(there),
    goOn: Deferred.succeed(on, undefined)
  }
})

/**
 * Starts a worker in the test's scope. `untilIdle` waits until everything due has been sent and its result written; it
 * waits for the worker's own signal that it has released an endpoint.
 */
export const startWorker = Effect.fnUntraced(function* (
  options: {
    readonly settings?: Partial<DeliverySettings>
    readonly faultPoint?: (name: FaultPointName) => Effect.Effect<void>
  } = {}
) {
  const releases = yield* Queue.unbounded<FaultPointName>()
  const defaults = yield* DeliverySettings
  yield* Layer.build(Layer.fresh(DeliveryWorker.layer)).pipe(
    Effect.provideService(DeliverySettings, {
      ...defaults,
      sweepEvery: Duration.millis(50),
      lingerFor: Duration.zero,
      ...options.settings
    }),
    Effect.provideService(FaultPoint, (name) =>
      Effect.andThen(
        options.faultPoint?.(name) ?? Effect.void,
        name === "after_release" ? Effect.asVoid(Queue.offer(releases, name)) : Effect.void
      )
    )
  )
  const untilIdle: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
    // Another worker may do the remaining work, without a signal from this one: check again after the timeout.
    while (!(yield* isIdle)) yield* Effect.timeoutOption(Queue.take(releases), "50 millis")
  })
  return { untilIdle }
})

/** A receiver, a product whose endpoint it is, and a worker that sends to it. */
export const aSendingWorker = Effect.fnUntraced(function* (
  answer?: Parameters<typeof receiver>[0],
  options?: Parameters<typeof startWorker>[0]
) {
  const partner = yield* receiver(answer)
  const product = yield* aProductWithEndpoint(partner.url)
  return { partner, ...product, worker: yield* startWorker(options) }
})

/** The stored deliveries of an entity, in their order. */
export const deliveriesOf = Effect.fnUntraced(function* (entityId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ event: string; seq: number; state: string; attempts: number }>`
    SELECT event, seq, state, attempts FROM webhook_deliveries WHERE entity_id = ${entityId} ORDER BY seq`
})

export type { Answer, Arrival }

/** A partner's receiver, which stops with the scope. */
export const receiver = (
  answer: (arrival: Arrival, nth: number) => Answer | Promise<Answer> = () => 204,
  options: { readonly latency?: () => number } = {}
) =>
  Effect.gen(function* () {
    const queue = yield* Queue.unbounded<Arrival>()
    const answerAndTell = (arrival: Arrival, nth: number) => {
      const promised = answer(arrival, nth)
      Queue.offerUnsafe(queue, arrival)
      return promised
    }
    const started = yield* Effect.acquireRelease(
      Effect.promise(() => startReceiver(answerAndTell, options)),
      ({ stop }) => Effect.promise(stop)
    )
    /** `next` waits for the next ones. */
    return { ...started, next: (count: number) => Queue.takeN(queue, count) }
  })
