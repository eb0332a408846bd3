import { channel, subscribe, unsubscribe } from "node:diagnostics_channel"
import { once } from "node:events"
import { fork } from "node:child_process"
import type { Socket } from "node:net"
import { performance } from "node:perf_hooks"
import process from "node:process"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { checkedAgent } from "../../src/platform/egress/checkedConnector.ts"
import { exchange, type ExchangeLimits } from "../../src/platform/egress/exchange.ts"
import { slowReceivers } from "./slowReceivers.ts"

/** The result of the attempts at one slow receiver. */
export interface SlowResult {
  readonly name: string
  readonly attempts: number
  /** Milliseconds of the longest attempt. */
  readonly slowest: number
  /** Attempts that ended in an unexpected way, as `status failure`. */
  readonly wrong: ReadonlyArray<string>
}

export interface SlowReport {
  readonly results: ReadonlyArray<SlowResult>
  /** Connections that were open at the same time. */
  readonly sockets: number
  /** The most bytes that one connection received, and the growth of this process while all of them were open. */
  readonly mostRead: number
  readonly grewBy: number
}

/** Starts the receivers in their own process, so that their memory isn't counted. */
const startReceivers = async (second: number) => {
  const child = fork(fileURLToPath(new URL("slowReceiverProcess.ts", import.meta.url)), [String(second)])
  const [ports] = (await once(child, "message")) as [ReadonlyArray<number>]
  return { ports, stop: () => child.kill() }
}

const sockets = new Set<Socket>()
const onConnected = (message: unknown) => void sockets.add((message as { readonly socket: Socket }).socket)

/** Calls each slow receiver over this many connections at once, all receivers at the same time (reliability, row 7). */
export const runSlowReceivers = async (options: {
  readonly limits: ExchangeLimits
  readonly attemptsEach: number
  /** The length of a receiver's second, in milliseconds. */
  readonly second: number
}): Promise<SlowReport> => {
  const { attemptsEach, limits, second } = options
  const { ports, stop } = await startReceivers(second)
  const agent = checkedAgent({ allowLoopback: true, connectTimeout: limits.connect })
  const connected = channel("undici:client:connected")
  sockets.clear()
  subscribe(connected.name, onConnected)

  const attempt = async (origin: string, limits: ExchangeLimits) => {
    const startedAt = performance.now()
    const request = { origin, path: "/", headers: ["content-type", "application/json"], body: "{}" }
    const { failure, status } = await Effect.runPromise(exchange(agent, request, limits))
    return { took: performance.now() - startedAt, ended: `${status} ${failure}` }
  }

  const callAll = (each: number, limits: ExchangeLimits) =>
    Promise.all(
      slowReceivers.map(async ({ https, name, want }, nth): Promise<SlowResult> => {
        const origin = `${https === true ? "https" : "http"}://127.0.0.1:${ports[nth]}`
        const made = await Promise.all(Array.from({ length: each }, () => attempt(origin, limits)))
        const wanted = `${want.status} ${want.failure}`
        return {
          name,
          attempts: made.length,
          slowest: Math.round(Math.max(...made.map(({ took }) => took))),
          wrong: made.map(({ ended }) => ended).filter((ended) => ended !== wanted)
        }
      })
    )

  // One quick run first, so that code loaded at its first use isn't counted as memory of connections.
  await callAll(1, { ...limits, whole: 300 })
  const before = process.memoryUsage.rss()
  let most = before
  const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 25)
  const results = await callAll(attemptsEach, limits)
  clearInterval(sampler)
  unsubscribe(connected.name, onConnected)
  const mostRead = Math.max(...Array.from(sockets, ({ bytesRead }) => bytesRead))
  await agent.destroy()
  stop()
  return { results, sockets: attemptsEach * slowReceivers.length, mostRead, grewBy: most - before }
}
