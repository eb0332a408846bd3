import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as TestClock from "effect/testing/TestClock"
import { sampleServer, send } from "./server.ts"

/** The states of a slow request: received, interrupted, done. */
interface Slow {
  readonly received: Deferred.Deferred<void>
  readonly interrupted: Deferred.Deferred<void>
  readonly mayEnd: Deferred.Deferred<void>
  readonly done: Deferred.Deferred<void>
}

const newSlow = (): Slow => ({
  received: Deferred.makeUnsafe(),
  interrupted: Deferred.makeUnsafe(),
  mayEnd: Deferred.makeUnsafe(),
  done: Deferred.makeUnsafe()
})

const willing = newSlow()
const committing = newSlow()

const slowRoute = (path: `/${string}`, { received, done, interrupted, mayEnd }: Slow) =>
  HttpRouter.add(
    "GET",
    path,
    Deferred.succeed(received, undefined).pipe(
      Effect.andThen(Deferred.await(mayEnd)),
      Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined)),
      Effect.andThen(Deferred.succeed(done, undefined)),
      Effect.as(HttpServerResponse.text("done")),
      path === "/pages/committing" ? Effect.uninterruptible : Effect.interruptible
    )
  )

const server = sampleServer({}, { deadline: Duration.seconds(20) }, [
  slowRoute("/pages/willing", willing),
  slowRoute("/pages/committing", committing)
])

layer(server)("a request that takes longer than the deadline", (it) => {
  it.effect(
    "is answered 503 with Retry-After, and what it does is interrupted",
    Effect.fnUntraced(function* () {
      const answer = yield* Effect.forkChild(send({ path: "/pages/willing" }))
      yield* Deferred.await(willing.received)
      yield* TestClock.adjust("19 seconds")
      assert.isFalse(Deferred.isDoneUnsafe(willing.interrupted))
      yield* TestClock.adjust("1 second")
      const { headers, json, status } = yield* Fiber.join(answer)
      assert.deepStrictEqual([status, headers["retry-after"]], [503, "5"])
      assert.strictEqual(headers["content-type"], "application/problem+json")
      assert.deepInclude(json, { code: "service_unavailable", instance: "/pages/willing" })
      assert.match(json.detail, /Idempotency-Key/)
      yield* Deferred.await(willing.interrupted)
    })
  )

  it.effect(
    "is answered also while it can't be interrupted, and what can't be interrupted is done to its end",
    Effect.fnUntraced(function* () {
      const answer = yield* Effect.forkChild(send({ path: "/pages/committing" }))
      yield* Deferred.await(committing.received)
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* Fiber.join(answer)).status, 503)
      yield* Deferred.succeed(committing.mayEnd, undefined)
      yield* Deferred.await(committing.done)
    })
  )
})
