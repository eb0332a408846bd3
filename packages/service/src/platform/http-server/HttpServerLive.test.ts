import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { Settings } from "../config/Settings.ts"
import { HttpServerLive, requireFreePort } from "./HttpServerLive.ts"

const settingsOn = (port: number) =>
  Layer.succeed(
    Settings,
    Settings.of({
      dev: true,
      host: "127.0.0.1",
      port,
      baseUrl: `http://localhost:${port}`,
      databaseUrl: Option.none(),
      masterKeyFile: Option.none(),
      dataDir: "/nowhere",
      docsDir: "/nowhere",
      smtpUrl: Option.none(),
      mailFrom: "webhooks@localhost",
      rateLimit: { perMinute: 0, burst: 50 }
    })
  )

/** A server whose one route says that it was asked, and answers when it is let. */
const slowServer = Effect.gen(function* () {
  const asked = yield* Deferred.make<void>()
  const mayAnswer = yield* Deferred.make<void>()
  const route = HttpRouter.add(
    "GET",
    "/slow",
    Deferred.succeed(asked, undefined).pipe(
      Effect.andThen(Deferred.await(mayAnswer)),
      Effect.as(HttpServerResponse.text("done"))
    )
  )
  const scope = yield* Scope.make()
  const app = HttpRouter.serve(route, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(HttpServerLive),
    Layer.provide(settingsOn(0))
  )
  const context = yield* Layer.buildWithScope(app, scope)
  const { address } = yield* Effect.provide(Effect.service(HttpServer.HttpServer), context)
  const port = address._tag === "InetAddressV4" ? address.port : 0
  return { asked, mayAnswer, scope, port }
})

describe("the HTTP server", () => {
  it.live("finishes what it is answering when it is told to stop, and takes nothing new", () =>
    Effect.gen(function* () {
      const { asked, mayAnswer, port, scope } = yield* slowServer
      const ask = Effect.tryPromise(() =>
        fetch(`http://127.0.0.1:${port}/slow`).then((answer) => answer.text())
      )
      const answer = yield* Effect.forkChild(ask)
      yield* Deferred.await(asked)
      const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.retry(Effect.flip(ask), { times: 1000 })
      yield* Deferred.succeed(mayAnswer, undefined)
      assert.strictEqual(yield* Fiber.join(answer), "done")
      yield* Fiber.join(stopping)
    })
  )

  it.live("a taken port is one sentence, before and when it listens", () =>
    Effect.gen(function* () {
      const { mayAnswer, port, scope } = yield* slowServer
      yield* Deferred.succeed(mayAnswer, undefined)
      const early = yield* Effect.flip(Effect.provide(requireFreePort, settingsOn(port)))
      assert.strictEqual(early.problem, `Port ${port} is taken by another program.`)
      const late = yield* Layer.build(HttpServerLive.pipe(Layer.provide(settingsOn(port)))).pipe(
        Effect.scoped,
        Effect.flip
      )
      assert.strictEqual(late.message, early.message)
      yield* Scope.close(scope, Exit.void)
    })
  )
})
