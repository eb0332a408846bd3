import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { freePorts } from "@embedded-super/program/freePorts"
import { Agent, request } from "node:http"
import { startReadinessProxy } from "../../proxy/readinessProxy.ts"
import type { RowContext } from "../../Row.ts"
import type { Cell } from "../../world/Cell.ts"
import { startService } from "../../world/programsOf.ts"
import { until } from "../../world/World.ts"

/** The end of a request: its status, or 0 and the reason. */
export interface Ended {
  readonly status: number
  readonly error: string
  readonly millis: number
  /** The entity that a POST asked for. */
  readonly remoteId: string | undefined
  /** The employer that a 201 names. */
  readonly id: string
}

export const HUNG = "hung"

/** A caller with one connection, which it keeps as long as the server does. It never retries. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #serviceUrl: string
  readonly #key: string
  readonly #patienceMillis: number

  constructor(serviceUrl: string, key: string, patienceMillis: number) {
    this.#serviceUrl = serviceUrl
    this.#key = key
    this.#patienceMillis = patienceMillis
  }

  /** Lists employers. */
  list(): Promise<Ended> {
    return this.#ask("GET", "/api/v1/employers?limit=1")
  }

  /** Makes an employer; its remote id is the Idempotency-Key, too. */
  create(remoteId: string): Promise<Ended> {
    return this.#ask("POST", "/api/v1/employers", remoteId)
  }

  close(): void {
    this.#agent.destroy()
  }

  #ask(method: string, path: string, remoteId?: string): Promise<Ended> {
    const began = performance.now()
    const body =
      remoteId === undefined
        ? undefined
        : JSON.stringify({ abn: "80 000 000 001", name: "Wattle Pty Ltd", remote_id: remoteId })
    return new Promise((resolve) => {
      const end = (status: number, error: string, id = "") =>
        resolve({ status, error, id, remoteId, millis: performance.now() - began })
      const outgoing = request(
        `${this.#serviceUrl}${path}`,
        {
          method,
          agent: this.#agent,
          signal: AbortSignal.timeout(this.#patienceMillis),
          headers: {
            "x-api-key": this.#key,
            ...(body === undefined
              ? {}
              : {
                  "content-type": "application/json",
                  "content-length": String(Buffer.byteLength(body)),
                  "idempotency-key": remoteId
                })
          }
        },
        (answer) => {
          const chunks: Array<Buffer> = []
          answer.on("data", (chunk: Buffer) => chunks.push(chunk))
          answer.on("error", ({ message }) => end(0, message))
          answer.on("end", () => {
            const status = answer.statusCode ?? 0
            const made = status === 201 ? JSON.parse(Buffer.concat(chunks).toString()).data.id : ""
            end(status, "", made)
          })
        }
      )
      outgoing.on("error", (error: NodeJS.ErrnoException) =>
        end(
          0,
          error.name === "TimeoutError" || error.name === "AbortError" ? HUNG : (error.code ?? error.message)
        )
      )
      outgoing.end(body)
    })
  }
}

/** The longest wait for an answer: a request without one by then hangs. */
const PATIENCE_MILLIS = 60_000

export interface RollingSize {
  readonly requests: number
  readonly restarts: number
  readonly clients: number
  /** SHUTDOWN_DELAY, in seconds. */
  readonly shutdownDelay: number
}

/**
 * Two services behind a load balancer that follows readiness, restarted one after the other, while clients keep their
 * connections, keep sending requests, and never retry.
 */
export const rollingRestart = Effect.fnUntraced(function* (
  cell: Cell,
  { say, world }: RowContext,
  productKey: string,
  size: RollingSize
) {
  const ports = yield* Effect.promise(() => freePorts(2))
  const start = (port: number) =>
    startService(cell, world, port, false, { SHUTDOWN_DELAY: String(size.shutdownDelay) })
  const running = new Map(
    yield* Effect.forEach(ports, (port) => Effect.map(start(port), (child) => [port, child] as const))
  )
  for (const child of running.values()) yield* child.ready
  const proxy = yield* startReadinessProxy(ports)
  const serviceUrl = `http://127.0.0.1:${proxy.port}`
  /** As an operator does, waits until the restarted service gets requests again. */
  const isUsed = (port: number) =>
    until(
      `port ${port} is ready`,
      Effect.sync(() => proxy.hasReady(port))
    )
  yield* Effect.forEach(ports, isUsed)

  const ends: Array<Ended> = []
  let restarts = 0
  const isEnough = () => ends.length >= size.requests && restarts >= size.restarts
  const ask = async (nth: number) => {
    const client = new Client(serviceUrl, productKey, PATIENCE_MILLIS)
    for (let request = 0; !isEnough(); request += 1) {
      ends.push(await (request % 4 === 0 ? client.create(`rolling-${nth}-${request}`) : client.list()))
    }
    client.close()
  }
  const asking = yield* Effect.forkChild(
    Effect.promise(() => Promise.all(Array.from({ length: size.clients }, (_, nth) => ask(nth))))
  )
  while (!isEnough()) {
    for (const port of ports) {
      const child = running.get(port)
      if (child === undefined || isEnough()) continue
      yield* child.signal("SIGTERM")
      yield* child.ended
      const next = yield* start(port)
      yield* next.ready
      yield* isUsed(port)
      running.set(port, next)
      restarts += 1
      yield* say(`${restarts} restarts, ${ends.length} requests`)
    }
  }
  yield* Fiber.join(asking)
  return { ends, restarts }
})
