/**
 * The export of traces by OTLP over HTTP, as JSON: Effect's own exporter, with three limits. `onlyOurs` exports no span but
 * those of `traces`, `allowed` lets out no attribute that the log wouldn't print, and `careful` keeps a collector that fails
 * or doesn't answer from using memory. Off unless OTEL_EXPORTER_OTLP_ENDPOINT is set.
 *
 * The trap: an exception's message and stack may repeat what a person typed. Only its type leaves.
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import type { KeyValue } from "effect/observability/OtlpResource"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"
import { setting } from "../config/setting.ts"
import type { OperatorError } from "../OperatorError.ts"
import { loggable } from "./loggable.ts"
import { ExportsSpans, IsExported } from "./traces.ts"

type Spans = OtlpTracer.ScopeSpan["spans"]

const textIn = (attributes: ReadonlyArray<KeyValue>, name: string): string | null | undefined =>
  attributes.find(({ key }) => key === name)?.value.stringValue

/** An attribute as the log would print it; none if the log wouldn't. Lists and objects aren't exported at all. */
const allowedAttribute = ({ key, value }: KeyValue): ReadonlyArray<KeyValue> => {
  const { boolValue, doubleValue, intValue, stringValue } = value
  if (typeof stringValue !== "string")
    return [boolValue, doubleValue, intValue].some((plain) => plain !== undefined) ? [{ key, value }] : []
  const shown = loggable(key, stringValue)
  return typeof shown === "string" && shown !== "<unlisted>" ? [{ key, value: { stringValue: shown } }] : []
}

/** OpenTelemetry's codes of a span's status. */
const ERROR = 2

const hasFailed = ({ attributes, kind, status }: Spans[number]): boolean => {
  const answered = attributes.find(({ key }) => key === "http.response.status_code")?.value.intValue
  const CLIENT = 3
  return status.code === ERROR || Number(answered ?? 0) >= (kind === CLIENT ? 400 : 500)
}

/** A span with nothing but what the log would print of it. */
const allowed = (span: Spans[number]): Spans[number] => {
  const { attributes, events, links: _, status, ...rest } = span
  const types = events.flatMap((event) => textIn(event.attributes, "exception.type") ?? [])
  const error = types.map((type): KeyValue => ({ key: "error.type", value: { stringValue: type } }))
  return {
    ...rest,
    attributes: [...attributes, ...error.slice(0, 1)].flatMap(allowedAttribute),
    events: [],
    links: [],
    status: { code: hasFailed(span) ? ERROR : status.code }
  }
}

const serialization = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, (json) => ({
    ...json,
    traces: ({ resourceSpans }: OtlpTracer.TraceData) =>
      json.traces({
        resourceSpans: resourceSpans.map((ofResource) => ({
          ...ofResource,
          scopeSpans: ofResource.scopeSpans.map((ofScope) => ({
            ...ofScope,
            spans: ofScope.spans.map(allowed)
          }))
        }))
      })
  }))
).pipe(Layer.provide(OtlpSerialization.layerJson))

/** Without the annotations of Effect's exporter, which name its own package. */
const said = Effect.provideService(References.CurrentLogAnnotations, {})

/** Requests to the collector at one time, each of up to a thousand spans; and how long one may take. */
const MOST_REQUESTS = 2
const LONGEST = "5 seconds"

/**
 * Ends a request that takes too long, and drops spans while `MOST_REQUESTS` are under way: Effect's exporter would collect
 * ever more of them. After a failure that exporter drops all spans for a minute. An outage is one warning.
 */
export const careful = (client: HttpClient.HttpClient): HttpClient.HttpClient => {
  let underWay = 0
  let isAway = false
  const failed = Effect.suspend(() => {
    if (isAway) return Effect.void
    isAway = true
    return said(Effect.logWarning("Traces can't be exported, and are dropped until the collector answers"))
  })
  const worked = Effect.suspend(() => {
    if (!isAway) return Effect.void
    isAway = false
    return said(Effect.logInfo("Traces are exported again"))
  })
  return HttpClient.transform(client, (send, request) =>
    Effect.suspend(() => {
      // A defect, because the exporter repeats a request that failed.
      if (underWay >= MOST_REQUESTS) return Effect.die(new Error("The collector is too slow"))
      underWay += 1
      return send.pipe(
        Effect.timeoutOrElse({
          duration: LONGEST,
          orElse: () => {
            const description = `no answer in ${LONGEST}`
            return Effect.fail(
              new HttpClientError.HttpClientError({
                reason: new HttpClientError.TransportError({ request, description })
              })
            )
          }
        }),
        Effect.ensuring(Effect.sync(() => (underWay -= 1))),
        Effect.tap(({ status }) => (status < 300 ? worked : failed)),
        Effect.tapError(() => failed)
      )
    })
  )
}

/** Follows no redirect, which would send the spans elsewhere; and reads nothing of a body, which may have no end. */
const fetchStatus: typeof fetch = async (input, init) => {
  const { body, status } = await fetch(input, { ...init, redirect: "manual" })
  await body?.cancel()
  return new Response(null, { status })
}

const client = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, careful)).pipe(
  Layer.provide(FetchHttpClient.layer),
  Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetchStatus))
)

/** By the trace's id alone, so that all processes export the same traces whole. */
const isSampled = (ratio: number) => (traceId: string) =>
  Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32

/**
 * A tracer that exports the spans of `traces`, for the share of traces that is sampled. All others are transparent: a span
 * below one has the nearest span of ours as its parent.
 */
const onlyOurs = (otlp: Tracer.Tracer, ratio: number): Tracer.Tracer => {
  const isChosen = isSampled(ratio)
  return Tracer.make({
    span: (options) => {
      if (!Context.get(options.annotations, IsExported)) {
        const annotations = Context.add(options.annotations, Tracer.DisablePropagation, true)
        return new Tracer.NativeSpan({ ...options, annotations })
      }
      const span = otlp.span(options)
      return isChosen(span.traceId) ? span : new Tracer.NativeSpan({ ...options, sampled: false })
    }
  })
}

interface Collector {
  /** The address below which `v1/traces` is. */
  readonly endpoint: URL
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The share of traces that is exported, 0 to 1; whether their callers sample them doesn't matter. */
  readonly ratio: number
}

const exporting = ({ endpoint, headers, ratio, serviceName }: Collector) =>
  Layer.mergeAll(
    Layer.succeed(ExportsSpans, true),
    // Effect's own spans of requests aren't exported, so they aren't made either.
    Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true),
    Layer.effect(
      Tracer.Tracer,
      Effect.map(
        OtlpTracer.make({
          url: `${endpoint.href.replace(/\/$/, "")}/v1/traces`,
          headers,
          resource: { serviceName },
          shutdownTimeout: "2 seconds"
        }),
        (otlp) => onlyOurs(otlp, ratio)
      )
    ).pipe(Layer.provide([OtlpExporter.layerFlusher, serialization, client]))
  )

const httpAddress = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash === "" ? url : undefined
}

const PAIRS = "a list such as name=value,name=value, percent-encoded"

/** `name=value,name=value`, percent-encoded, as OpenTelemetry writes headers and attributes. */
const pairsIn = (text: string): ReadonlyArray<[string, string]> | undefined => {
  const pairs = text.split(",").filter((part) => part.trim() !== "")
  const read = pairs.map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair))
  if (read.includes(null)) return undefined
  return Result.getOrUndefined(
    Result.try(() =>
      read.map((pair): [string, string] => [
        decodeURIComponent(pair?.[1] ?? ""),
        decodeURIComponent(pair?.[2] ?? "")
      ])
    )
  )
}

const headersIn = (text: string): Readonly<Record<string, string>> | undefined => {
  const pairs = pairsIn(text)
  return pairs && Result.getOrUndefined(Result.try(() => Object.fromEntries(new Headers([...pairs]))))
}

const share = (text: string) => {
  const value = /^(?:0|1|0?\.\d+|1\.0+)$/.test(text) ? Number(text) : -1
  return value >= 0 && value <= 1 ? value : undefined
}

/** The export, as OpenTelemetry's variables say; nothing if they name no collector. */
export const Traces: Layer.Layer<never, OperatorError> = Layer.unwrap(
  Effect.gen(function* () {
    const endpoint = yield* setting(
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "an address such as http://localhost:4318",
      httpAddress
    )
    const headers = yield* setting("OTEL_EXPORTER_OTLP_HEADERS", PAIRS, headersIn)
    // Only checked: Effect's exporter reads it by itself, and dies of a malformed one.
    yield* setting("OTEL_RESOURCE_ATTRIBUTES", PAIRS, pairsIn)
    const serviceName = yield* setting("OTEL_SERVICE_NAME", "a name", (text) => text)
    const ratio = yield* setting("OTEL_TRACES_SAMPLER_ARG", "a number from 0 to 1", share)
    return Option.match(endpoint, {
      onNone: () => Layer.empty,
      onSome: (endpoint) =>
        exporting({
          endpoint,
          headers: Option.getOrElse(headers, () => ({})),
          serviceName: Option.getOrElse(serviceName, () => "embedded-super"),
          ratio: Option.getOrElse(ratio, () => 1)
        })
    })
  })
)
