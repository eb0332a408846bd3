import * as Effect from "effect/Effect"
import process from "node:process"

/** An order from the parent to a program: exit as at a power cut when you reach this point for the nth time. */
export interface Arming {
  /** One of the service's fault points. */
  readonly point: string
  readonly times: number
}

let armed: Arming | undefined
let left = 0

process.on("message", (message: { readonly arm?: Arming | null }) => {
  if (message.arm === undefined) return
  armed = message.arm ?? undefined
  left = armed?.times ?? 0
})
process.on("disconnect", () => process.exit(0))

/** Passed at each named moment of the service: at the armed one this process exits. */
export const pass = (name: string): Effect.Effect<void> =>
  Effect.sync(() => {
    if (name !== armed?.point) return
    left -= 1
    if (left === 0) process.kill(process.pid, "SIGKILL")
  })

/** A repeatable source of numbers in [0, 1): the same seed gives the same run (mulberry32). */
export const dice = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
