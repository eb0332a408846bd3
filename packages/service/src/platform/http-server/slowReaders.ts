import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { performance } from "node:perf_hooks"

export interface ReaderLimits {
  /** The time, in milliseconds, after which a connection is closed if its pending output hasn't moved. */
  readonly stalled: number
  /** Requests of one connection that are in work at the same time; further ones wait. */
  readonly inWork: number
  /** Requests of one connection that wait; with one more the connection is closed. */
  readonly waiting: number
}

/** No browser and few programs send a request before the answer to the last one has come. */
export const READER_LIMITS: ReaderLimits = { stalled: 30_000, inWork: 4, waiting: 64 }

type Asked = readonly [IncomingMessage, ServerResponse]

/** The requests of a connection, in work and waiting. */
interface Connection {
  inWork: number
  answered: number
  isPaused: boolean
  readonly waiting: Array<Asked>
}

/**
 * The number of a socket's bytes that the operating system has accepted. `bytesWritten` also counts bytes that wait in this
 * process, so it grows with each request. The rest of one large write is known only to the handle, which Node doesn't document.
 */
const takenOf = (socket: Socket): number => {
  const handle = Reflect.get(socket, "_handle") as
    | { readonly bytesWritten: number; readonly writeQueueSize: number }
    | null
    | undefined
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

/**
 * Returns whether a socket's pending output hasn't moved for `limit` milliseconds, as far as its calls have seen. Node's own
 * timer of a socket can't be used: data from the client renews it.
 */
export const outputWatch = (limit: number) => {
  const seen = new WeakMap<Socket, { readonly taken: number; readonly at: number }>()
  return (socket: Socket, now: number): boolean => {
    const taken = takenOf(socket)
    const last = seen.get(socket)
    if (socket.writableLength === 0) seen.delete(socket)
    else if (taken !== last?.taken) seen.set(socket, { taken, at: now })
    else return now - last.at >= limit
    return false
  }
}

/** How often each socket is looked at within the time limit. */
const LOOKS = 6

/**
 * Limits the cost of a client that sends requests and doesn't read the answers (D-slow-readers). Call it before listeners
 * for requests are added.
 *
 * A connection that waits for its answer has no pending output, and stays, as does one whose first request is still on its
 * way, which has limits of its own.
 */
export const limitSlowReaders = <S extends Server>(
  server: S,
  { inWork, stalled, waiting }: ReaderLimits = READER_LIMITS
): S => {
  const connections = new WeakMap<Socket, Connection>()
  const emit = server.emit.bind(server) as (event: string, ...args: Array<unknown>) => boolean

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const made: Connection = { inWork: 0, answered: 0, isPaused: false, waiting: [] }
    connections.set(socket, made)
    return made
  }

  const work = (connection: Connection, [request, response]: Asked): boolean => {
    const { socket } = request
    connection.inWork += 1
    response.once("close", () => {
      connection.inWork -= 1
      connection.answered += 1
      // The client is gone: the waiting requests need no answers.
      if (socket.destroyed) connection.waiting.length = 0
      const next = connection.waiting.shift()
      if (next !== undefined) return work(connection, next)
      if (connection.isPaused) socket.resume()
      connection.isPaused = false
    })
    return emit("request", request, response)
  }

  const take = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request
    const connection = connectionOf(socket)
    if (connection.inWork < inWork) return work(connection, [request, response])
    if (connection.waiting.length >= waiting) {
      connection.waiting.length = 0
      socket.destroy()
      return true
    }
    connection.waiting.push([request, response])
    // Requests that have arrived are still parsed. Later ones stay in the client until all that wait have been taken up.
    socket.pause()
    connection.isPaused = true
    return true
  }

  server.emit = ((event: string, ...args: Array<unknown>) =>
    event === "request"
      ? take(...(args as [IncomingMessage, ServerResponse]))
      : emit(event, ...args)) as typeof server.emit

  const open = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  const isStalled = outputWatch(stalled)
  const looking = setInterval(() => {
    const now = performance.now()
    for (const socket of open) if (isStalled(socket, now)) socket.destroy()
  }, stalled / LOOKS)
  looking.unref()
  server.once("close", () => clearInterval(looking))

  server.timeout = stalled
  server.on("timeout", (socket: Socket) => {
    const { answered, inWork } = connectionOf(socket)
    if (inWork === 0 && answered > 0) socket.destroy()
  })
  return server
}
