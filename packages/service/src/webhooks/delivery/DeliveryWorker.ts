/**
 * Webhook delivery: at least once, and in order for each entity (D-webhook-delivery). A wake-up names an endpoint.
 * `EndpointDelivery` acquires that endpoint's lease, gets the due deliveries from `DeliveryLedger`, has `Courier` send
 * them, and writes the results; `deliveryMachine` decides each of these steps. A sweep finds endpoints whose wake-up
 * was lost. `RedeliveryRepo` pauses and resumes an endpoint, and sends deliveries again.
 *
 * Why tables: `retryRules`, `endpointHealth` and `NoticesRepo` define the meaning of a response, the retries and the
 * stops. The guide for partners promises these figures, and `retryRules.test.ts` compares the two.
 *
 * The trap: a process may be killed anywhere. So every write presents the lease's owner and a lock token. An entity's
 * next delivery begins only after the previous one is written (D-entity-order). `settings.unwritten` limits the
 * deliveries that a crash repeats (D-unwritten-deliveries).
 */

import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { isPassing } from "../../platform/database/databaseAway.ts"
import { A_MINUTE } from "../../platform/jobs/loops.ts"
import { supervised } from "../../platform/jobs/supervised.ts"
import { Courier } from "./Courier.ts"
import { DeliverySettings } from "./deliverySettings.ts"
import { makeEndpointDelivery, type WakeUps } from "./EndpointDelivery.ts"
import { endpointLeaseRepo } from "./EndpointLeaseRepo.ts"
import { Unusable } from "./heldLease.ts"
import { makeNotices, makeOutages } from "../notices/NoticesRepo.ts"
import { EndpointSecrets } from "../endpoints/EndpointSecrets.ts"
import { queues } from "../../platform/jobs/queues.ts"
import { Outgoing, unlessHeld } from "../../platform/outgoing/Outgoing.ts"

/** An endpoint that this process sends to. */
interface Running extends WakeUps {
  /** Whether a wake-up arrived since the lease was acquired. */
  woken: boolean
  /** Ends its subscription to offers of the endpoint. */
  readonly leave: () => void
}

/** Wake-ups that are handled concurrently. Handling one starts the sending and doesn't wait for its end. */
const WAKE_UPS_AT_ONCE = 8

/** How long an endpoint is held after a failure of this service, not of its receiver. */
const HOLD_AFTER_DEFECT = Duration.seconds(30)

const make = Effect.gen(function* () {
  const lease = yield* endpointLeaseRepo
  const settings = yield* DeliverySettings
  const queue = yield* queues.webhookEndpoints
  const deliver = yield* makeEndpointDelivery
  const sql = yield* SqlClient.SqlClient
  const notices = yield* makeNotices
  const outages = yield* makeOutages
  const { hold, look } = yield* Outgoing
  const mayWork = unlessHeld(hold)
  const running = new Map<string, Running>()
  const slots = Semaphore.makeUnsafe(settings.endpoints)
  const scope = yield* Effect.scope

  const wakeAt = Effect.fnUntraced(function* (endpointId: string, seconds: number) {
    const second = Math.ceil((yield* Clock.currentTimeMillis) / 1000 + seconds)
    yield* queue.offer({ endpoint_id: endpointId }, { id: `${endpointId}:${second}`, delay: seconds * 1000 })
  })

  const deliverAll = Effect.fnUntraced(function* (endpointId: string, self: Running) {
    while (true) {
      self.woken = false
      const nextInSeconds = yield* deliver(endpointId, self, running.size <= settings.endpoints / 2)
      if (nextInSeconds !== null) yield* wakeAt(endpointId, nextInSeconds)
      // In one step, so that a wake-up is either seen here or starts a new run.
      const over = yield* Effect.sync(() => !self.woken && forget(endpointId, self))
      if (over) return
    }
  })

  /** From now on an offer of the endpoint is a job again. */
  const forget = (endpointId: string, self: Running) => {
    self.leave()
    return running.get(endpointId) === self && running.delete(endpointId)
  }

  /** A new address resumes the endpoint. Its deliveries wait and use up no attempt. */
  const pauseUnusable = Effect.fnUntraced(function* ({ endpoint }: Unusable) {
    const pause = notices.pause(endpoint.id, "unusable", sql`e.version = ${endpoint.version}`)
    if (!(yield* sql.withTransaction(pause))) return
    yield* Effect.logError("An endpoint is paused: its address can't be read").pipe(
      Effect.annotateLogs({ endpointId: endpoint.id })
    )
  })

  /**
   * A failure at one endpoint holds only that endpoint for a while. A database failure holds none: the sweep finds the
   * endpoint again.
   */
  const isolated = <A, E>(endpointId: string, effect: Effect.Effect<A, E>) =>
    Effect.catchCause(effect, (cause): Effect.Effect<void, SqlError> => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.void
      const error = Cause.squash(cause)
      if (error instanceof Unusable && error.reason === "address") return pauseUnusable(error)
      if (isPassing(error)) return Effect.logDebug("Delivery to an endpoint was interrupted", cause)
      // A secret that this process can't open may be readable in another: nothing but the hold follows.
      return Effect.logError("Webhooks can't be sent to an endpoint", cause).pipe(
        Effect.annotateLogs({ endpointId }),
        Effect.andThen(lease.hold(endpointId, Duration.toMillis(HOLD_AFTER_DEFECT)))
      )
    }).pipe(Effect.ignore)

  const wake = (running: Running) => {
    running.woken = true
    running.wake.openUnsafe()
  }

  /**
   * Starts to send to an endpoint. If this process already sends to it, that run claims once more, and the slot is free
   * again.
   */
  const startOrWake = (endpointId: string) =>
    Effect.suspend((): Effect.Effect<unknown> => {
      const known = running.get(endpointId)
      if (known !== undefined) {
        known.hasJobs = true
        wake(known)
        return slots.release(1)
      }
      const subscriber = { isReady: () => self.isLeased(), notify: () => wake(self) }
      const leave = queue.subscribe({ endpoint_id: endpointId }, subscriber)
      const self: Running = {
        wake: Latch.makeUnsafe(),
        renew: Latch.makeUnsafe(),
        hasJobs: true,
        isLeased: () => false,
        woken: false,
        leave
      }
      running.set(endpointId, self)
      const end = Effect.suspend(() => {
        forget(endpointId, self)
        return slots.release(1)
      })
      return Effect.forkIn(Effect.ensuring(isolated(endpointId, deliverAll(endpointId, self)), end), scope)
    })

  /** While outgoing work is held, a wake-up is dropped: the sweep finds its endpoint once the hold is over. */
  const handle = ({ endpoint_id }: { readonly endpoint_id: string }) =>
    mayWork(
      Effect.uninterruptibleMask((restore) =>
        Effect.andThen(restore(slots.take(1)), Effect.asVoid(startOrWake(endpoint_id)))
      )
    )

  const wakeNeglected = Effect.gen(function* () {
    const endpoints = yield* lease.neglected
    yield* Effect.forEach(endpoints, (endpoint_id) => queue.offer({ endpoint_id }), { discard: true })
  })
  const sweep = Effect.andThen(mayWork(wakeNeglected), Effect.sleep(settings.sweepEvery))

  /** Once outgoing work is held, what is claimed and hasn't begun goes back: a slow receiver's would take long. */
  const stopHeld = Effect.gen(function* () {
    if (running.size === 0 || (yield* look) === undefined) return
    for (const { renew } of running.values()) renew.openUnsafe()
  })

  yield* Effect.forkScoped(
    supervised(
      "The stop of webhooks while outgoing work is held",
      Effect.andThen(stopHeld, Effect.sleep(settings.holdsEvery)),
      { turnsWithin: A_MINUTE }
    )
  )
  yield* Effect.forkScoped(queue.work(handle, { concurrency: WAKE_UPS_AT_ONCE }))
  yield* Effect.forkScoped(supervised("The sweep of webhook endpoints", sweep, { turnsWithin: A_MINUTE }))
  yield* Effect.forkScoped(
    supervised(
      "The check for failing endpoints",
      Effect.andThen(mayWork(outages.look), Effect.sleep(settings.outagesEvery)),
      { turnsWithin: A_MINUTE }
    )
  )
})

/**
 * Delivers webhooks while its scope is open. Any number of processes may run it over one database. When the scope
 * closes, it sends nothing more, waits for attempts in flight (15 seconds at most), writes them and releases its
 * leases.
 */
export const DeliveryWorker = {
  layer: Layer.effectDiscard(make).pipe(Layer.provide([Courier.layer, EndpointSecrets.layer]))
}
