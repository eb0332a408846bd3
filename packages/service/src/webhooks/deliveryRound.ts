import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import type { CannotOpen } from "../platform/crypto/envelope.ts"
import { FaultPoint } from "../platform/jobs/FaultPoint.ts"
import { Courier, type Destination, type MadeAttempt } from "./Courier.ts"
import { DeliveryLedger, type DueDelivery, START } from "./DeliveryLedger.ts"
import { DeliverySettings } from "./deliverySettings.ts"
import { EndpointLease, LEASE_SECONDS } from "./EndpointLease.ts"
import { EndpointSecrets } from "./EndpointSecrets.ts"
import { wakeUps } from "./wakeUps.ts"

/** Another worker holds the endpoint now. What this one still has in hand counts for nothing. */
class LeaseLost extends Data.TaggedError("LeaseLost") {}

/** This worker stops sending so long before its lease ends, in case its clock runs slower than the database's. */
const MARGIN_MILLIS = 1000

/**
 * Makes rounds. A round is one hold of an endpoint's lease: it takes the lease, sends what is due and what becomes due
 * meanwhile, and lets go when nothing is. It answers in how many seconds something is due again, or null.
 *
 * `stir` is opened to make a running round look at once. An interrupted round sends nothing more, waits for what is in
 * flight, writes it down and lets go; so a process that is asked to end repeats nothing.
 */
export const makeDeliveryRound = Effect.gen(function* () {
  const lease = yield* EndpointLease
  const ledger = yield* DeliveryLedger
  const secrets = yield* EndpointSecrets
  const courier = yield* Courier
  const settings = yield* DeliverySettings
  const faultPoint = yield* FaultPoint
  const queue = yield* wakeUps

  const begin = Effect.fnUntraced(function* (endpointId: string, stir: Latch.Latch) {
    const owner = randomUUID()
    if (!(yield* lease.acquire(endpointId, owner))) return undefined

    /** Claimed and not yet written down, by entity: of each entity, one at a time. */
    const outstanding = new Map<string, DueDelivery>()
    const claimed = yield* Queue.unbounded<DueDelivery>()
    const made = yield* Queue.unbounded<MadeAttempt>()
    const broken = yield* Deferred.make<never, LeaseLost | SqlError | CannotOpen>()
    const scope = yield* Scope.make()
    let leaseEnds = 0
    let destination: Destination | undefined
    /** The receiver asked not to be called: what was claimed goes back. */
    let stopped = false
    /** This process ends. */
    let ending = false
    let released = false
    let senders = 0

    const isLeased = Effect.map(Clock.currentTimeMillis, (now) => now < leaseEnds)

    /** A database that restarts is waited for as long as the lease lasts. */
    const whileLeased = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.retry(effect, {
        schedule: Schedule.spaced("200 millis"),
        while: (error) => (isSqlError(error) && error.isRetryable ? isLeased : Effect.succeed(false))
      })

    const renew = Effect.gen(function* () {
      const asked = yield* Clock.currentTimeMillis
      const endpoint = yield* lease.renew(endpointId, owner)
      if (endpoint === undefined) return yield* new LeaseLost()
      const clockOffset = endpoint.databaseTime - (yield* Clock.currentTimeMillis)
      const keys = yield* secrets.signingKeys(endpoint)
      const url = new URL(endpoint.url)
      destination = {
        productId: endpoint.productId,
        origin: url.origin,
        path: url.pathname + url.search,
        keys,
        clockOffset
      }
      leaseEnds = asked + LEASE_SECONDS * 1000 - MARGIN_MILLIS
    })

    const send = Effect.gen(function* () {
      const delivery = yield* Queue.take(claimed)
      if (stopped || ending || destination === undefined || !(yield* isLeased)) {
        outstanding.delete(delivery.entityId)
        return stir.openUnsafe()
      }
      const attempt = yield* courier.attempt(delivery, destination)
      const { verdict } = attempt
      if (verdict.kind === "gone" || (verdict.kind === "failed" && verdict.hold !== null)) stopped = true
      return Queue.offerUnsafe(made, attempt)
    })

    const write = Effect.gen(function* () {
      const attempts = yield* Queue.takeAll(made)
      yield* faultPoint("before_ledger_write")
      const now = yield* Clock.currentTimeMillis
      const aged = attempts.map((attempt) => ({
        ...attempt,
        ago: Math.max(0, Math.round(now - attempt.startedAt))
      }))
      const held = yield* Effect.uninterruptible(whileLeased(ledger.record(endpointId, owner, aged)))
      yield* faultPoint("after_ledger_write")
      if (!held) return yield* new LeaseLost()
      for (const { delivery } of attempts) outstanding.delete(delivery.entityId)
      stir.openUnsafe()
      return yield* Effect.sleep(settings.writeEvery)
    })

    const forkInRound = <A>(effect: Effect.Effect<A, LeaseLost | SqlError | CannotOpen>) =>
      effect.pipe(
        Effect.forever,
        Effect.catchCause((cause) => Deferred.failCause(broken, cause)),
        Effect.forkIn(scope)
      )

    const claim = Effect.fnUntraced(function* (after: typeof START, room: number) {
      const due = yield* ledger.due(endpointId, owner, after, room)
      for (const delivery of due) {
        if (outstanding.has(delivery.entityId)) continue
        outstanding.set(delivery.entityId, delivery)
        Queue.offerUnsafe(claimed, delivery)
      }
      while (senders < Math.min(settings.requestsPerEndpoint, outstanding.size)) {
        senders += 1
        yield* forkInRound(send)
      }
      yield* faultPoint("after_claim")
      return due.length < room ? undefined : due.at(-1)?.position
    })

    const letGo = Effect.gen(function* () {
      yield* faultPoint("before_release")
      const release = yield* lease.release(endpointId, owner)
      if (!release.released) return undefined
      released = true
      yield* faultPoint("after_release")
      return release
    })

    /** Passes over what is due, each from the oldest on; what was blocked in one pass is found by the next. */
    const sendAll = Effect.gen(function* () {
      let position = START
      while (true) {
        stir.closeUnsafe()
        // What stopped this round is written down by now, where the next claim heeds it.
        if (outstanding.size === 0) stopped = false
        if (stopped) position = START
        const room = settings.claimed - outstanding.size
        if (!stopped && room >= settings.claimed / 2 && (yield* isLeased)) {
          if (position === START) yield* queue.absorb({ endpoint_id: endpointId })
          position = (yield* claim(position, room)) ?? START
        }
        if (outstanding.size === 0 && position === START) {
          const release = yield* letGo
          if (release !== undefined) return release.nextInSeconds
        }
        if (position === START || outstanding.size > settings.claimed / 2) {
          yield* Effect.timeoutOption(stir.await, settings.lookEvery)
        }
      }
    })

    const windDown = Effect.gen(function* () {
      ending = true
      while (outstanding.size > 0 && !(yield* Deferred.isDone(broken))) {
        stir.closeUnsafe()
        yield* Effect.timeoutOption(stir.await, settings.lookEvery)
      }
      yield* Scope.close(scope, Exit.void)
      if (!released) yield* Effect.ignore(lease.abandon(endpointId, owner))
    })

    yield* Effect.onError(renew, () => Effect.ignore(lease.abandon(endpointId, owner)))
    yield* forkInRound(Effect.andThen(Effect.sleep(settings.renewEvery), whileLeased(renew)))
    yield* forkInRound(write)
    return { sendAll: Effect.raceFirst(sendAll, Deferred.await(broken)), windDown }
  })

  return (endpointId: string, stir: Latch.Latch) =>
    Effect.acquireUseRelease(
      begin(endpointId, stir),
      (round) => (round === undefined ? Effect.succeed(null) : round.sendAll),
      (round) => round?.windDown ?? Effect.void
    ).pipe(
      Effect.catchTag("LeaseLost", () => Effect.succeed(null)),
      Effect.withSpan("webhooks.deliveryRound", { attributes: { endpointId } })
    )
})
