import * as Effect from "effect/Effect"
export const selfTest = Effect.void
