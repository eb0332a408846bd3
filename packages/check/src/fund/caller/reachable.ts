import type * as Effect from "effect/Effect"
import type { LookupFunction } from "node:net"
import type { CannotRun } from "../../cli/CannotRun.ts"
import { requireReachable as required } from "../../cli/reachable.ts"

/** Fails with one sentence if an address of the fund accepts no connection. */
export const requireReachable = (
  addresses: ReadonlyArray<URL>,
  lookup?: LookupFunction
): Effect.Effect<void, CannotRun> =>
  required(addresses, {
    subject: "The fund",
    correct: "Correct the address in the profile, or name another with --base-url.",
    start: "Start the fund, or name its address with --base-url.",
    lookup
  })
