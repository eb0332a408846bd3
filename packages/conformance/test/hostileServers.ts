/** Servers that no client expects: each does one thing with a connection, once a request is there. */
import * as Effect from "effect/Effect"
import { createServer, type Socket } from "node:net"
import { Readable } from "node:stream"

/** A server that does this with each connection, once a request is there. */
export const serverThat = Effect.fnUntraced(function* (does: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => socket.destroy())
        socket.once("data", () => does(socket))
      })
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        made.close()
      })
  )
  return (server.address() as { readonly port: number }).port
})

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"

/** Writes until the other side has enough. */
const flood = (socket: Socket, text: string) => {
  const endless = new Readable({
    read() {
      // Not at once: a write that fails reports it in a later turn of the event loop.
      setImmediate(() => this.push(text))
    }
  })
  socket.once("close", () => endless.destroy())
  endless.pipe(socket)
}

export const hostile = {
  "never answers": () => {},
  "begins its answer and never ends it": (socket) =>
    void socket.write(`${HEAD}content-length: 90\r\n\r\n{"emp`),
  "closes at once": (socket) => void socket.destroy(),
  "closes in the middle of the body": (socket) => socket.end(`${HEAD}content-length: 90\r\n\r\n{"emp`),
  "answers garbage": (socket) => socket.end("\u0000\u0001 hello, world\r\n\r\n"),
  "sends endless headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n")
    flood(socket, `x-more: ${"a".repeat(1000)}\r\n`)
  },
  "floods the body": (socket) => {
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`)
    flood(socket, `1000\r\n${"a".repeat(0x1000)}\r\n`)
  },
  redirects: (socket) =>
    socket.end("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n")
} satisfies Readonly<Record<string, (socket: Socket) => void>>

export type Hostile = keyof typeof hostile
