import * as Effect from "effect/Effect"
import { connect, type LookupFunction } from "node:net"
import { CannotRun } from "./CannotRun.ts"

const PATIENCE = 3000

export const hostOf = ({ hostname }: URL): string =>
  hostname.startsWith("[") ? hostname.slice(1, -1) : hostname

export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === "https:" ? 443 : 80))

/** Whether something accepts connections there: undefined, or why not, as the code of an error. */
const whyUnreachable = (url: URL, lookup?: LookupFunction): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    const socket = connect({
      host: hostOf(url),
      port: portOf(url),
      timeout: PATIENCE,
      ...(lookup === undefined ? {} : { lookup })
    })
    const end = (code: string | undefined) => {
      socket.destroy()
      resume(Effect.succeed(code))
    }
    socket.once("connect", () => end(undefined))
    socket.once("timeout", () => end("ETIMEDOUT"))
    socket.once("error", ({ code = "" }: NodeJS.ErrnoException) => end(code))
    return Effect.sync(() => socket.destroy())
  })

/** Who is called, and what to do if that can't be. */
interface Reached {
  /** "The fund". */
  readonly subject: string
  /** The remedy for a wrong address, as a sentence. */
  readonly correct: string
  /** The remedy if nothing listens, as a sentence. */
  readonly start: string
  /** Resolves the host names. */
  readonly lookup?: LookupFunction | undefined
}

const obstacleOf = (code: string, { correct, start }: Reached): readonly [why: string, remedy: string] => {
  switch (code) {
    case "ENOTFOUND":
      return ["its host name is not found", correct]
    case "EAI_AGAIN":
      return ["its host name can't be looked up now", "Check this machine's network."]
    case "ECONNREFUSED":
      return ["nothing listens there", start]
    case "BLOCKED_ADDRESS":
      return ["its host name leads to an address that may not be called", correct]
    case "ETIMEDOUT":
      return ["no connection within 3 seconds", "Check the address and the firewall."]
    default:
      return [`no connection (${code})`, "Check the address and the network."]
  }
}

/** Fails with one sentence if one of the addresses accepts no connection. */
export const requireReachable = Effect.fnUntraced(function* (
  addresses: ReadonlyArray<URL>,
  reached: Reached
): Effect.fn.Return<void, CannotRun> {
  for (const url of new Map(addresses.map((address) => [address.origin, address])).values()) {
    const code = yield* whyUnreachable(url, reached.lookup)
    if (code === undefined) continue
    const [why, remedy] = obstacleOf(code, reached)
    const problem = `${reached.subject} can't be reached at ${url.origin}: ${why}.`
    return yield* new CannotRun({ reason: "unreachable", problem, sentence: `${problem} ${remedy}` })
  }
})
