import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { Agent, request } from "node:http"
import { changedSettings, TestSettings } from "../../../test/TestSettings.ts"
import { Draining, NodeServer, requireFreePort } from "./NodeServer.ts"

const portOf = ({ address }: HttpServer.HttpServer["Service"]) =>
  address._tag === "InetAddressV4" ? address.port : 0

/** A server whose one route signals each request, and responds when the test allows it. */
const slowServer = Effect.gen(function* () {
  const received = yield* Deferred.make<void>()
  const mayAnswer = yield* Deferred.make<void>()
  const route = HttpRouter.add(
    "GET",
    "/slow",
    Deferred.succeed(received, undefined).pipe(
      Effect.andThen(Deferred.await(mayAnswer)),
      Effect.as(HttpServerResponse.text("done"))
    )
  )
  const scope = yield* Scope.make()
  const app = HttpRouter.serve(route, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(NodeServer.layer),
    Layer.provide(TestSettings.layer)
  )
  const context = yield* Layer.buildWithScope(app, scope)
  const port = portOf(Context.get(context, HttpServer.HttpServer))
  return { received, mayAnswer, scope, port }
})

/** An agent's only connection is used again, unless the last response has closed it. */
const ask = (agent: Agent, port: number, path: string) =>
  Effect.callback<
    { readonly status: number; readonly connection: string; readonly isReused: boolean },
    Error
  >((resume) => {
    const outgoing = request({ agent, host: "127.0.0.1", port, path }, (answer) => {
      answer.resume()
      answer.on("end", () =>
        resume(
          Effect.succeed({
            status: answer.statusCode ?? 0,
            connection: answer.headers.connection ?? "",
            isReused: outgoing.reusedSocket
          })
        )
      )
    })
    outgoing.on("error", (error) => resume(Effect.fail(error)))
    outgoing.end()
  })

describe("the HTTP server", () => {
  it.live("answers 503 and when to come back, as a problem, while it listens and has no routes yet", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(NodeServer.layer.pipe(Layer.provide(TestSettings.layer)))
      const url = `http://127.0.0.1:${portOf(Context.get(context, HttpServer.HttpServer))}/health/ready`
      const id = "0190d1a0-1111-7000-8000-000000000001"
      const answer = yield* Effect.promise(() => fetch(url, { headers: { "x-request-id": id } }))
      assert.deepStrictEqual([answer.status, answer.headers.get("retry-after")], [503, "1"])
      assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
      // Everything that the contract requires of a 503.
      assert.hasAllKeys(yield* Effect.promise(() => answer.clone().json()), [
        "type",
        "title",
        "status",
        "detail",
        "instance",
        "code",
        "request_id"
      ])
      assert.deepInclude(yield* Effect.promise(() => answer.json()), {
        code: "service_unavailable",
        instance: "/health/ready",
        request_id: id
      })
    }).pipe(Effect.scoped)
  )

  it.effect(
    "when it is stopped it still answers for a while, and asks callers to close their connections",
    () =>
      Effect.gen(function* () {
        const isDraining = yield* Deferred.make<() => boolean>()
        const routes = Layer.mergeAll(
          HttpRouter.add("GET", "/quick", HttpServerResponse.text("done")),
          Layer.effectDiscard(Effect.flatMap(Draining, (is) => Deferred.succeed(isDraining, is)))
        )
        const scope = yield* Scope.make()
        const app = HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
          Layer.provideMerge(NodeServer.layer),
          Layer.provide(changedSettings({ shutdownDelay: Duration.seconds(5) }))
        )
        const port = portOf(Context.get(yield* Layer.buildWithScope(app, scope), HttpServer.HttpServer))
        const is = yield* Deferred.await(isDraining)
        const [kept, idle] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })]
        const before = yield* ask(kept, port, "/quick")
        yield* ask(idle, port, "/quick")
        assert.deepInclude(before, { status: 200, connection: "keep-alive" })
        assert.isFalse(is())

        const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
        assert.isTrue(is())
        const closing = { status: 200, connection: "close" }
        assert.deepStrictEqual(yield* ask(kept, port, "/quick"), { ...closing, isReused: true })
        assert.deepStrictEqual(yield* ask(kept, port, "/quick"), { ...closing, isReused: false })

        yield* TestClock.adjust("5 seconds")
        yield* Fiber.join(stopping)
        yield* Effect.flip(ask(kept, port, "/quick"))
      })
  )

  it.live(
    "when it is stopped it finishes the answers under way, closes their connections, and accepts nothing new",
    () =>
      Effect.gen(function* () {
        const { received, mayAnswer, port, scope } = yield* slowServer
        const answer = yield* Effect.forkChild(ask(new Agent({ keepAlive: true }), port, "/slow"))
        yield* Deferred.await(received)
        const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void))
        yield* Effect.eventually(Effect.flip(ask(new Agent(), port, "/slow")))
        yield* Deferred.succeed(mayAnswer, undefined)
        assert.deepInclude(yield* Fiber.join(answer), { status: 200, connection: "close" })
        yield* Fiber.join(stopping)
      })
  )

  it.live("a taken port is one sentence, before and when it listens", () =>
    Effect.gen(function* () {
      const { mayAnswer, port, scope } = yield* slowServer
      yield* Deferred.succeed(mayAnswer, undefined)
      const early = yield* Effect.flip(Effect.provide(requireFreePort, changedSettings({ port })))
      assert.strictEqual(early.problem, `Port ${port} is taken by another program.`)
      const late = yield* Layer.build(NodeServer.layer.pipe(Layer.provide(changedSettings({ port })))).pipe(
        Effect.scoped,
        Effect.flip
      )
      assert.strictEqual(late.message, early.message)
      yield* Scope.close(scope, Exit.void)
    })
  )
})
