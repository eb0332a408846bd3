import { machineMicros } from "@embedded-super/pages/trace/traceparent"
import { childOf, newTrace, type Span, spanOfCall } from "@embedded-super/pages/trace/traceparent"

/** The beginning of a call that this simulator answers. */
export interface Arrival {
  /** By the machine's clock, in microseconds since 1970. */
  readonly beganMicros: number
  /** By the simulator's clock, in milliseconds since 1970. */
  readonly atMillis: number
}

/** When an entry began, and its span, if it belongs to a trace. */
export interface Moment {
  readonly arrival: Arrival
  readonly span: Span | undefined
}

/** The calls that arrived and aren't answered yet, by their incoming message. */
export const makeArrivals = (millis: () => number) => {
  const began = new WeakMap<object, Arrival>()
  const spans = new WeakMap<object, Span>()
  const causes = new WeakSet<object>()

  const now = (): Arrival => ({ beganMicros: machineMicros(), atMillis: millis() })

  /** The call's span, if it belongs to a trace. */
  const spanOf = (source: object): Span | undefined => {
    const known = spans.get(source)
    if (known !== undefined) return known
    const { headers } = source as { readonly headers?: Readonly<Record<string, unknown>> }
    const span = spanOfCall(headers?.["traceparent"])
    if (span !== undefined) spans.set(source, span)
    return span
  }
  return {
    now,
    remember: (source: object, arrival: Arrival): void => {
      began.set(source, arrival)
    },
    momentOf: (source: object): Moment => ({ arrival: began.get(source) ?? now(), span: spanOf(source) }),
    /** The call's span; it begins a trace if it belongs to none. */
    startedSpanOf: (source: object): Span => {
      const span = spanOf(source) ?? newTrace()
      spans.set(source, span)
      causes.add(source)
      return span
    },
    /** Whether something was caused by the call. */
    hasCaused: (source: object): boolean => causes.has(source)
  }
}

export { childOf, newTrace, type Span, spanOfCall }
