import * as Effect from "effect/Effect"
import { Agent as HttpAgent, request } from "node:http"
import { Agent } from "undici"

/** A client that does nothing but POST and read the answer, over connections that are kept. */
interface Rival {
  readonly name: string
  readonly post: (origin: string, body: string) => Promise<void>
  readonly close: () => Promise<void>
}

const headers = { "content-type": "application/json" }

/** Node's own client, in the loop that anyone would write. The promised ratio is to this one. */
export const nodeHttp = (): Rival => {
  const agent = new HttpAgent({ keepAlive: true })
  return {
    name: "node:http",
    post: (origin, body) =>
      new Promise((resolve, reject) => {
        const sent = request(`${origin}/hooks`, { method: "POST", agent, headers }, (answer) =>
          answer.resume().on("end", resolve).on("error", reject)
        )
        sent.on("error", reject).end(body)
      }),
    close: async () => agent.destroy()
  }
}

/** The fastest client on Node: undici without promises, streams or header objects. The service sends with it, too. */
export const undiciDispatch = (): Rival => {
  const agent = new Agent()
  return {
    name: "undici's dispatch",
    post: (origin, body) =>
      new Promise((resolve, reject) => {
        const handler = {
          onRequestStart: () => undefined,
          onResponseStart: () => undefined,
          onResponseData: () => undefined,
          onResponseEnd: () => resolve(),
          onResponseError: (_: unknown, error: Error) => reject(error)
        }
        agent.dispatch({ origin, path: "/hooks", method: "POST", headers, body }, handler)
      }),
    close: () => agent.destroy()
  }
}

/** The same number of requests of the same size, neither signed nor recorded: requests a second. */
export const bareLoop = (
  makeRival: () => Rival,
  to: {
    readonly origin: string
    readonly requests: number
    readonly atOnce: number
    readonly bodySize: number
  }
) =>
  Effect.promise(async () => {
    const { close, post } = makeRival()
    const body = "x".repeat(to.bodySize)
    let left = to.requests
    const began = performance.now()
    const loop = async () => {
      for (; left > 0; left -= 1) await post(to.origin, body)
    }
    await Promise.all(Array.from({ length: to.atOnce }, loop))
    const seconds = (performance.now() - began) / 1000
    await close()
    return to.requests / seconds
  })
