import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

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
    Fiber.join(fiber).pipe(
      Effect.timeoutOrElse({
        duration: deadline,
        orElse: () => Effect.andThen(Effect.forkDetach(Fiber.interrupt(fiber)), overdue)
      }),
      // The caller has disconnected, or the server is stopping.
      Effect.onInterrupt(() => Fiber.interrupt(fiber)),
      Effect.interruptible
    )
  )
