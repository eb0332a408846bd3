import * as Effect from "effect/Effect"
import { vi } from "vitest"

/**
 * While the scope is open, timers of exactly this many milliseconds wait for the returned function instead, which ends
 * the oldest: so the limit of a call is over when a test says so, on any machine.
 */
export const heldTimers = (millis: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const real = globalThis.setTimeout
      const held: Array<() => void> = []
      const hold = (run: () => void, after?: number) => {
        if (after !== millis) return real(run, after)
        held.push(run)
        return real(() => {}, 0)
      }
      const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(hold as typeof setTimeout)
      return { spy, endOldest: () => held.shift()?.() }
    }),
    ({ spy }) => Effect.sync(() => spy.mockRestore())
  ).pipe(Effect.map(({ endOldest }) => Effect.sync(endOldest)))
