import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { queues } from "../../platform/jobs/queues.ts"
import { Courier, type MadeAttempt } from "./Courier.ts"
import { DeliveryLedger } from "./DeliveryLedger.ts"
import { type Position, START } from "./dueDeliveries.ts"
import { DeliverySettings } from "./deliverySettings.ts"
import { makeHealthRecord } from "./healthRecord.ts"
import { LeaseLost, makeHoldLease, type Renewal, type Unusable } from "./heldLease.ts"
import { makeSending } from "./sending.ts"

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
  const queue = yield* queues.webhookEndpoints

  const begin = Effect.fnUntraced(function* (endpointId: string, stir: Latch.Latch) {
    // Also where another worker holds the endpoint: the word that is left for it then counts for all of them.
    yield* queue.absorb({ endpoint_id: endpointId })
    const held = yield* holdLease(endpointId)
    if (held === undefined) return undefined

    let now: Renewal = held.first
    /** As the last write saw it. */
    let version = now.endpoint.version
    const record = makeHealthRecord({
      first: now.endpoint,
      platformTime: (monotonic) => now.platformTime(monotonic),
      write: (batch) => held.whileLeased(ledger.record({ endpointId, owner: held.owner, ...batch }))
    })
    /** Attempts that were made and aren't being written down yet. */
    let made: Array<MadeAttempt> = []
    const anyMade = Latch.makeUnsafe()
    const enoughMade = Latch.makeUnsafe()
    /** How many this round has written down. */
    let writtenDown = 0
    /** Entities whose delivery was written down since the last claim began: that claim may still have seen it as due. */
    const justSettled = new Set<string>()
    const broken = yield* Deferred.make<never, LeaseLost | SqlError>()
    /** Opened when the endpoint isn't what it was when its lease was renewed. */
    const changed = Latch.makeUnsafe()
    let unusable: Unusable | undefined
    const scope = yield* Scope.make()
    /** Nothing more is sent for now: the receiver, or somebody here, doesn't want it. */
    let stopped = false
    /** This process ends. */
    let ending = false
    let released = false
    let lookAgainIn = settings.lookEvery

    const settled = (entities: ReadonlyArray<string>) => {
      for (const entityId of entities) justSettled.add(entityId)
      if (sending.waiting() < settings.claimed / 2) stir.openUnsafe()
    }

    const isOutdated = () => version !== now.endpoint.version

    const { drainsAfter, inDrain, usual } = settings.unwritten
    const unwritten = () => (writtenDown < drainsAfter ? usual : inDrain)
    const ramp = () => record.now().inFlight ?? Infinity

    /** Whether the breaker is open. */
    const isOpen = () => record.now().probeAt !== null

    const stop = () => {
      stopped = true
      settled(sending.giveBack())
    }

    const sending = makeSending({
      attempt: (delivery, done) => courier.attempt(delivery, now.destination, done),
      unwritten: () => Math.min(unwritten(), ramp()),
      atOnce: () => Math.min(settings.requestsPerEndpoint, ramp()),
      mayBegin: () => !stopped && !ending && held.isLeased(),
      made: (attempt) => {
        record.count(attempt)
        made.push(attempt)
        anyMade.openUnsafe()
        if (isWorthAWrite()) enoughMade.openUnsafe()
        if (attempt.verdict.kind === "gone" || isOpen()) stop()
      }
    })

    /** Half of what may be unwritten: so that one half is on its way while the other is written down. */
    const isWorthAWrite = () => made.length >= unwritten() / 2 || sending.inFlight() === 0

    /** What was made while the last write was on its way is written together, with what comes in a moment. */
    const write = Effect.gen(function* () {
      yield* anyMade.await
      if (!isWorthAWrite()) yield* Effect.timeoutOption(enoughMade.await, settings.gatherFor)
      anyMade.closeUnsafe()
      enoughMade.closeUnsafe()
      const attempts = made
      made = []
      const write = record.take()
      yield* faultPoint("before_ledger_write")
      const sealed = yield* Effect.forEach(attempts, (attempt) =>
        courier.sealed(attempt, now.destination.productId)
      )
      const seen = yield* Effect.uninterruptible(write(sealed))
      yield* faultPoint("after_ledger_write")
      if (seen === undefined) return yield* new LeaseLost()
      if (attempts.some(({ retryIn }) => retryIn !== null)) yield* faultPoint("retry_scheduled")
      version = seen
      if (isOutdated()) {
        // Moved, paused, or signed with another secret: nothing more is sent the old way.
        stop()
        changed.openUnsafe()
      }
      writtenDown += attempts.length
      settled(sending.written(attempts))
    })

    /** Holds the lease also when nothing can be sent any more, until what is in flight has ended. */
    const renew = Effect.gen(function* () {
      yield* Effect.timeoutOption(changed.await, settings.renewEvery)
      changed.closeUnsafe()
      now = yield* held.renew
      version = now.endpoint.version
      if (!now.endpoint.isOpen) stop()
    }).pipe(
      Effect.catchTag("Unusable", (error) =>
        Effect.sync(() => {
          unusable = error
          stop()
        })
      )
    )

    const forkInRound = <A>(effect: Effect.Effect<A, LeaseLost | SqlError>) =>
      effect.pipe(
        Effect.forever,
        Effect.catchCause((cause) => Deferred.failCause(broken, cause)),
        Effect.forkIn(scope)
      )

    const claim = Effect.fnUntraced(function* (after: Position) {
      justSettled.clear()
      const { next, turns } = yield* ledger.due(endpointId, held.owner, after, settings.claimed)
      const free = turns.filter(([{ entityId }]) => !sending.has(entityId) && !justSettled.has(entityId))
      // While the breaker is open, the oldest alone: its attempt tells whether the receiver is back.
      const isProbe = isOpen()
      const [oldest] = free
      const offered = stopped ? [] : !isProbe ? free : oldest === undefined ? [] : [[oldest[0]] as const]
      sending.offer(offered)
      yield* faultPoint("after_claim")
      lookAgainIn =
        offered.length > 0
          ? settings.lookEvery
          : Duration.min(Duration.times(lookAgainIn, 2), settings.lookAtLeastEvery)
      return isProbe ? undefined : next
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
        if (sending.entities() === 0) {
          if (unusable !== undefined) return yield* unusable
          stopped = isOutdated()
        }
        if (stopped) position = START
        // What was claimed while the lease seemed about to end: no attempt of its own would begin a probe.
        sending.goOn()
        const isProbing = isOpen() && sending.entities() > 0
        if (!stopped && !isProbing && sending.waiting() < settings.claimed / 2 && held.isLeased()) {
          if (position === START) yield* queue.absorb({ endpoint_id: endpointId })
          position = (yield* claim(position)) ?? START
        }
        if (sending.entities() === 0 && position === START) {
          const release = yield* letGo
          if (release !== undefined) return release.nextInSeconds
        }
        if (position === START || sending.waiting() >= settings.claimed / 2) {
          yield* Effect.timeoutOption(stir.await, lookAgainIn)
        }
      }
    })

    const windDown = Effect.gen(function* () {
      ending = true
      settled(sending.giveBack())
      while (sending.entities() > 0 && !(yield* Deferred.isDone(broken))) {
        stir.closeUnsafe()
        yield* Effect.timeoutOption(stir.await, settings.lookEvery)
      }
      yield* Scope.close(scope, Exit.void)
      if (released) return
      // Whoever else is there goes on at once.
      const handOver = Effect.andThen(held.abandon, queue.offer({ endpoint_id: endpointId }))
      yield* Effect.ignore(handOver)
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
