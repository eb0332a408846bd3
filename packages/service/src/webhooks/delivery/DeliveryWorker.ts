import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { supervised } from "../../platform/jobs/supervised.ts"
import { Courier } from "./Courier.ts"
import { DeliveryLedger } from "./DeliveryLedger.ts"
import { makeDeliveryRound } from "./deliveryRound.ts"
import { DeliverySettings } from "./deliverySettings.ts"
import { EndpointLease } from "./EndpointLease.ts"
import { Unusable } from "./heldLease.ts"
import { makeNotices } from "./notices.ts"
import { makeOutages } from "./outages.ts"
import { EndpointSecrets } from "../endpoints/EndpointSecrets.ts"
import { queues } from "../../platform/jobs/queues.ts"

/** An endpoint that this process sends to. */
interface Running {
  readonly stir: Latch.Latch
  /** Whether more work was announced since the round began. */
  woken: boolean
}

/** Wake-ups that are handled at the same time: each begins a round, and doesn't wait for its end. */
const HANDS = 8

/** How long an endpoint is left alone after something went wrong with it here, and not at its receiver. */
const LEFT_ALONE = Duration.seconds(30)

const make = Effect.gen(function* () {
  const lease = yield* EndpointLease
  const settings = yield* DeliverySettings
  const queue = yield* queues.webhookEndpoints
  const round = yield* makeDeliveryRound
  const sql = yield* SqlClient.SqlClient
  const notices = yield* makeNotices
  const outages = yield* makeOutages
  const running = new Map<string, Running>()
  const places = Semaphore.makeUnsafe(settings.endpoints)
  const scope = yield* Effect.scope

  const wakeAt = Effect.fnUntraced(function* (endpointId: string, seconds: number) {
    const second = Math.ceil((yield* Clock.currentTimeMillis) / 1000 + seconds)
    yield* queue.offer({ endpoint_id: endpointId }, { id: `${endpointId}:${second}`, delay: seconds * 1000 })
  })

  const rounds = Effect.fnUntraced(function* (endpointId: string, self: Running) {
    while (true) {
      self.woken = false
      const nextInSeconds = yield* round(endpointId, self.stir)
      if (nextInSeconds !== null) yield* wakeAt(endpointId, nextInSeconds)
      // In one step, so that a wake-up either stirs this round or starts another.
      const over = yield* Effect.sync(() => !self.woken && running.delete(endpointId))
      if (over) return
    }
  })

  /** Whoever sets the address anew, or replaces the secret, resumes it: what waits for it is kept, and unspent. */
  const pauseUnusable = Effect.fnUntraced(function* ({ endpoint, reason }: Unusable) {
    const pause = notices.pause(endpoint.id, "unusable", sql`e.version = ${endpoint.version}`)
    if (!(yield* sql.withTransaction(pause))) return
    yield* Effect.logError(`An endpoint is paused: its ${reason} can't be read`).pipe(
      Effect.annotateLogs({ endpointId: endpoint.id })
    )
  })

  /**
   * What is wrong with one endpoint costs the others nothing: it is left alone for a while. What is wrong with the
   * database isn't the endpoint's fault: the sweep finds it again.
   */
  const isolated = <A, E>(endpointId: string, effect: Effect.Effect<A, E>) =>
    Effect.catchCause(effect, (cause): Effect.Effect<void, SqlError> => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.void
      const error = Cause.squash(cause)
      if (error instanceof Unusable) return pauseUnusable(error)
      if (isSqlError(error) && error.isRetryable) return Effect.logDebug("A round was broken off", cause)
      return Effect.logError("Webhooks can't be sent to an endpoint", cause).pipe(
        Effect.annotateLogs({ endpointId }),
        Effect.andThen(lease.hold(endpointId, Duration.toMillis(LEFT_ALONE)))
      )
    }).pipe(Effect.ignore)

  /** Begins to send to an endpoint, unless this process does already: then it looks again. Holds a place, or gives it back. */
  const beginOrStir = (endpointId: string) =>
    Effect.suspend((): Effect.Effect<unknown> => {
      const known = running.get(endpointId)
      if (known !== undefined) {
        known.woken = true
        known.stir.openUnsafe()
        return places.release(1)
      }
      const self: Running = { stir: Latch.makeUnsafe(), woken: false }
      running.set(endpointId, self)
      const leave = Effect.suspend(() => {
        if (running.get(endpointId) === self) running.delete(endpointId)
        return places.release(1)
      })
      return Effect.forkIn(Effect.ensuring(isolated(endpointId, rounds(endpointId, self)), leave), scope)
    })

  const handle = ({ endpoint_id }: { readonly endpoint_id: string }) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.andThen(restore(places.take(1)), Effect.asVoid(beginOrStir(endpoint_id)))
    )

  const sweep = Effect.gen(function* () {
    const endpoints = yield* lease.neglected
    yield* Effect.forEach(endpoints, (endpoint_id) => queue.offer({ endpoint_id }), { discard: true })
    yield* Effect.sleep(settings.sweepEvery)
  })

  yield* Effect.forkScoped(queue.work(handle, { concurrency: HANDS }))
  yield* Effect.forkScoped(supervised("The sweep of webhook endpoints", sweep))
  yield* Effect.forkScoped(
    supervised(
      "The look for failing endpoints",
      Effect.andThen(outages.look, Effect.sleep(settings.outagesEvery))
    )
  )
})

/**
 * Delivers webhooks while its scope is open. Run it in as many processes as you like over one database. When the scope
 * closes it sends nothing more, finishes what is in flight (15 seconds at most), writes it down and hands over.
 */
export const DeliveryWorker = {
  layer: Layer.effectDiscard(make).pipe(
    Layer.provide([Courier.layer, DeliveryLedger.layer, EndpointSecrets.layer]),
    Layer.provide(EndpointLease.layer)
  )
}
