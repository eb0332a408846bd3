import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import type { TlsOptions } from "node:tls"

/** A call as the fund received it. */
export interface ReceivedCall {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** JSON, or a form. */
  readonly body: Readonly<Record<string, unknown>>
  /** The body, byte for byte. */
  readonly text: string
}

/** "hang" never answers; "reset" breaks the connection. */
export type FundAnswer =
  | number
  | {
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: unknown
      /** Sent unchanged, in place of `body`. */
      readonly raw?: string | Buffer
    }
  | "hang"
  | "reset"

export const MEMBER = { member_details: { member_number: "0012345678" } }

const read = (text: string, type: string | undefined): ReceivedCall["body"] =>
  type === "application/x-www-form-urlencoded"
    ? Object.fromEntries(new URLSearchParams(text))
    : JSON.parse(text)

/** A fund: records the calls in order, and returns the result of `answer`, by default 201 with a member number. */
export const fundServer = (
  answer: (call: ReceivedCall, nth: number) => FundAnswer = () => ({ status: 201, body: MEMBER }),
  tls?: TlsOptions
) =>
  Effect.gen(function* () {
    const queue = yield* Queue.unbounded<ReceivedCall>()
    const calls: Array<ReceivedCall> = []
    // Another test's service may still call a port that had been its fund's.
    const base = `/${randomUUID()}`
    const listener: RequestListener = (request, response) => {
      if (request.url?.startsWith(base) !== true) return void request.socket.destroy()
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const text = Buffer.concat(chunks).toString()
        const call: ReceivedCall = {
          method: request.method ?? "",
          path: request.url?.slice(base.length) ?? "",
          headers: request.headers,
          body: read(text, request.headers["content-type"]),
          text
        }
        calls.push(call)
        const given = answer(call, calls.length)
        Queue.offerUnsafe(queue, call)
        if (given === "hang") return
        if (given === "reset") return request.socket.resetAndDestroy()
        const { status, headers = {}, body, raw } = typeof given === "number" ? { status: given } : given
        response.writeHead(status, { "content-type": "application/json", ...headers })
        response.end(raw ?? (body === undefined ? "" : JSON.stringify(body)))
      })
    }
    const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
    server.on("tlsClientError", () => {})
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
    const origin = `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}${base}`
    return {
      port,
      origin,
      url: `${origin}/v1/member_registration`,
      /** Everything that has arrived so far. */
      calls,
      /** Waits for the next ones. */
      next: (count: number) => Queue.takeN(queue, count),
      /** Breaks all connections, so that no call has to wait for its timeout. */
      hangUp: Effect.sync(() => server.closeAllConnections())
    }
  })
