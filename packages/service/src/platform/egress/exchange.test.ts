import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { anAuthority } from "../../../test/funds/certificates.ts"
import { rawReceiver } from "@embedded-super/program/testing/receiver"
import { checkedAgent, type CheckedConnectorOptions, type Resolve } from "./checkedConnector.ts"
import { exchange, type ExchangeLimits } from "./exchange.ts"

const HOUR = 3_600_000

/** No answer is too late for them; a test of a time limit shortens it. */
const limits: ExchangeLimits = { connect: HOUR, headers: HOUR, whole: HOUR, read: 16 * 1024, keep: 1024 }

interface PostOptions {
  readonly allowLoopback?: boolean
  readonly resolve?: Resolve
  readonly trust?: NonNullable<CheckedConnectorOptions["trust"]>
  readonly limits?: Partial<ExchangeLimits>
}

/** Posts with its own agent. */
const post = (origin: string, options: PostOptions = {}) =>
  Effect.scoped(
    Effect.gen(function* () {
      const applied = { ...limits, ...options.limits }
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => checkedAgent({ allowLoopback: true, connectTimeout: applied.connect, ...options })),
        (agent) => Effect.promise(() => agent.destroy())
      )
      const result = yield* exchange(
        agent,
        { origin, path: "/hooks", headers: ["content-type", "application/json"], body: "{}" },
        applied
      )
      return { ...result, answer: result.answer?.toString() ?? null }
    })
  )

const answering = (bytes: string | Buffer, then: (socket: Socket) => void = () => {}) =>
  rawReceiver((socket) => {
    socket.once("data", () => {
      socket.write(bytes)
      then(socket)
    })
  })

const dripping = (socket: Socket, byte: string) => {
  const drip = setInterval(() => socket.write(byte), 50)
  socket.on("close", () => clearInterval(drip))
}

/** Writes a text again and again, as fast as the caller reads. */
const flooding =
  (text: string, wrote: (length: number) => void = () => {}) =>
  (socket: Socket) => {
    const flood = () => {
      while (!socket.destroyed && socket.write(text)) wrote(text.length)
    }
    socket.on("drain", flood)
    flood()
  }

describe("one attempt", () => {
  it.live("answers the status, Retry-After and the beginning of the body", () =>
    Effect.gen(function* () {
      const body = "x".repeat(3000)
      const { port } = yield* answering(
        `HTTP/1.1 503 Busy\r\nretry-after: 7\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      )
      const result = yield* post(`http://127.0.0.1:${port}`)
      assert.deepStrictEqual(result, {
        status: 503,
        failure: null,
        code: null,
        begun: true,
        retryAfter: "7",
        answer: "x".repeat(1024),
        cut: false
      })
    })
  )

  it.live("doesn't unpack a compressed answer", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(10_000_000))
      const { port } = yield* answering(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`),
          bomb
        ])
      )
      const result = yield* post(`http://127.0.0.1:${port}`, { limits: { read: 1_000_000 } })
      assert.deepInclude(result, { status: 200, failure: null, contentEncoding: "gzip" })
    })
  )

  it.live.each([
    ["never answers", ""],
    ["sends its headers a byte at a time", "HTTP/1.1 200 OK\r\nx:"],
    ["sends its body a byte at a time, for ever", "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n"]
  ] as const)("ends when the receiver %s", ([, head]) =>
    Effect.gen(function* () {
      const { port } = yield* answering(head, (socket) => {
        if (head !== "") dripping(socket, "y")
      })
      const result = yield* post(`http://127.0.0.1:${port}`, { limits: { whole: 800 } })
      // No status is asserted: on a slow machine the time is over before the answer begins.
      assert.strictEqual(result.failure, "timeout")
    })
  )

  it.live.each([
    [
      "never ends its headers",
      "HTTP/1.1 200 OK\r\n",
      flooding(`x: ${"y".repeat(1000)}\r\n`),
      "invalid_answer"
    ],
    ["answers nothing", "", (socket: Socket) => socket.end(), "connection_reset"],
    [
      "ends in the middle of the body",
      "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf",
      (socket: Socket) => socket.end(),
      "connection_reset"
    ]
  ] as const)("fails when the receiver %s", ([, head, then, failure]) =>
    Effect.gen(function* () {
      const { port } = yield* answering(head, then)
      assert.strictEqual((yield* post(`http://127.0.0.1:${port}`)).failure, failure)
    })
  )

  it.live("reads no more than the limit of a body without end, and goes by its status", () =>
    Effect.gen(function* () {
      let sent = 0
      const { port } = yield* answering("HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n", (socket) => {
        flooding("z".repeat(8192), (length) => (sent += length))(socket)
      })
      const result = yield* post(`http://127.0.0.1:${port}`)
      assert.deepInclude(result, { status: 200, failure: null, answer: "z".repeat(1024), cut: true })
      assert.isBelow(sent, 50_000_000)
    })
  )

  it.live("says what went wrong when nothing listens, the connection breaks, or the answer isn't HTTP", () =>
    Effect.gen(function* () {
      const closed = yield* Effect.scoped(rawReceiver(() => {}))
      const refused = yield* post(`http://127.0.0.1:${closed.port}`)
      assert.deepInclude(refused, { failure: "connection_refused", code: "ECONNREFUSED", begun: false })
      const broken = yield* rawReceiver((socket) => socket.once("data", () => socket.destroy()))
      const lost = yield* post(`http://127.0.0.1:${broken.port}`)
      assert.deepInclude(lost, { failure: "connection_reset", begun: true })
      const babbling = yield* answering("SSH-2.0-OpenSSH_9.9\r\n")
      assert.strictEqual((yield* post(`http://127.0.0.1:${babbling.port}`)).failure, "invalid_answer")
      for (const status of [
        "100 Continue\r\n\r\nHTTP/1.1 201",
        "101 Upgraded\r\nconnection: upgrade\r\nupgrade: h2c",
        600,
        999
      ]) {
        const odd = yield* answering(`HTTP/1.1 ${status} Odd\r\ncontent-length: 0\r\n\r\n`)
        const result = yield* post(`http://127.0.0.1:${odd.port}`)
        assert.deepInclude(result, { failure: "invalid_answer", status: null, begun: true })
      }
      const noticing = (times: number) =>
        answering(`${"HTTP/1.1 102 Processing\r\n\r\n".repeat(times)}HTTP/1.1 204 Done\r\n\r\n`)
      const patient = yield* post(`http://127.0.0.1:${(yield* noticing(10)).port}`)
      assert.deepInclude(patient, { failure: null, status: 204 })
      const endless = yield* post(`http://127.0.0.1:${(yield* noticing(11)).port}`)
      assert.deepInclude(endless, { failure: "invalid_answer", status: null })
    })
  )
})

describe("where an attempt may connect to", () => {
  it.live("only to a receiver whose certificate is trusted and names it", () =>
    Effect.gen(function* () {
      const authority = yield* anAuthority("Receivers")
      const tls = yield* authority.issue({ host: "hooks.example.com" })
      const { port } = yield* rawReceiver(
        (socket) => socket.once("data", () => socket.write("HTTP/1.1 204 No Content\r\n\r\n")),
        tls
      )
      const resolve: Resolve = (_hostname, _options, callback) =>
        callback(null, [{ address: "127.0.0.1", family: 4 }])
      const named = `https://hooks.example.com:${port}`
      const untrusted = yield* post(named, { resolve })
      assert.deepInclude(untrusted, {
        failure: "tls_failure",
        code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
        begun: false
      })
      const trust = { ca: authority.pem }
      assert.strictEqual((yield* post(named, { resolve, trust })).status, 204)
      const other = yield* post(`https://other.example.com:${port}`, { resolve, trust })
      assert.strictEqual(other.failure, "tls_failure")
    })
  )

  it.live("not without TLS where TLS is meant: a receiver that only accepts the connection fails", () =>
    Effect.gen(function* () {
      const { port } = yield* rawReceiver(() => {})
      const result = yield* post(`https://127.0.0.1:${port}`, { limits: { connect: 400 } })
      assert.strictEqual(result.failure, "connect_timeout")
    })
  )
})
