import * as Effect from "effect/Effect"
import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { rawReceiver } from "@embedded-super/program/testing/receiver"

/** A receiver that wastes its callers' time or memory, once it was sent something. */
interface SlowReceiver {
  readonly name: string
  readonly scheme: "http" | "https"
  readonly serve: (socket: Socket) => void
}

const every = (socket: Socket, millis: number, write: () => void): void => {
  const timer = setInterval(write, millis)
  socket.once("close", () => clearInterval(timer))
}

const onRequest = (serve: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once("data", () => serve(socket))

const flood = (socket: Socket, piece: Buffer) => {
  const write = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on("drain", write)
  write()
}

const PIECE = Buffer.alloc(64 * 1024, "z")
const CHUNK = Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from("\r\n")])
/** A thousand times as large when it is unpacked. */
const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024))

const slowReceivers: ReadonlyArray<SlowReceiver> = [
  { name: "never answers", scheme: "http", serve: () => undefined },
  {
    name: "a byte of the headers each 5 s",
    scheme: "http",
    serve: onRequest((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx-slow: ")
      every(socket, 5_000, () => void socket.write("x"))
    })
  },
  {
    name: "a byte of the body each second",
    scheme: "http",
    serve: onRequest((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n")
      every(socket, 1_000, () => void socket.write("x"))
    })
  },
  {
    name: "a body without end",
    scheme: "http",
    serve: onRequest((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
      flood(socket, CHUNK)
    })
  },
  {
    name: "a body of 1 GB",
    scheme: "http",
    serve: onRequest((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${2 ** 30}\r\n\r\n`)
      flood(socket, PIECE)
    })
  },
  {
    name: "a gzip bomb",
    scheme: "http",
    serve: onRequest((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`)
      socket.write(BOMB)
    })
  },
  { name: "takes the connection, and no TLS", scheme: "https", serve: () => undefined },
  {
    name: "closes its half and answers nothing",
    scheme: "http",
    serve: onRequest((socket) => void socket.end())
  }
]

/** Starts one of each; returns its address and its current number of connections. */
export const startSlowReceivers = Effect.forEach(slowReceivers, ({ name, scheme, serve }) =>
  Effect.map(rawReceiver(serve), ({ port, sockets }) => ({
    name,
    url: `${scheme}://127.0.0.1:${port}/hooks`,
    connections: () => sockets.size
  }))
)
