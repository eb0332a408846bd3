import * as Effect from "effect/Effect"

/** Runs an effect, and returns its seconds beside its result. */
export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const began = performance.now()
    const value = yield* effect
    return { value, took: (performance.now() - began) / 1000 }
  })
