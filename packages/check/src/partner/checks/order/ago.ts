import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Days before now, as the payload names times. */
export const ago = (days: number): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    new Date(now - days * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z")
  )
