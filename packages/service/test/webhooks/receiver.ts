import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

/** A webhook as it arrived. */
export interface Arrival {
  readonly webhookId: string
  readonly headers: IncomingHttpHeaders
  /** The raw body, as a verifier wants it. */
  readonly raw: string
  readonly body: Readonly<Record<string, string>>
}

export type Answer =
  | number
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | "hang"

/**
 * A partner's receiver: keeps what arrives, in order, and answers what `answer` says (204 by default). "hang" never
 * answers; its connection is cut when the scope closes.
 */
export const receiver = (answer: (arrival: Arrival, nth: number) => Answer = () => 204) =>
  Effect.gen(function* () {
    const queue = yield* Queue.unbounded<Arrival>()
    const arrivals: Array<Arrival> = []
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const raw = Buffer.concat(chunks).toString()
        const arrival = {
          webhookId: String(request.headers["webhook-id"]),
          headers: request.headers,
          raw,
          body: JSON.parse(raw)
        }
        arrivals.push(arrival)
        const given = answer(arrival, arrivals.length)
        Queue.offerUnsafe(queue, arrival)
        if (given === "hang") return
        const { status, headers, body } =
          typeof given === "number" ? { status: given, headers: {}, body: "" } : given
        response.writeHead(status, headers).end(body)
      })
    })
    const port = yield* Effect.acquireRelease(
      Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
      }),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    return {
      url: `http://127.0.0.1:${port}/hooks?tenant=1`,
      /** Everything that has arrived so far. */
      arrivals,
      /** Waits for the next ones. */
      next: (count: number) => Queue.takeN(queue, count)
    }
  })
