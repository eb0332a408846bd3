import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** The result of a fiber; after `deadline`, `overdue` instead. One callback and one timer: this runs for every call. */
const resultInTime = <A, E, E2>(
  fiber: Fiber.Fiber<A, E>,
  clock: Clock.Clock,
  deadline: Duration.Duration,
  overdue: Effect.Effect<A, E2>
): Effect.Effect<A, E | E2> =>
  Effect.callback((resume) => {
    const timer = Effect.runFork(clock.sleep(deadline))
    const stop = fiber.addObserver((exit) => {
      timer.interruptUnsafe()
      resume(exit)
    })
    timer.addObserver((exit) => {
      if (exit._tag === "Failure") return
      stop()
      resume(Effect.andThen(Effect.forkDetach(Fiber.interrupt(fiber)), overdue))
    })
    // The caller has disconnected, or the server is stopping.
    return Effect.suspend(() => {
      timer.interruptUnsafe()
      stop()
      return Fiber.interrupt(fiber)
    })
  })

/**
 * Runs `app`; after the deadline, runs `overdue` instead.
 *
 * At the deadline `app` is interrupted, but not waited for: it may be uninterruptible (a COMMIT) and waiting for a
 * database that doesn't respond. So it runs in a fiber of its own, which may end later.
 */
export const withinDeadline = <A, E, R, E2 = never>(
  app: Effect.Effect<A, E, R>,
  deadline: Duration.Duration,
  overdue: Effect.Effect<A, E2>
): Effect.Effect<A, E | E2, R> =>
  // Inherits the request's interruptibility, which the router sets for each route.
  Effect.flatMap(Effect.forkDetach(app, { startImmediately: true, uninterruptible: "inherit" }), (fiber) =>
    Effect.withFiber(
      (waiting): Effect.Effect<A, E | E2> =>
        fiber.pollUnsafe() ??
        Effect.interruptible(resultInTime(fiber, waiting.getRef(Clock.Clock), deadline, overdue))
    )
  )
