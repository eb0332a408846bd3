import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { vi } from "vitest"
import { sampleServer, send } from "./server.ts"

/** Counts the maps of at least this size that are read whole from now on, each for a copy, until `end` is called. */
const countCopies = (size: number) => {
  const spy = vi.spyOn(Map.prototype, Symbol.iterator)
  return {
    count: () => spy.mock.contexts.filter((map) => map instanceof Map && map.size >= size).length,
    end: () => spy.mockRestore()
  }
}

const SERVICES = 500
const program = Layer.succeedContext(
  Context.makeUnsafe<never>(
    new Map(Array.from({ length: SERVICES }, (_, nth) => [`test/Service${nth}`, nth]))
  )
)

/** As many as security and an operation add after the rules and the router. */
const more = Array.from({ length: 8 }, (_, nth) => Context.Service<number>(`test/Added${nth}`))
const added = more.reduce<Effect.Effect<HttpServerResponse.HttpServerResponse>>(
  (answer, key) => Effect.provideService(answer, key, 1),
  Effect.sync(() => HttpServerResponse.text("done"))
)

/** How many copies of the program's services are made while the effect runs. */
const copiesDuring = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => countCopies(SERVICES)),
    (copies) => Effect.map(effect, (answer) => ({ answer, count: copies.count() })),
    (copies) => Effect.sync(copies.end)
  )

layer(sampleServer({}, {}, [HttpRouter.add("GET", "/pages/adds", added)]).pipe(Layer.provideMerge(program)))(
  "a request of a program with many services",
  (it) => {
    it.effect(
      "adds its own to them without a copy of them all",
      Effect.fnUntraced(function* () {
        const { answer, count } = yield* copiesDuring(send({ path: "/pages/adds" }))
        assert.strictEqual(answer.text, "done")
        assert.strictEqual(count, 0)
      })
    )
  }
)
