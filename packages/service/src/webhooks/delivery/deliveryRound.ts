import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import { performance } from "node:perf_hooks"
import type { CannotOpen } from "../../platform/crypto/envelope.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { Courier, type MadeAttempt } from "./Courier.ts"
import { DeliveryLedger, type DueDelivery, type Position, START } from "./DeliveryLedger.ts"
import { DeliverySettings } from "./deliverySettings.ts"
import { LeaseLost, makeHoldLease } from "./heldLease.ts"
import { wakeUps } from "../wakeUps.ts"

/**
 * Makes rounds. A round is one hold of an endpoint's lease: it takes the lease, sends what is due and what becomes due
 * meanwhile, and lets go when nothing is. It answers in how many seconds something is due again, or null.
 *
 * `stir` is opened to make a running round look at once. An interrupted round sends nothing more, waits for what is in
 * flight, writes it down and lets go; so a process that is asked to end repeats nothing.
 */
export const makeDeliveryRound = Effect.gen(function* () {
  const holdLease = yield* makeHoldLease
  const ledger = yield* DeliveryLedger
  const courier = yield* Courier
  const settings = yield* DeliverySettings
  const faultPoint = yield* FaultPoint
  const queue = yield* wakeUps

  const begin = Effect.fnUntraced(function* (endpointId: string, stir: Latch.Latch) {
    const held = yield* holdLease(endpointId)
    if (held === undefined) return undefined

    /** Claimed and not yet written down, by entity: of each entity, one at a time. */
    const outstanding = new Set<string>()
    /** Entities whose delivery was written down since the last claim began: that claim may still have seen it as due. */
    const justSettled = new Set<string>()
    const claimed = yield* Queue.unbounded<DueDelivery>()
    const made = yield* Queue.unbounded<MadeAttempt>()
    const broken = yield* Deferred.make<never, LeaseLost | SqlError | CannotOpen>()
    const scope = yield* Scope.make()
    let { destination } = held
    /** The receiver asked not to be called: what was claimed goes back. */
    let stopped = false
    /** This process ends. */
    let ending = false
    let released = false
    let senders = 0

    const settle = (deliveries: ReadonlyArray<DueDelivery>) => {
      for (const { entityId } of deliveries) {
        outstanding.delete(entityId)
        justSettled.add(entityId)
      }
      stir.openUnsafe()
    }

    const send = Effect.gen(function* () {
      const delivery = yield* Queue.take(claimed)
      if (stopped || ending || !(yield* held.isLeased)) return settle([delivery])
      const attempt = yield* courier.attempt(delivery, destination)
      const { verdict } = attempt
      if (verdict.kind === "gone" || (verdict.kind === "failed" && verdict.hold !== null)) stopped = true
      return Queue.offerUnsafe(made, attempt)
    })

    /** What was made while the last write was on its way is written together. */
    const write = Effect.gen(function* () {
      const attempts = yield* Queue.takeAll(made)
      yield* faultPoint("before_ledger_write")
      const now = performance.now()
      const aged = attempts.map((attempt) => ({ ...attempt, ago: Math.round(now - attempt.startedAt) }))
      const record = ledger.record(endpointId, held.owner, aged)
      const isHeld = yield* Effect.uninterruptible(held.whileLeased(record))
      yield* faultPoint("after_ledger_write")
      if (!isHeld) return yield* new LeaseLost()
      return settle(attempts.map(({ delivery }) => delivery))
    })

    const renew = Effect.gen(function* () {
      yield* Effect.sleep(settings.renewEvery)
      destination = yield* held.renew
    })

    const forkInRound = <A>(effect: Effect.Effect<A, LeaseLost | SqlError | CannotOpen>) =>
      effect.pipe(
        Effect.forever,
        Effect.catchCause((cause) => Deferred.failCause(broken, cause)),
        Effect.forkIn(scope)
      )

    const claim = Effect.fnUntraced(function* (after: Position, room: number) {
      justSettled.clear()
      const due = yield* ledger.due(endpointId, held.owner, after, room)
      for (const delivery of due) {
        const { entityId } = delivery
        if (outstanding.has(entityId) || justSettled.has(entityId)) continue
        outstanding.add(entityId)
        Queue.offerUnsafe(claimed, delivery)
      }
      for (; senders < Math.min(settings.requestsPerEndpoint, outstanding.size); senders += 1) {
        yield* forkInRound(send)
      }
      yield* faultPoint("after_claim")
      return due.length < room ? undefined : due.at(-1)
    })

    const letGo = Effect.gen(function* () {
      yield* faultPoint("before_release")
      const release = yield* held.release
      if (!release.released) return undefined
      released = true
      yield* faultPoint("after_release")
      return release
    })

    /** Passes over what is due, each from the oldest on; what was blocked in one pass is found by the next. */
    const sendAll = Effect.gen(function* () {
      let position: Position = START
      while (true) {
        stir.closeUnsafe()
        // What stopped this round is written down by now, where the next claim heeds it.
        if (outstanding.size === 0) stopped = false
        if (stopped) position = START
        const room = settings.claimed - outstanding.size
        if (!stopped && room >= settings.claimed / 2 && (yield* held.isLeased)) {
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
      if (!released) yield* Effect.ignore(held.abandon)
    })

    yield* forkInRound(renew)
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
