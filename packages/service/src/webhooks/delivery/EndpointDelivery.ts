import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Latch from "effect/Latch"
import * as Scope from "effect/Scope"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { isPassing } from "../../platform/database/databaseAway.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { queues } from "../../platform/jobs/queues.ts"
import { type Attempt, Courier } from "./Courier.ts"
import { deliveryLedger } from "./DeliveryLedger.ts"
import { step } from "./deliveryMachine.ts"
import { type Position, START } from "./deliverySequences.ts"
import { DeliverySettings } from "./deliverySettings.ts"
import { type Command, held as heldState, type Message, type State } from "./deliveryState.ts"
import type { Symptom } from "./endpointHealth.ts"
import {
  type HeldLease,
  LEASE_IS_LOST,
  LeaseLost,
  makeHoldLease,
  type Renewal,
  type Unusable
} from "./heldLease.ts"
import { makeRecording } from "./recording.ts"
import { stepping, timer } from "./stepping.ts"

/** How the work on an endpoint is woken. */
export interface WakeUps {
  /** Opened when a delivery was recorded. */
  readonly wake: Latch.Latch
  /** Opened to renew the lease at once, which reads whether anything may be sent. */
  readonly renew: Latch.Latch
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

  const absorb = (endpointId: string, wakeUps: WakeUps) =>
    Effect.suspend(() => {
      if (!wakeUps.hasJobs) return Effect.void
      wakeUps.hasJobs = false
      return queue.absorb({ endpoint_id: endpointId })
    })

  /** The statements of a held lease. Each returns its result as a message to the machine. */
  const statementsOf = (endpointId: string, wakeUps: WakeUps, held: HeldLease) => {
    let renewal: Renewal = held.first
    let isReleased = false
    const record = recording(endpointId, held)

    return {
      /** The endpoint as it was last read. */
      renewal: () => renewal,
      claim: Effect.fnUntraced(function* (after: Position) {
        if (after === START) yield* absorb(endpointId, wakeUps)
        const claim = yield* ledger.due(endpointId, held.owner, after, settings.claimed)
        return { kind: "claimed", ...claim } satisfies Message
      }),
      write: (command: Extract<Command, { kind: "write" }>) => record(command, renewal),
      release: Effect.gen(function* () {
        yield* faultPoint("before_release")
        const release = yield* held.release
        isReleased = release.released
        if (isReleased) yield* faultPoint("after_release")
        return { kind: "released", ...release } satisfies Message
      }),
      renew: Effect.gen(function* () {
        const renewed = yield* held.renew
        if (renewed === undefined) return yield* Effect.never
        renewal = renewed
        return { kind: "renewed", ...renewal.endpoint } satisfies Message
      }).pipe(Effect.catchTag("Unusable", (error) => Effect.succeed<Message>({ kind: "unusable", error }))),
      /** Lets another worker acquire the lease at once. */
      giveUp: Effect.suspend(() =>
        isReleased
          ? Effect.void
          : Effect.ignore(Effect.andThen(held.abandon, queue.offer({ endpoint_id: endpointId })))
      )
    }
  }

  /** Runs the machine over a held lease: `over` waits for its result, and `windDown` ends it early. */
  const work = Effect.fnUntraced(function* (
    endpointId: string,
    wakeUps: WakeUps,
    held: HeldLease,
    lingerFor: Duration.Duration
  ) {
    const statements = statementsOf(endpointId, wakeUps, held)
    const scope = yield* Scope.make()
    const run = yield* Scope.provide(FiberSet.makeRuntime<never, void, never>(), scope)
    const over = yield* Deferred.make<number | null, Failure>()
    /** Done when nothing is left to wait for. */
    const drained = yield* Deferred.make<void>()
    const renewNow = wakeUps.renew

    /** The lease or the database is lost: attempts in flight can't be written any more. */
    const broken = (cause: Cause.Cause<Failure>) => {
      Deferred.doneUnsafe(over, Effect.failCause(cause))
      Deferred.doneUnsafe(drained, Effect.void)
    }
    const orBroken = (effect: Effect.Effect<void, Failure>) =>
      Effect.catchCause(effect, (cause) => Effect.sync(() => broken(cause)))
    /** A failed statement ends the run. Attempts in flight are still waited for and written. */
    const orOver = (effect: Effect.Effect<void, Failure>) =>
      Effect.catchCause(effect, (cause) => Deferred.failCause(over, cause))

    const isNotified = queue.isListening()
    const first = heldState({ ...settings, lingerFor, isNotified }, held.first.endpoint)
    const dispatch = stepping<State, Message, Command>(first, {
      step: (now, message) => step(now, message, held.isLeased()),
      execute: (command) => execute(command),
      broken: (defect) => broken(Cause.die(defect))
    })
    const [gathering, looking] = [timer(dispatch), timer(dispatch)]
    yield* Scope.addFinalizer(
      scope,
      Effect.sync(() => {
        gathering.clear()
        looking.clear()
      })
    )

    const execute = (command: Command): unknown => {
      switch (command.kind) {
        case "claim": {
          looking.clear()
          const claim = Effect.map(statements.claim(command.after), dispatch)
          return run(orOver(Effect.andThen(claim, faultPoint("after_claim"))))
        }
        case "release":
          looking.clear()
          return run(orOver(Effect.map(statements.release, dispatch)))
        case "begin":
          return courier.attempt(command.delivery, statements.renewal().destination, (attempt) =>
            dispatch({ kind: "ended", made: { attempt, symptom: symptomOf(attempt, statements.renewal()) } })
          )
        case "fill later":
          return setImmediate(dispatch, { kind: "fill" })
        case "gather":
          if (command.until === "briefly") return gathering.set(settings.gatherFor, { kind: "gathered" })
          gathering.clear()
          return setImmediate(dispatch, { kind: "gathered" })
        case "write": {
          const refused = (error: SqlError) => Effect.succeed<Message>({ kind: "refused", error })
          const written = Effect.catchIf(statements.write(command), isRefusal, refused)
          return run(orBroken(Effect.map(written, dispatch)))
        }
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

    const renewals = Effect.gen(function* () {
      yield* Effect.timeoutOption(renewNow.await, settings.renewEvery)
      renewNow.closeUnsafe()
      dispatch(yield* statements.renew)
    })
    const wakes = Effect.gen(function* () {
      yield* wakeUps.wake.await
      wakeUps.wake.closeUnsafe()
      dispatch({ kind: "woken" })
    })
    run(orBroken(Effect.forever(renewals)))
    run(Effect.forever(wakes))
    dispatch({ kind: "look" })

    const windDown = Effect.gen(function* () {
      dispatch({ kind: "end" })
      yield* Deferred.await(drained)
      yield* Scope.close(scope, Exit.void)
      yield* statements.giveUp
    })
    return { over: Deferred.await(over), windDown }
  })

  const begin = Effect.fnUntraced(function* (endpointId: string, wakeUps: WakeUps, mayLinger: boolean) {
    // Drops the wake-ups even if another worker holds the lease: `acquire` has set its `woken` flag, which covers them.
    yield* absorb(endpointId, wakeUps)
    const held = yield* holdLease(endpointId)
    // mutant (EndpointLease): the worker that holds the lease is notified: `queue.notifyOthers` -> `((_: unknown) => {})`
    if (held === undefined) return void queue.notifyOthers({ endpoint_id: endpointId })
    wakeUps.isLeased = held.isLeased
    return yield* work(endpointId, wakeUps, held, mayLinger ? settings.lingerFor : Duration.zero)
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
const isRefusal = (error: Failure): error is SqlError => isSqlError(error) && !isPassing(error)
