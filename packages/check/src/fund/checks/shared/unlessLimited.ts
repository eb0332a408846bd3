import * as Effect from "effect/Effect"
import { RateLimited } from "../../RateLimited.ts"

/** Undefined if the fund answers 429 to this call for good: for a check that looks whether the call is the reason. */
export const unlessLimited = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A | undefined, E, R> =>
  Effect.catchDefect(call, (defect) =>
    defect instanceof RateLimited ? Effect.undefined : Effect.die(defect)
  )
