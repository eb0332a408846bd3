import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { limitSlowReaders, outputWatch, READER_LIMITS, type ReaderLimits } from "./slowReaders.ts"

/** A server with these limits, closed with the scope. */
const serving = (limits: Partial<ReaderLimits>, listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = limitSlowReaders(createServer(), { ...READER_LIMITS, ...limits })
      server.on("request", listener)
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      return server
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )

/** A connection that has sent this many requests at once. */
const asking = (server: Server, requests: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
      socket.on("error", () => {})
      socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests))
      return socket
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

const answersIn = (socket: Socket, wanted: number) =>
  Effect.promise(async () => {
    let text = ""
    for await (const chunk of socket.setEncoding("latin1")) {
      text += chunk
      if ([...text.matchAll(/\r\n\r\n\d+;/g)].length === wanted) break
    }
    return [...text.matchAll(/\r\n\r\n(\d+);/g)].map(([, answer]) => Number(answer))
  })

describe("a client that asks and doesn't read", () => {
  it.live.each([
    ["", ""],
    // Empty lines between requests, which the parser skips.
    [", also if it sends bytes in the meantime", "\r\n"]
  ] as const)("is disconnected when its pending output hasn't moved for long%s", ([, sends]) =>
    Effect.gen(function* () {
      const whole = Buffer.alloc(32 * 2 ** 20, "x")
      const closed = Promise.withResolvers<void>()
      const server = yield* serving({ stalled: 50 }, (request, response) => {
        request.socket.once("close", () => closed.resolve())
        response.end(whole)
      })
      const socket = yield* asking(server, 1)
      socket.pause()
      const sending = setInterval(() => socket.write(sends), 10)
      yield* Effect.ensuring(
        Effect.promise(() => closed.promise),
        Effect.sync(() => clearInterval(sending))
      )
    }).pipe(Effect.scoped)
  )

  it.live("isn't one that waits for its answer, however long that takes", () =>
    Effect.gen(function* () {
      const timedOut = Promise.withResolvers<void>()
      const server = yield* serving({ stalled: 50 }, (_, response) => {
        void timedOut.promise.then(() => response.end("1;"))
      })
      server.on("timeout", () => timedOut.resolve())
      const socket = yield* asking(server, 1)
      assert.deepStrictEqual(yield* answersIn(socket, 1), [1])
    }).pipe(Effect.scoped)
  )

  it.live("has few requests in work; the others wait, and all are answered in their order", () =>
    Effect.gen(function* () {
      let [inWork, most, begun] = [0, 0, 0]
      const server = yield* serving({ inWork: 3, waiting: 20 }, (_, response) => {
        inWork += 1
        begun += 1
        most = Math.max(most, inWork)
        const answer = `${begun};`
        // Before the limit's own listener, which begins the next.
        response.prependOnceListener("close", () => (inWork -= 1))
        setImmediate(() => response.end(answer))
      })
      const socket = yield* asking(server, 12)
      assert.deepStrictEqual(
        yield* answersIn(socket, 12),
        Array.from({ length: 12 }, (_, index) => index + 1)
      )
      assert.strictEqual(most, 3)
    }).pipe(Effect.scoped)
  )

  it.live("is disconnected when too many requests wait, and none of them is begun", () =>
    Effect.gen(function* () {
      let begun = 0
      const server = yield* serving({ inWork: 1, waiting: 2 }, () => {
        begun += 1
      })
      const socket = yield* asking(server, 5)
      yield* Effect.promise(() => once(socket, "close"))
      assert.strictEqual(begun, 1)
    }).pipe(Effect.scoped)
  )
})

describe("the pending output of a connection", () => {
  /** At which moments it is stalled, with a limit of 30. Each look: moment, pending, given to the system, queued there. */
  it.each([
    ["hasn't moved for 30", "0 9 9 9, 15 9 9 9, 29 9 9 9, 30 9 9 9", [30]],
    ["moves within one large write", "0 9 9 9, 20 9 9 8, 40 9 9 7, 60 9 9 6", []],
    ["moved, and stopped", "0 9 9 9, 20 9 9 8, 49 9 9 8, 50 9 9 8", [50]],
    ["only grows, by answers to more requests", "0 9 9 9, 20 19 9 9, 30 29 9 9", [30]],
    ["grows in the system's queue", "0 9 9 9, 20 19 19 19, 30 29 29 29", [30]],
    ["isn't there: its answer takes long", "0 0 9 0, 30 0 9 0, 60 0 9 0", []],
    ["is new after a long silence", "0 0 9 0, 60 9 18 9, 89 9 18 9, 90 9 18 9", [90]]
  ] as const)("%s: %s", (_, looks, stalled) => {
    const isStalled = outputWatch(30)
    const socket = {}
    const found = looks.split(", ").flatMap((look) => {
      const [moment = 0, writableLength, bytesWritten, writeQueueSize] = look.split(" ").map(Number)
      Object.assign(socket, { writableLength, _handle: { bytesWritten, writeQueueSize } })
      return isStalled(socket as never, moment) ? [moment] : []
    })
    assert.deepStrictEqual(found, [...stalled])
  })
})
