import * as Effect from "effect/Effect"

/** Runs an effect, and answers how many seconds it took beside what it made. */
export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const began = performance.now()
    const value = yield* effect
    return { value, took: (performance.now() - began) / 1000 }
  })
