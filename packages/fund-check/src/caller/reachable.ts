import { CannotRun } from "@embedded-super/conformance/cli/CannotRun"
import * as Effect from "effect/Effect"
import { connect } from "node:net"
import { hostOf, portOf } from "./sendRaw.ts"

const PATIENCE = 3000

const words: Readonly<Record<string, string>> = {
  ENOTFOUND:
    "its host name is not found. Correct the address in the profile, or name another with --base-url",
  EAI_AGAIN: "its host name can't be looked up now. Check this machine's network",
  ECONNREFUSED: "nothing listens there. Start the fund, or name its address with --base-url"
}

/** Whether something accepts connections there: undefined, or why not. */
export const whyUnreachable = (url: URL): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    const socket = connect({ host: hostOf(url), port: portOf(url), timeout: PATIENCE })
    const end = (why: string | undefined) => {
      socket.destroy()
      resume(Effect.succeed(why))
    }
    socket.once("connect", () => end(undefined))
    socket.once("timeout", () => end("no connection within 3 seconds. Check the address and the firewall"))
    socket.once("error", ({ code = "" }: NodeJS.ErrnoException) =>
      end(words[code] ?? `no connection (${code}). Check the address and the network`)
    )
    return Effect.sync(() => socket.destroy())
  })

/** Fails with one sentence if an address of the fund accepts no connection. */
export const requireReachable = Effect.fnUntraced(function* (
  addresses: ReadonlyArray<URL>
): Effect.fn.Return<void, CannotRun> {
  for (const url of new Map(addresses.map((address) => [address.origin, address])).values()) {
    const why = yield* whyUnreachable(url)
    if (why === undefined) continue
    const sentence = `The fund can't be reached at ${url.origin}: ${why}.`
    return yield* new CannotRun({ reason: "unreachable", sentence })
  }
})
