/**
 * Traces: one tree of spans from a partner's call over the job and the call to a fund to the webhook (D-traces). `traced`
 * makes the span of some work, `currentTrace` is what is stored with work that another process continues, and what calls
 * carry as `traceparent`. `otlp` exports the spans; `traceCalls` makes those of requests.
 *
 * Why spans of our own, and not those of Effect: it makes one of each function, statement and request, whose names and
 * attributes hold addresses and statements. None of these is exported.
 *
 * The trap: nothing is exported unless `ExportsSpans` is on, and yet a caller's `traceparent` is passed on. So a trace may
 * be the caller's own place, which isn't a span of ours.
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

/** Whether this process exports spans. */
export const ExportsSpans = Context.Reference<boolean>(
  "@embedded-super/service/platform/telemetry/ExportsSpans",
  { defaultValue: () => false }
)

/** Marks the spans that are exported. */
export const IsExported = Context.Reference<boolean>(
  "@embedded-super/service/platform/telemetry/IsExported",
  { defaultValue: () => false }
)

const annotations = Context.add(Context.empty(), IsExported, true)

/** Names of listed keys (`loggable`) and their values: ids, numbers and words of closed lists. */
type Attributes = Readonly<Record<string, unknown>>

interface SpanOptions {
  readonly kind: Tracer.SpanKind
  readonly attributes: Attributes
  /** The `traceparent` that the work was stored or sent with; null if it had none. Left out, the current span is continued. */
  readonly continues?: string | null
}

/** A place in a trace. */
export interface Trace {
  readonly traceparent: string
  /** Whether the place is a span of this process, not its caller's. */
  readonly isOurs: boolean
  /** Whether the trace began before this process's work: at a caller, or with the stored work. */
  readonly isContinued: boolean
}

/** The place that a `traceparent` names; undefined if it isn't well-formed. */
const placeIn = (traceparent: string | null): Tracer.ExternalSpan | undefined =>
  traceparent === null
    ? undefined
    : Option.getOrUndefined(HttpTraceContext.w3c(Headers.fromInput({ traceparent })))

/** The nearest place that others may know: a span that is exported, or the caller's. */
const nearest = (span: Tracer.AnySpan | undefined): Tracer.AnySpan | undefined =>
  span === undefined || span._tag === "ExternalSpan" || Context.get(span.annotations, IsExported)
    ? span
    : nearest(Option.getOrUndefined(span.parent))

const isContinued = (span: Tracer.AnySpan | undefined): boolean =>
  span !== undefined && (span._tag === "ExternalSpan" || isContinued(Option.getOrUndefined(span.parent)))

const traceparentOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`

/** The current place; undefined if this work is in no trace. */
export const currentTrace: Effect.Effect<Trace | undefined> = Effect.withFiber((fiber) => {
  const span = nearest(fiber.cache.span)
  return Effect.succeed(
    span && { traceparent: traceparentOf(span), isOurs: span._tag === "Span", isContinued: isContinued(span) }
  )
})

/** For rows of work that another process continues. `continued` counts before a trace that the row's thing has. */
export const tracesToStore = Effect.map(currentTrace, (trace) => ({
  continued: trace?.isContinued === true ? trace.traceparent : null,
  own: trace?.traceparent ?? null
}))

/** Runs work as a span. Without an export it only lets the work know the trace that it continues. */
export const traced =
  (name: string, { attributes, continues, kind }: SpanOptions) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber): Effect.Effect<A, E, R> => {
      const parent = continues === undefined ? undefined : placeIn(continues)
      if (!fiber.getRef(ExportsSpans))
        return parent === undefined ? work : Effect.provideService(work, Tracer.ParentSpan, parent)
      // Whatever the caller's flag says: the tracer decides by the trace's id.
      const options = { kind, attributes, annotations, parent, root: continues !== undefined, sampled: true }
      return Effect.useSpan(name, options, (span) =>
        work.pipe(
          Effect.provideService(Tracer.ParentSpan, span),
          Effect.annotateLogs(span.sampled ? { trace_id: span.traceId } : {})
        )
      )
    })

/** Adds attributes to the current span, if it is exported. */
export const annotateTrace = (attributes: Attributes): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const span = nearest(fiber.cache.span)
    if (span?._tag === "Span") setAll(span, attributes)
    return Effect.void
  })

const setAll = (span: Tracer.Span, attributes: Attributes): void => {
  for (const [key, value] of Object.entries(attributes)) if (value !== null) span.attribute(key, value)
}

/** A span that was begun without a fibre. */
export interface BegunSpan {
  readonly traceparent: string
  readonly end: (attributes: Attributes) => void
}

/** For hot paths: begins a span without a fibre. Undefined if nothing is exported. */
export const spanBeginner: Effect.Effect<
  ((name: string, options: Required<SpanOptions>) => BegunSpan) | undefined
> = Effect.withFiber((fiber) => {
  if (!fiber.getRef(ExportsSpans)) return Effect.undefined
  const tracer = fiber.getRef(Tracer.Tracer)
  const clock = fiber.getRef(Clock.Clock)
  return Effect.succeed((name, { attributes, continues, kind }) => {
    const parent = placeIn(continues)
    const span = tracer.span({
      name,
      kind,
      annotations,
      parent: Option.fromUndefinedOr(parent),
      root: parent === undefined,
      sampled: true,
      links: [],
      startTime: clock.currentTimeNanosUnsafe()
    })
    setAll(span, attributes)
    return {
      traceparent: traceparentOf(span),
      end: (more) => {
        setAll(span, more)
        span.end(clock.currentTimeNanosUnsafe(), Exit.void)
      }
    }
  })
})
