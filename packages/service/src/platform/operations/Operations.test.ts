import { assert, describe, it } from "@effect/vitest"
import { takenPort } from "@embedded-super/program/testing/takenPort"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { connect } from "node:net"
import { count } from "../metrics/counting.ts"
import { MOST_CONNECTIONS, Operations, withOperations } from "./Operations.ts"

/** A program with an operations port, its log, and requests to the port. `env` are the variables of the environment. */
const started = Effect.fnUntraced(function* <A, E, R>(
  program: Layer.Layer<A, E, R>,
  env: Readonly<Record<string, string>> = { OPERATIONS_PORT: "0" }
) {
  const listens = yield* Deferred.make<string>()
  const lines: Array<string> = []
  const logger = Logger.make<unknown, void>(({ message }) => {
    lines.push(String(message))
    const [, url] = /^Operations at (http:\S+)$/.exec(String(message)) ?? []
    if (url !== undefined) Deferred.doneUnsafe(listens, Effect.succeed(url))
  })
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const building = yield* Effect.forkChild(
    Layer.buildWithScope(withOperations("worker", Option.none())(program), scope).pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
      Effect.provideService(Metric.MetricRegistry, new Map()),
      Effect.provide(Logger.layer([logger]))
    )
  )
  const ask = (path: string) =>
    Effect.flatMap(Deferred.await(listens), (url) =>
      Effect.promise(async () => {
        const answer = await fetch(`${url}${path}`)
        return [answer.status, await answer.text()] as const
      })
    )
  return {
    ask,
    url: Deferred.await(listens),
    built: Fiber.join(building),
    lines,
    stop: Scope.close(scope, Exit.void)
  }
})

const working = Layer.effectDiscard(
  Effect.gen(function* () {
    const { check, measure } = yield* Operations
    yield* check(Effect.succeed({ isReady: true, words: "Outgoing work is held: restored." }))
    yield* measure(
      Effect.succeed([{ name: "embedded_super_work_waiting", labels: { kind: "webhooks" }, value: 3 }])
    )
    yield* count("embedded_super_emails_total", { outcome: "sent" })
  })
)

describe("the log of a process", () => {
  it.live("has a line when it begins to stop and one when it has stopped, after its work has ended", () =>
    Effect.gen(function* () {
      const program = Layer.effectDiscard(Effect.addFinalizer(() => Effect.logInfo("The work has ended")))
      const { built, lines, stop } = yield* started(program, {})
      yield* built
      assert.deepStrictEqual(lines, [])
      yield* stop
      assert.deepStrictEqual(lines, [
        "This process is stopping",
        "The work has ended",
        "This process has stopped"
      ])
    })
  )

  it.live("has neither if the process couldn't start", () =>
    Effect.gen(function* () {
      const { built, lines, stop } = yield* started(Layer.effectDiscard(Effect.fail("no")), {})
      yield* Effect.flip(built)
      yield* stop
      assert.deepStrictEqual(lines, [])
    })
  )
})

describe("the operations port", () => {
  it.live("answers probes from before the program works until after it has stopped", () =>
    Effect.gen(function* () {
      const [mayWork, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = Layer.effectDiscard(
        Effect.andThen(
          Deferred.await(mayWork),
          Effect.addFinalizer(() => Deferred.await(mayEnd))
        )
      )
      const { ask, built, stop } = yield* started(Layer.merge(slow, working))
      assert.deepStrictEqual(yield* ask("/live"), [200, "live\n"])
      const [status, starting] = yield* ask("/ready")
      assert.strictEqual(status, 503)
      assert.include(starting, "not ready\nThis process is starting.\n")
      yield* Deferred.succeed(mayWork, undefined)
      yield* built
      assert.deepStrictEqual(yield* ask("/ready"), [200, "ready\nOutgoing work is held: restored.\n"])
      const stopping = yield* Effect.forkChild(stop, { startImmediately: true })
      const [last, reason] = yield* ask("/ready")
      assert.strictEqual(last, 503)
      assert.include(reason, "This process is stopping.")
      assert.deepStrictEqual(yield* ask("/live"), [200, "live\n"])
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(stopping)
    }).pipe(Effect.scoped)
  )

  it.live("isn't ready for the reasons of its checks, each on a line", () =>
    Effect.gen(function* () {
      const failing = Layer.effectDiscard(
        Effect.flatMap(Operations, ({ check }) =>
          check(Effect.succeed({ isReady: false, words: "The database does not answer." }))
        )
      )
      const { ask, built } = yield* started(failing)
      yield* built
      assert.deepStrictEqual(yield* ask("/ready"), [503, "not ready\nThe database does not answer.\n"])
      assert.match((yield* ask("/metrics"))[1], /^embedded_super_ready 0$/m)
    }).pipe(Effect.scoped)
  )

  it.live("shows what was counted and what is read now, and nothing at any other path", () =>
    Effect.gen(function* () {
      const { ask, built } = yield* started(working)
      yield* built
      const [status, text] = yield* ask("/metrics")
      assert.strictEqual(status, 200)
      assert.match(text, /^embedded_super_work_waiting\{kind="webhooks"\} 3$/m)
      assert.match(text, /^embedded_super_emails_total\{outcome="sent"\} 1$/m)
      assert.match(text, /^embedded_super_ready 1$/m)
      assert.match(text, /^# TYPE process_cpu_seconds_total counter$/m)
      assert.match(text, /^embedded_super_build_info\{version="[\d.]+",node="[\d.]+",command="worker"\} 1$/m)
      assert.match(text, /^embedded_super_event_loop_delay_seconds\{quantile="0\.99"\} \d/m)
      assert.strictEqual((yield* ask("/"))[0], 404)
    }).pipe(Effect.scoped)
  )

  it.live("takes no more connections than it needs: more could use up the files of the process", () =>
    Effect.gen(function* () {
      const { built, url } = yield* started(working)
      yield* built
      const { hostname, port } = new URL(yield* url)
      const received = yield* Effect.promise(
        () =>
          new Promise<number>((resolve) => {
            const clients = Array.from({ length: MOST_CONNECTIONS + 1 }, () => {
              const client = connect(Number(port), hostname)
              // One that is refused may also be told so by a reset.
              client.on("error", () => undefined)
              return client.resume().once("close", () => {
                resolve(client.bytesRead)
                for (const other of clients) other.destroy()
              })
            })
          })
      )
      // One that was taken, and sent nothing, would be answered 408.
      assert.strictEqual(received, 0)
    }).pipe(Effect.scoped)
  )

  it.live("isn't there unless a port is set", () =>
    Effect.gen(function* () {
      const { built, lines } = yield* started(working, {})
      yield* built
      assert.deepStrictEqual(lines, [])
    }).pipe(Effect.scoped)
  )

  it.live("a taken port is one sentence, with the names of its settings", () =>
    Effect.gen(function* () {
      const port = yield* takenPort
      const { built } = yield* started(working, { OPERATIONS_PORT: `${port}` })
      const error = yield* Effect.flip(built)
      assert.include(error.message, `Port ${port} is taken by another program.`)
      assert.include(error.message, "choose another port with --operations-port or OPERATIONS_PORT")
    }).pipe(Effect.scoped)
  )
})
