import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"

/** A receiver that holds its caller's connection open, or floods it. */
export interface SlowReceiver {
  readonly name: string
  /** Called as https, though it never speaks TLS. */
  readonly https?: true
  /** Serves one connection. `second` is the length of a second in milliseconds: 1000, or fewer in a quick test. */
  readonly serve: (socket: Socket, second: number) => void
  /** The required result of an attempt. */
  readonly want: { readonly status: number | null; readonly failure: string | null }
}

/** Writes the beginning of an answer once the request has arrived. */
const answering = (socket: Socket, head: string, then: () => void = () => {}) =>
  socket.once("data", () => {
    socket.write(head)
    then()
  })

const drip = (socket: Socket, bytes: string, every: number) => {
  const timer = setInterval(() => socket.write(bytes), every)
  socket.on("close", () => clearInterval(timer))
}

/** Writes as fast as the peer reads, until the connection is cut or `total` bytes are written. */
const flood = (socket: Socket, chunk: Buffer, total: number) => {
  let left = total
  const pour = () => {
    while (left > 0 && !socket.destroyed) {
      left -= chunk.length
      if (!socket.write(chunk)) return
    }
  }
  socket.on("drain", pour)
  pour()
}

const chunk = Buffer.alloc(16 * 1024, "z")
const chunkOfStream = Buffer.concat([Buffer.from("4000\r\n"), chunk, Buffer.from("\r\n")])
const GIGABYTE = 1024 ** 3
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))

const timedOut = { status: null, failure: "timeout" }
const answered = { status: 200, failure: null }

/** The receivers of reliability's row 7, and some more of their kind. */
export const slowReceivers: ReadonlyArray<SlowReceiver> = [
  { name: "takes the request and never answers", serve: () => {}, want: timedOut },
  {
    name: "a byte of a header each five seconds",
    serve: (socket, second) =>
      answering(socket, "HTTP/1.1 200 OK\r\nx: ", () => drip(socket, "y", 5 * second)),
    want: timedOut
  },
  {
    name: "an interim answer each five seconds",
    serve: (socket, second) =>
      answering(socket, "", () => drip(socket, "HTTP/1.1 103 Early Hints\r\n\r\n", 5 * second)),
    want: timedOut
  },
  {
    name: "a byte of the body each second",
    serve: (socket, second) =>
      answering(socket, "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n", () => drip(socket, "y", second)),
    want: { status: 200, failure: "timeout" }
  },
  {
    name: "a body without end",
    serve: (socket) =>
      answering(socket, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", () =>
        flood(socket, chunkOfStream, Infinity)
      ),
    want: answered
  },
  {
    name: "a body of a gigabyte",
    serve: (socket) =>
      answering(socket, `HTTP/1.1 200 OK\r\ncontent-length: ${GIGABYTE}\r\n\r\n`, () =>
        flood(socket, chunk, GIGABYTE)
      ),
    want: answered
  },
  {
    name: "a gzip bomb",
    serve: (socket) =>
      answering(
        socket,
        `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
        () => flood(socket, bomb, bomb.length)
      ),
    want: answered
  },
  {
    name: "headers without end",
    serve: (socket) =>
      answering(socket, "HTTP/1.1 200 OK\r\n", () =>
        flood(socket, Buffer.from(`x: ${"y".repeat(1000)}\r\n`), Infinity)
      ),
    want: { status: null, failure: "invalid_answer" }
  },
  {
    name: "takes the connection and never speaks TLS",
    https: true,
    serve: () => {},
    want: { status: null, failure: "connect_timeout" }
  },
  {
    name: "closes its half of the connection without an answer",
    serve: (socket) => socket.once("data", () => socket.end()),
    want: { status: null, failure: "connection_reset" }
  },
  {
    name: "closes its half of the connection in the middle of the body",
    serve: (socket) =>
      answering(socket, "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf", () => socket.end()),
    want: { status: 200, failure: "connection_reset" }
  }
]
