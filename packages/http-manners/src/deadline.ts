import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/**
 * Runs `app`, and `overdue` in its place once the deadline has passed.
 *
 * `app` is interrupted then, but not waited for: what it does may be uninterruptible (a COMMIT), and waits for a
 * database that doesn't answer. So it runs in a fiber of its own, that ends when it can.
 */
export const withinDeadline = <A, E, R, E2 = never>(
  app: Effect.Effect<A, E, R>,
  deadline: Duration.Duration,
  overdue: Effect.Effect<A, E2>
): Effect.Effect<A, E | E2, R> =>
  // As interruptible as the request itself: the router decides that for each route.
  Effect.flatMap(Effect.forkDetach(app, { startImmediately: true, uninterruptible: "inherit" }), (fiber) =>
    Fiber.join(fiber).pipe(
      Effect.timeoutOrElse({
        duration: deadline,
        orElse: () => Effect.andThen(Effect.forkDetach(Fiber.interrupt(fiber)), overdue)
      }),
      // The caller has gone, or the server ends.
      Effect.onInterrupt(() => Fiber.interrupt(fiber)),
      Effect.interruptible
    )
  )
