import type * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"

/** Writes what many ask for in the order in which they asked, all that waits at once. */
export interface Batches<A> {
  /** Takes its place in the order when called; what it returns succeeds once it is written, and dies if that failed. */
  readonly addUnsafe: (item: A) => Effect.Effect<void>
}

interface Waiting<A> {
  readonly item: A
  readonly done: Deferred.Deferred<void>
}

/**
 * Starts a writer. While it writes, others queue up, so that one sync to the disk answers many. A write that fails is
 * its last: memory would be ahead of the disk. Closing the scope writes what still waits.
 */
export const makeBatches = Effect.fn("makeBatches")(function* <A, E, R>(
  write: (items: ReadonlyArray<A>) => Effect.Effect<void, E, R>
): Effect.fn.Return<Batches<A>, never, R | Scope.Scope> {
  const queue = yield* Queue.unbounded<Waiting<A>, Cause.Done>()
  const waiting = new Set<Deferred.Deferred<void>>()
  let broken: Cause.Cause<never> | undefined

  const writeBatch = (batch: ReadonlyArray<Waiting<A>>) =>
    Effect.map(write(batch.map(({ item }) => item)), () => {
      for (const { done } of batch) {
        waiting.delete(done)
        Deferred.doneUnsafe(done, Exit.void)
      }
    })

  const giveUp = (cause: Cause.Cause<never>) =>
    Effect.suspend(() => {
      broken = cause
      for (const done of waiting) Deferred.doneUnsafe(done, Exit.failCause(cause))
      return Effect.logFatal("The disk can't be written to", cause)
    })

  const writer = yield* Effect.forever(
    Effect.flatMap(Queue.takeAll(queue), (batch) => Effect.orDie(writeBatch(batch))),
    { disableYield: true }
  ).pipe(
    Effect.catchTag("Done", () => Effect.void),
    Effect.catchCause(giveUp),
    Effect.uninterruptible,
    Effect.forkScoped
  )
  yield* Effect.addFinalizer(() => Effect.andThen(Queue.end(queue), Fiber.await(writer)))

  return {
    addUnsafe: (item) => {
      if (broken !== undefined) return Effect.failCause(broken)
      const done = Deferred.makeUnsafe<void>()
      waiting.add(done)
      Queue.offerUnsafe(queue, { item, done })
      return Deferred.await(done)
    }
  }
})
