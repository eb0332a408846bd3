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

export const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"

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

/** Servers whose HTTP is wrong in ways that a client has to see by itself. */
export const misframed = {
  "sends a byte now and then": (socket) => {
    socket.write(`${HEAD}content-length: 9000\r\n\r\n`)
    const drip = setInterval(() => socket.write("a"), 20)
    socket.once("close", () => clearInterval(drip))
  },
  "sends its status line byte by byte": (socket) => {
    let sent = 0
    const drip = setInterval(() => socket.write(HEAD[sent++ % 12]!), 60)
    socket.once("close", () => clearInterval(drip))
  },
  "sends interim answers for ever": (socket) => {
    const more = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 20)
    socket.once("close", () => clearInterval(more))
  },
  "floods with interim answers": (socket) =>
    flood(socket, "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(100)),
  "answers as HTTP/0.9": (socket) => socket.end('{"employer_found":false}'),
  "answers as HTTP/2": (socket) => socket.end("\0\0\u0006\u0004\0\0\0\0\0\0\u0003"),
  "promises more than it sends": (socket) =>
    socket.end(`${HEAD}content-length: 900\r\n\r\n{"employer_found":false}`),
  "promises a length that is no number": (socket) =>
    socket.end(`${HEAD}content-length: ten\r\n\r\n{"employer_found":false}`),
  "sends chunks that are none": (socket) =>
    socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{"employer_found":false}\r\n`),
  "names a chunk of the greatest size": (socket) =>
    void socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n7fffffff\r\n{"emp`)
} satisfies Readonly<Record<string, (socket: Socket) => void>>
