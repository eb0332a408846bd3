import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { limitSlowReaders, READER_LIMITS, type ReaderLimits } from "./slowReaders.ts"

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
  it.live("is disconnected when its pending output hasn't moved for long", () =>
    Effect.gen(function* () {
      const whole = Buffer.alloc(32 * 2 ** 20, "x")
      const closed = Promise.withResolvers<void>()
      const server = yield* serving({ stalled: 50 }, (request, response) => {
        request.socket.once("close", () => closed.resolve())
        response.end(whole)
      })
      const socket = yield* asking(server, 1)
      socket.pause()
      yield* Effect.promise(() => closed.promise)
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
