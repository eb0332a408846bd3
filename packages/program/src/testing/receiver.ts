import { randomUUID } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import { createServer as createTlsServer, type TlsOptions } from "node:tls"
import { Webhook } from "standardwebhooks"

/** A webhook as it arrived. */
export interface Arrival {
  readonly method: string
  readonly webhookId: string
  readonly headers: IncomingHttpHeaders
  /** The raw body, for a verifier of signatures. */
  readonly raw: string
  readonly body: Readonly<Record<string, string>>
}

export type Answer =
  | number
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | "hang"
  | "breaks off"

/**
 * A partner's receiver at an address of its own, since another test's service may still call a port that had been its
 * receiver's. It records the webhooks in order, and returns the result of `answer` (204 by default). "hang"
 * never answers; its connection is cut when the receiver stops. "breaks off" answers 200 with an incomplete body. Each
 * answer takes `latency` milliseconds.
 *
 * Bench and chaos have receivers in processes of their own: theirs mustn't share a thread with what is measured, or killed.
 */
export const startReceiver = async (
  answer: (arrival: Arrival, nth: number) => Answer | Promise<Answer> = () => 204,
  { latency = () => 0 }: { readonly latency?: () => number } = {}
) => {
  const arrivals: Array<Arrival> = []
  const accepted: Array<string> = []
  const open = new Map<string, number>()
  const busy: Array<number> = []
  let answering = 0
  let overlaps = 0
  const path = `/hooks/${randomUUID()}?tenant=1`
  const server = createServer((request, response) => {
    if (request.url?.startsWith(path) !== true) return void request.socket.destroy()
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", async () => {
      const raw = Buffer.concat(chunks).toString()
      const { headers, method = "" } = request
      const arrival = {
        method,
        webhookId: String(headers["webhook-id"]),
        headers,
        raw,
        body: JSON.parse(raw)
      }
      const entity = String(arrival.body.id)
      if ((open.get(entity) ?? 0) > 0) overlaps += 1
      open.set(entity, (open.get(entity) ?? 0) + 1)
      arrivals.push(arrival)
      answering += 1
      busy.push(answering)
      const given = await answer(arrival, arrivals.length)
      if (given === "hang") return
      if (given === "breaks off") {
        response.writeHead(200, { "content-length": "100" })
        response.write("not all", () => request.socket.destroy())
        return
      }
      const { status, headers: own = {}, body = "" } = typeof given === "number" ? { status: given } : given
      setTimeout(() => {
        open.set(entity, (open.get(entity) ?? 0) - 1)
        answering -= 1
        if (status >= 200 && status < 300) accepted.push(arrival.webhookId)
        response.writeHead(status, own).end(body)
      }, latency())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    /** Everything that has arrived so far. */
    arrivals,
    /** The webhook ids that were answered 2xx, in that order. */
    accepted,
    /** The number of requests in progress when each one arrived, itself included. */
    busy,
    /** How often a webhook arrived while another one of its entity was still being answered. */
    overlaps: () => overlaps,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

/**
 * A receiver that writes raw bytes, for answers that no HTTP server would give. Returns its port; cuts open sockets
 * when the scope closes.
 */
export const rawReceiver = (serve: (socket: Socket) => void, tls?: TlsOptions, host = "127.0.0.1") =>
  Effect.acquireRelease(
    Effect.callback<{ port: number; sockets: Set<Socket>; close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      const accept = (socket: Socket) => {
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
        serve(socket)
      }
      const server = tls === undefined ? createTcpServer(accept) : createTlsServer(tls, accept)
      server.on("tlsClientError", () => {})
      server.listen(0, host, () =>
        resume(
          Effect.succeed({
            port: (server.address() as AddressInfo).port,
            sockets,
            close: () => server.close()
          })
        )
      )
    }),
    ({ sockets, close }) =>
      Effect.sync(() => {
        close()
        for (const socket of sockets) socket.destroy()
      })
  )

/** Whether a delivery's signature is this secret's, by npm's `standardwebhooks`, as partners verify it. */
export const verifies = (
  secret: string,
  { headers, raw }: { readonly raw: string; readonly headers: object }
): boolean => {
  try {
    new Webhook(secret).verify(raw, { ...headers } as Record<string, string>)
    return true
  } catch {
    return false
  }
}
