import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Scope from "effect/Scope"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { queues } from "../../platform/jobs/queues.ts"
import { type Attempt, Courier } from "./Courier.ts"
import { deliveryLedger } from "./DeliveryLedger.ts"
import { step } from "./deliveryMachine.ts"
import { START } from "./deliverySequences.ts"
import { DeliverySettings } from "./deliverySettings.ts"
import { type Command, held as heldState, type Message, type State } from "./deliveryState.ts"
import type { Symptom } from "./endpointHealth.ts"
import { LEASE_IS_LOST, LeaseLost, makeHoldLease, type Renewal, type Unusable } from "./heldLease.ts"
import { makeRecording } from "./recording.ts"
import { stepping } from "./stepping.ts"

/** How the work on an endpoint is woken. */
export interface WakeUps {
  /** Opened when a delivery was recorded. */
  readonly wake: Latch.Latch
  /** Whether the queue may have jobs of the endpoint, which this work makes needless. */
  hasJobs: boolean
  /** Whether this work certainly holds the endpoint's lease. */
  isLeased: () => boolean
}

type Failure = LeaseLost | Unusable | SqlError

/** The attempt's evidence about the receiver, at the database's time; null if it has none. */
const symptomOf = (attempt: Attempt, { platformTime }: Renewal): Symptom | null => {
  const { delivery, endedAt, startedAt, verdict } = attempt
  if (verdict.kind === "unsendable") return null
  return {
    delivered: verdict.kind === "delivered",
    hold: verdict.kind === "failed" ? verdict.hold : null,
    startedAt: platformTime(startedAt),
    endedAt: platformTime(endedAt),
    triedAt: delivery.triedAt
  }
}

/**
 * Holds an endpoint's lease and sends its due deliveries, and those that become due meanwhile, until none is left.
 * Returns the seconds until the next delivery is due, or null. `deliveryMachine` decides; this runs its commands and
 * passes it the messages.
 *
 * Open `wake` to make it look at once. If it `mayLinger`, it keeps the lease for a while after the last delivery. An
 * interruption sends nothing more, waits for attempts in flight, writes them and releases the lease, so a process that stops
 * on request repeats nothing.
 */
export const makeEndpointDelivery = Effect.gen(function* () {
  const holdLease = yield* makeHoldLease
  const ledger = yield* deliveryLedger
  const courier = yield* Courier
  const settings = yield* DeliverySettings
  const faultPoint = yield* FaultPoint
  const queue = yield* queues.webhookEndpoints
  const recording = yield* makeRecording

  const begin = Effect.fnUntraced(function* (endpointId: string, wakeUps: WakeUps, mayLinger: boolean) {
    const { wake } = wakeUps
    const absorb = Effect.suspend(() => {
      if (!wakeUps.hasJobs) return Effect.void
      wakeUps.hasJobs = false
      return queue.absorb({ endpoint_id: endpointId })
    })
    // Drops the wake-ups even if another worker holds the lease: `acquire` has set its `woken` flag, which covers them.
    yield* absorb
    const held = yield* holdLease(endpointId)
    // mutant (keptLease): the worker that holds the lease is notified: `queue.notifyOthers` -> `((_: unknown) => {})`
    if (held === undefined) return void queue.notifyOthers({ endpoint_id: endpointId })

    const { isLeased } = held
    wakeUps.isLeased = isLeased
    let renewal: Renewal = held.first
    const isNotified = queue.isListening()
    const lingerFor = mayLinger ? settings.lingerFor : Duration.zero
    const state = heldState({ ...settings, lingerFor, isNotified }, held.first.endpoint)
    const scope = yield* Scope.make()
    const run = yield* Scope.provide(FiberSet.makeRuntime<never, void, never>(), scope)
    const over = yield* Deferred.make<number | null, Failure>()
    /** Done when nothing is left to wait for. */
    const drained = yield* Deferred.make<void>()
    const renewNow = Latch.makeUnsafe()
    let isReleased = false

    /** The lease or the database is lost: attempts in flight can't be written any more. */
    const broken = (effect: Effect.Effect<never, Failure>) => {
      Deferred.doneUnsafe(over, effect)
      Deferred.doneUnsafe(drained, Effect.void)
    }

    const dispatch = stepping<State, Message, Command>(state, {
      step: (now, message) => step(now, message, isLeased()),
      execute: (command) => execute(command),
      broken: (defect) => broken(Effect.die(defect))
    })

    const timer = () => {
      let timeout: NodeJS.Timeout | undefined
      const clear = () => clearTimeout(timeout)
      const set = (after: Duration.Duration, message: Message) => {
        clear()
        timeout = setTimeout(dispatch, Duration.toMillis(after), message)
      }
      return { clear, set }
    }
    const [gathering, looking] = [timer(), timer()]
    yield* Scope.addFinalizer(
      scope,
      Effect.sync(() => {
        gathering.clear()
        looking.clear()
      })
    )

    const claim = Effect.fnUntraced(function* ({ after }: Extract<Command, { kind: "claim" }>) {
      if (after === START) yield* absorb
      const claim = yield* ledger.due(endpointId, held.owner, after, settings.claimed)
      dispatch({ kind: "claimed", ...claim })
      yield* faultPoint("after_claim")
    })

    const release = Effect.gen(function* () {
      yield* faultPoint("before_release")
      const release = yield* held.release
      isReleased = release.released
      if (isReleased) yield* faultPoint("after_release")
      dispatch({ kind: "released", ...release })
    })

    const record = recording(endpointId, held)
    const write = (command: Extract<Command, { kind: "write" }>) =>
      Effect.map(record(command, renewal), dispatch)

    const renew = Effect.gen(function* () {
      yield* Effect.timeoutOption(renewNow.await, settings.renewEvery)
      renewNow.closeUnsafe()
      const renewed = yield* held.renew
      if (renewed === undefined) return yield* Effect.never
      renewal = renewed
      dispatch({ kind: "renewed", ...renewal.endpoint })
    }).pipe(
      Effect.catchTag("Unusable", (error) => Effect.sync(() => dispatch({ kind: "unusable", error }))),
      Effect.forever,
      Effect.catchCause((cause) => Effect.sync(() => broken(Effect.failCause(cause))))
    )

    const wakes = Effect.forever(
      Effect.andThen(
        wake.await,
        Effect.sync(() => {
          wake.closeUnsafe()
          dispatch({ kind: "woken" })
        })
      )
    )

    /** A failed statement ends the run. Attempts in flight are still waited for and written. */
    const answering = (effect: Effect.Effect<void, Failure>) =>
      run(Effect.catchCause(effect, (cause) => Deferred.failCause(over, cause)))

    const execute = (command: Command): unknown => {
      switch (command.kind) {
        case "claim":
          looking.clear()
          return answering(claim(command))
        case "release":
          looking.clear()
          return answering(release)
        case "begin":
          return courier.attempt(command.delivery, renewal.destination, (attempt) =>
            dispatch({ kind: "ended", made: { attempt, symptom: symptomOf(attempt, renewal) } })
          )
        case "fill later":
          return setImmediate(dispatch, { kind: "fill" })
        case "gather":
          if (command.until === "briefly") return gathering.set(settings.gatherFor, { kind: "gathered" })
          gathering.clear()
          return setImmediate(dispatch, { kind: "gathered" })
        case "write":
          return run(
            write(command).pipe(
              Effect.catchIf(isRefusal, (error) => Effect.sync(() => dispatch({ kind: "refused", error }))),
              Effect.catchCause((cause) => Effect.sync(() => broken(Effect.failCause(cause))))
            )
          )
        case "renew":
          return renewNow.openUnsafe()
        case "look later":
          return looking.set(command.after, { kind: "look" })
        case "finish":
          return Deferred.doneUnsafe(over, Effect.succeed(command.nextInSeconds))
        case "fail":
          return Deferred.doneUnsafe(over, Effect.fail(command.error as Failure))
        case "drained":
          return Deferred.doneUnsafe(drained, Effect.void)
      }
    }

    const windDown = Effect.gen(function* () {
      dispatch({ kind: "end" })
      yield* Deferred.await(drained)
      yield* Scope.close(scope, Exit.void)
      if (isReleased) return
      // Lets another worker acquire the lease at once.
      const giveUp = Effect.andThen(held.abandon, queue.offer({ endpoint_id: endpointId }))
      yield* Effect.ignore(giveUp)
    })

    run(renew)
    run(wakes)
    dispatch({ kind: "look" })
    return { over: Deferred.await(over), windDown }
  })

  return (endpointId: string, wakeUps: WakeUps, mayLinger: boolean) =>
    Effect.acquireUseRelease(
      begin(endpointId, wakeUps, mayLinger),
      (held) => held?.over ?? Effect.succeed(null),
      (held) => held?.windDown ?? Effect.void
    ).pipe(
      Effect.catchTag("LeaseLost", () =>
        Effect.logWarning(LEASE_IS_LOST).pipe(Effect.annotateLogs({ endpointId }), Effect.as(null))
      ),
      Effect.withSpan("webhooks.endpointDelivery", { attributes: { endpointId } })
    )
})

/** Whether the database refuses the write itself, so that a retry would fail too. */
const isRefusal = (error: Failure): error is SqlError => isSqlError(error) && !error.isRetryable
