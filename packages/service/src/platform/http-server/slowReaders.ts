import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** What one connection may hold. */
export interface ReaderLimits {
  /** A connection whose pending output hasn't moved for so many milliseconds is closed. */
  readonly stalled: number
  /** Requests of one connection that are in work at the same time; further ones wait. */
  readonly inWork: number
  /** Requests of one connection that wait; with one more the connection is closed. */
  readonly waiting: number
}

/** No browser and few programs send a request before the answer to the last one has come. */
export const READER_LIMITS: ReaderLimits = { stalled: 30_000, inWork: 4, waiting: 64 }

type Asked = readonly [IncomingMessage, ServerResponse]

/** What a connection has asked for. */
interface Connection {
  inWork: number
  answered: number
  isPaused: boolean
  readonly waiting: Array<Asked>
}

/**
 * Limits what a client costs that asks and doesn't read (D-slow-readers). Call it before listeners for requests are added.
 *
 * Node's own timer of a socket counts output that moves as activity. It is ended only by what this does with it: a
 * connection that waits for its answer has no pending output, and stays, as does one whose first request is still on its way,
 * which has limits of its own.
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
      // Nobody is left to read the others' answers.
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
    // What has arrived is parsed; the rest stays in the client until an answer has gone out.
    socket.pause()
    connection.isPaused = true
    return true
  }

  server.emit = ((event: string, ...args: Array<unknown>) =>
    event === "request"
      ? take(...(args as [IncomingMessage, ServerResponse]))
      : emit(event, ...args)) as typeof server.emit

  server.timeout = stalled
  server.on("timeout", (socket: Socket) => {
    const { answered, inWork } = connectionOf(socket)
    const isIdle = inWork === 0 && answered > 0
    if (socket.writableLength > 0 || isIdle) socket.destroy()
  })
  return server
}
