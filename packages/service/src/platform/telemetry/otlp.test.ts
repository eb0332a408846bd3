import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { collector } from "../../../test/collector.ts"
import { TestLog } from "../../../test/TestLog.ts"
import { careful, Traces } from "./otlp.ts"
import { annotateTrace, currentTrace, spanBeginner, traced } from "./traces.ts"

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
const CALLERS = `00-${TRACE}-00f067aa0ba902b7-01`
const PRODUCT = "0190f0c4-0000-7000-8000-000000000000"

/** Runs an effect under the layer, and flushes what it exports. */
const exporting = <A, E>(env: Readonly<Record<string, string>>, effect: Effect.Effect<A, E>) =>
  effect.pipe(
    Effect.provide(Traces.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env })))))
  )

const inner = Effect.fn("Some.function")(function* () {
  return yield* currentTrace
})

describe("traces", () => {
  it.live("are exported by operation, below the caller's, with nothing that the log wouldn't print", () =>
    Effect.gen(function* () {
      const { spans, text, url } = yield* collector
      const failing = Effect.fail(new Error("Key (email)=(jo@example.com) 123456782"))
      yield* exporting(
        { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SERVICE_NAME: "test" },
        Effect.gen(function* () {
          yield* annotateTrace({ "http.response.status_code": 201, product_id: PRODUCT, note: "Niamh" })
          const work = traced("fund lookup", {
            kind: "client",
            attributes: { fund: "banksia", url: "/x?tfn=1" }
          })
          return yield* Effect.fn("Between")(() => Effect.exit(work(failing)))()
        }).pipe(
          traced("createEmployer", {
            kind: "server",
            continues: CALLERS,
            attributes: { operation: "createEmployer", email: "jo@example.com" }
          })
        )
      )
      const [lookup, request] = spans()
      assert.strictEqual(spans().length, 2)
      assert.deepInclude(request, {
        name: "createEmployer",
        traceId: TRACE,
        parentSpanId: "00f067aa0ba902b7"
      })
      assert.deepStrictEqual(request?.attributes, {
        operation: "createEmployer",
        "http.response.status_code": 201,
        product_id: PRODUCT
      })
      // Effect's own span between them is passed over.
      assert.deepInclude(lookup, { name: "fund lookup", traceId: TRACE })
      assert.strictEqual(lookup?.parentSpanId, request?.spanId)
      assert.deepStrictEqual(lookup?.events, [])
      assert.deepStrictEqual(lookup?.status, { code: 2 })
      assert.deepStrictEqual(lookup?.attributes, {
        fund: "banksia",
        url: "/x?<query>",
        "error.type": "Error"
      })
      for (const canary of ["jo@example.com", "123456782", "Niamh", "Some.function", "Between"])
        assert.notInclude(text(), canary)
    })
  )

  it.live("carry on as traceparent, sampled only where they are exported", () =>
    Effect.gen(function* () {
      const { spans, url } = yield* collector
      const request = traced("getEmployer", { kind: "server", continues: CALLERS, attributes: {} })(inner())
      const off = yield* exporting({}, request)
      assert.deepStrictEqual(off, { traceparent: CALLERS, isOurs: false, isContinued: true })
      const on = yield* exporting({ OTEL_EXPORTER_OTLP_ENDPOINT: url }, request)
      assert.match(on?.traceparent ?? "", new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
      assert.notStrictEqual(on?.traceparent, CALLERS)
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: "0" }
      const unsampled = yield* exporting(env, request)
      assert.match(unsampled?.traceparent ?? "", new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
      assert.lengthOf(spans(), 1)
    })
  )

  it.live("begin here without a caller's, and only if they are exported", () =>
    Effect.gen(function* () {
      const { spans, url } = yield* collector
      const work = traced("job", { kind: "consumer", continues: null, attributes: {} })(inner())
      assert.isUndefined(yield* exporting({}, work))
      assert.isUndefined(yield* exporting({}, spanBeginner))
      const begun = Effect.map(spanBeginner, (begin) => {
        const span = begin?.("webhook", { kind: "client", continues: null, attributes: {} })
        span?.end({ outcome: "delivered" })
        return span?.traceparent
      })
      const sent = yield* exporting({ OTEL_EXPORTER_OTLP_ENDPOINT: url }, begun)
      const [span] = spans()
      assert.strictEqual(sent, `00-${span?.traceId}-${span?.spanId}-01`)
      assert.notProperty(span, "parentSpanId")
    })
  )

  for (const [name, value] of [
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "authorization"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "authorization=%E0%A4%A"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "authorization=a%0Ab"],
    ["OTEL_RESOURCE_ATTRIBUTES", "production"],
    ["OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=%E0%A4%A"],
    ["OTEL_RESOURCE_ATTRIBUTES", "%E0%A4%A=production"],
    ["OTEL_TRACES_SAMPLER_ARG", "10%"]
  ] as const) {
    it.live(`refuse ${name}=${value}, and don't repeat it`, () =>
      Effect.gen(function* () {
        const { url } = yield* collector
        const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, [name]: value }
        const error = yield* Effect.flip(exporting(env, Effect.void))
        assert.include(error.message, name)
        assert.notInclude(error.message, value)
      })
    )
  }

  it.live("have the attributes of OTEL_RESOURCE_ATTRIBUTES", () =>
    Effect.gen(function* () {
      const { text, url } = yield* collector
      const env = {
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=a%20b=c, zone=,"
      }
      yield* exporting(env, Effect.void.pipe(traced("work", { kind: "internal", attributes: {} })))
      assert.include(text(), '{"key":"deployment.environment.name","value":{"stringValue":"a b=c"}}')
    })
  )
})

/** A server whose answers `answer` writes, and how often it was asked. */
const serverOf = (answer: (response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked = { times: 0, closed: 0, url: "" }
      const server = createServer((_, response) => {
        asked.times += 1
        response.on("close", () => (asked.closed += 1))
        answer(response)
      })
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
      asked.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      return { asked, server }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

const oneSpan = Effect.void.pipe(traced("work", { kind: "internal", attributes: {} }))

describe("a collector that isn't one", () => {
  it.live("and redirects isn't followed", () =>
    Effect.gen(function* () {
      const { asked: other } = yield* serverOf((response) => response.end())
      const { asked } = yield* serverOf((response) => response.writeHead(307, { location: other.url }).end())
      yield* exporting({ OTEL_EXPORTER_OTLP_ENDPOINT: asked.url }, oneSpan)
      assert.isAbove(asked.times, 0)
      assert.strictEqual(other.times, 0)
    })
  )

  it.live("and answers without end is read no further than its status", () =>
    Effect.gen(function* () {
      // The headers and a first piece; then nothing, and no end.
      const { asked } = yield* serverOf((response) => void response.writeHead(200).write("x"))
      yield* exporting({ OTEL_EXPORTER_OTLP_ENDPOINT: asked.url }, oneSpan).pipe(
        Effect.provide(TestLog.layer)
      )
      yield* Effect.repeat(Effect.yieldNow, { until: () => asked.closed === 1 })
      assert.strictEqual(asked.times, 1)
    })
  )
})

const request = HttpClientRequest.post("http://collector/v1/traces")

/** A collector that answers as it is told, behind `careful`. */
const answering = (status: () => number | undefined) =>
  careful(
    HttpClient.make((sent) => {
      const given = status()
      return given === undefined
        ? Effect.never
        : Effect.succeed(HttpClientResponse.fromWeb(sent, new Response("{}", { status: given })))
    })
  )

const messages = Effect.map(TestLog, (lines) =>
  lines.splice(0).map(({ level, message }) => `${level} ${message}`)
)
const AWAY = "Warn Traces can't be exported, and are dropped until the collector answers"

describe("a collector that fails", () => {
  it.effect("is told without the fields of the exporter, which say nothing", () =>
    Effect.gen(function* () {
      yield* answering(() => 503).execute(request)
      const lines = yield* TestLog
      assert.deepStrictEqual(
        lines.map(({ annotations }) => annotations),
        [{}]
      )
    }).pipe(
      Effect.annotateLogs({ package: "@effect/opentelemetry", module: "OtlpTracer" }),
      Effect.provide(TestLog.layer)
    )
  )

  it.effect("is one warning until it answers again", () =>
    Effect.gen(function* () {
      let status = 503
      const client = answering(() => status)
      yield* client.execute(request)
      yield* client.execute(request)
      assert.deepStrictEqual(yield* messages, [AWAY])
      status = 200
      yield* client.execute(request)
      yield* client.execute(request)
      assert.deepStrictEqual(yield* messages, ["Info Traces are exported again"])
    }).pipe(Effect.provide(TestLog.layer))
  )

  it.effect("and hangs gets two requests at a time, each for five seconds", () =>
    Effect.gen(function* () {
      const client = answering(() => undefined)
      const under = yield* Effect.forEach([1, 2], () => Effect.forkChild(client.execute(request)))
      yield* Effect.yieldNow
      const third = yield* Effect.exit(client.execute(request))
      assert.isTrue(Exit.isFailure(third) && Cause.hasDies(third.cause))
      yield* TestClock.adjust("5 seconds")
      for (const fiber of under) assert.isTrue(Exit.isFailure(yield* Fiber.await(fiber)))
      assert.deepStrictEqual(yield* messages, [AWAY])
      // The next one is tried again.
      const next = yield* Effect.forkChild(client.execute(request))
      yield* Effect.yieldNow
      assert.isUndefined(next.pollUnsafe())
      yield* Fiber.interrupt(next)
    }).pipe(Effect.provide(TestLog.layer))
  )
})
