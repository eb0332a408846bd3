import { CannotRun } from "@embedded-super/conformance/cli/CannotRun"
import * as Effect from "effect/Effect"
import { connect, type LookupFunction } from "node:net"
import { hostOf, portOf } from "./sendRaw.ts"

const PATIENCE = 3000

interface Obstacle {
  readonly why: string
  readonly remedy: string
}

const obstacles: Readonly<Record<string, Obstacle>> = {
  ENOTFOUND: {
    why: "its host name is not found",
    remedy: "Correct the address in the profile, or name another with --base-url."
  },
  EAI_AGAIN: { why: "its host name can't be looked up now", remedy: "Check this machine's network." },
  ECONNREFUSED: {
    why: "nothing listens there",
    remedy: "Start the fund, or name its address with --base-url."
  },
  BLOCKED_ADDRESS: {
    why: "its host name leads to an address that may not be called",
    remedy: "Correct the address in the profile."
  }
}

/** Whether something accepts connections there: undefined, or why not. */
export const whyUnreachable = (url: URL, lookup?: LookupFunction): Effect.Effect<Obstacle | undefined> =>
  Effect.callback((resume) => {
    const socket = connect({
      host: hostOf(url),
      port: portOf(url),
      timeout: PATIENCE,
      ...(lookup === undefined ? {} : { lookup })
    })
    const end = (why: Obstacle | undefined) => {
      socket.destroy()
      resume(Effect.succeed(why))
    }
    socket.once("connect", () => end(undefined))
    socket.once("timeout", () =>
      end({ why: "no connection within 3 seconds", remedy: "Check the address and the firewall." })
    )
    socket.once("error", ({ code = "" }: NodeJS.ErrnoException) =>
      end(obstacles[code] ?? { why: `no connection (${code})`, remedy: "Check the address and the network." })
    )
    return Effect.sync(() => socket.destroy())
  })

/** Fails with one sentence if an address of the fund accepts no connection. */
export const requireReachable = Effect.fnUntraced(function* (
  addresses: ReadonlyArray<URL>,
  lookup?: LookupFunction
): Effect.fn.Return<void, CannotRun> {
  for (const url of new Map(addresses.map((address) => [address.origin, address])).values()) {
    const obstacle = yield* whyUnreachable(url, lookup)
    if (obstacle === undefined) continue
    const problem = `The fund can't be reached at ${url.origin}: ${obstacle.why}.`
    return yield* new CannotRun({
      reason: "unreachable",
      problem,
      sentence: `${problem} ${obstacle.remedy}`
    })
  }
})
