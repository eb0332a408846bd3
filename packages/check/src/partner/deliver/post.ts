import * as Effect from "effect/Effect"
import { type Agent, type ClientRequest, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import { deadline } from "../../run/deadline.ts"
import type { DeliveryFailure } from "../PartnerUnderTest.ts"

export interface Post {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly agent: Agent
  /** Milliseconds until the whole answer has to be there. */
  readonly timeout: number
  readonly inParts: boolean
  readonly dropped: boolean
}

export interface Received {
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly failure: DeliveryFailure | null
}

/** No more of an answer is kept: the service keeps less. */
const mostOfAnswer = 64 * 1024

const failureOf = (error: NodeJS.ErrnoException): DeliveryFailure => {
  if (error.code === "ECONNREFUSED") return "connection_refused"
  return error.code?.startsWith("HPE_") === true ? "invalid_answer" : "connection_reset"
}

/** Between the packets of a delivery in parts: a receiver has read the one before by then. */
const PART_MS = 60

/** Writes the head, then each half of the body as a packet of its own. */
const writeParts = (request: ClientRequest, body: Buffer): void => {
  const middle = Math.floor(body.length / 2)
  const steps = [
    () => request.flushHeaders(),
    () => request.write(body.subarray(0, middle)),
    () => request.end(body.subarray(middle))
  ]
  const next = () => {
    if (request.destroyed) return
    steps.shift()?.()
    if (steps.length > 0) setTimeout(next, PART_MS)
  }
  // The waits begin with the connection: bytes that are written before it leave as one packet.
  request.setNoDelay(true)
  request.on("socket", (socket) => {
    if (socket.connecting) socket.once(socket instanceof TLSSocket ? "secureConnect" : "connect", next)
    else next()
  })
}

const write = (request: ClientRequest, body: string, inParts: boolean): void => {
  if (inParts) writeParts(request, Buffer.from(body))
  else request.end(body)
}

/**
 * Posts as the service does: redirects aren't followed. It never fails: what went wrong is in `failure`.
 *
 * The trap: a server may close a connection that is idle, as the next delivery is under way on it. That is nobody's
 * failure, so the delivery is sent once more, on a connection of its own.
 */
export const post = (sent: Post): Effect.Effect<Received> =>
  Effect.suspend(() => {
    const endsAt = performance.now() + sent.timeout
    return Effect.flatMap(postOnce(sent), (received) =>
      received === "idle connection closed"
        ? Effect.map(
            postOnce({ ...sent, agent: false, timeout: Math.max(1, endsAt - performance.now()) }),
            (again) => (again === "idle connection closed" ? reset : again)
          )
        : Effect.succeed(received)
    )
  })

const nothing = { status: null, headers: {}, text: "" }

const reset: Received = { ...nothing, failure: "connection_reset" }

interface Attempt extends Omit<Post, "agent"> {
  /** False: a connection of its own. */
  readonly agent: Agent | false
}

/** The connections that a delivery was sent on. Node's own `reusedSocket` is false for a request that waited for one. */
const used = new WeakSet<Socket>()

const postOnce = (sent: Attempt): Effect.Effect<Received | "idle connection closed"> =>
  Effect.callback((resume) => {
    const { agent, dropped, headers, inParts, timeout, url } = sent
    const end = (received: Received | "idle connection closed") => {
      callOff()
      resume(Effect.succeed(received))
    }
    const send = url.protocol === "https:" ? requestHttps : requestHttp
    const length = String(Buffer.byteLength(sent.body))
    const request = send(
      url,
      { method: "POST", headers: { ...headers, "content-length": length }, agent },
      (response) => {
        if (dropped) {
          end({ ...nothing, failure: "dropped" })
          return void request.destroy()
        }
        const chunks: Array<Buffer> = []
        let size = 0
        const answered = (failure: DeliveryFailure | null) =>
          end({
            status: response.statusCode ?? null,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, String(value)])
            ),
            text: Buffer.concat(chunks).toString(),
            failure
          })
        // A body without end is cut off, as the service does: its status counts.
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk)
          size += chunk.length
          if (size <= mostOfAnswer) return
          answered(null)
          request.destroy()
        })
        response.on("end", () => answered(null))
        response.on("error", () => answered("connection_reset"))
      }
    )
    const callOff = deadline(timeout, () => {
      end({ ...nothing, failure: "timeout" })
      request.destroy()
    })
    let isReused = false
    request.on("socket", (socket) => {
      isReused = used.has(socket)
      used.add(socket)
    })
    request.on("error", (error) => {
      const failure = failureOf(error)
      const isIdle = failure === "connection_reset" && isReused
      end(isIdle ? "idle connection closed" : { ...nothing, failure })
    })
    write(request, sent.body, inParts)
    return Effect.sync(() => {
      callOff()
      request.destroy()
    })
  })
