import { randomFillSync } from "node:crypto"

/** The place of an entry in a trace (W3C Trace Context): its own id, and the id of what caused it. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** Null at the beginning of a trace. */
  readonly parentId: string | null
}

const pool = Buffer.alloc(4096)
let used = pool.length

/** Random bytes as hex digits. They are drawn many at a time, since each draw costs more than a short call. */
const hex = (bytes: number): string => {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool.toString("hex", used, (used += bytes))
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/
const isZero = (id: string): boolean => /^0+$/.test(id)

/** The sender's place, in a received `traceparent` header; undefined if there is none or it isn't well-formed. */
const senderIn = (header: unknown): Pick<Span, "traceId" | "spanId"> | undefined => {
  if (typeof header !== "string" || header.length > 512) return undefined
  const [, version, traceId = "", spanId = "", more] = form.exec(header) ?? []
  // Later versions may add parts; version ff is never valid.
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined
  return isZero(traceId) || isZero(spanId) ? undefined : { traceId, spanId }
}

/** The first span of a new trace. */
export const newTrace = (): Span => ({ traceId: hex(16), spanId: hex(8), parentId: null })

/** A span that another one caused. */
export const childOf = ({ spanId, traceId }: Pick<Span, "traceId" | "spanId">): Span => ({
  traceId,
  spanId: hex(8),
  parentId: spanId
})

/** The span of a call that carries a `traceparent` header; undefined without a well-formed one. */
export const spanOfCall = (header: unknown): Span | undefined => {
  const sender = senderIn(header)
  return sender === undefined ? undefined : childOf(sender)
}

/** The `tracestate` of a conformance kit's calls, so that the receiver's time line says whose they are. */
export const KIT_STATE = "embedded-super=fund-check"

/** Whether a call's `tracestate` says that a conformance kit made it. */
export const isOfKit = (header: unknown): boolean =>
  typeof header === "string" && header.length <= 512 && header.split(/ *, */).includes(KIT_STATE)

/** The `traceparent` header of a call that is made in a span. It isn't sampled: time lines aren't exported. */
export const traceparentOf = ({ spanId, traceId }: Pick<Span, "traceId" | "spanId">): string =>
  `00-${traceId}-${spanId}-00`

/** A jump of the machine's clock (it was set, or the machine slept) that is followed, in milliseconds. */
const jump = 20

let origin = performance.timeOrigin

/**
 * The machine's clock at a moment of `performance.now()`, in microseconds since 1970. `Date.now()` alone can't order what
 * happens within one millisecond; `performance.timeOrigin` alone differs between programs once the clock was set.
 */
export const microsAt = (moment: number): number => Math.round((origin + moment) * 1000)

/** The machine's clock now, in microseconds since 1970. The trap: a busy machine may pause between any two readings. */
export const machineMicros = (): number => {
  const before = performance.now()
  const now = Date.now()
  const after = performance.now()
  if (origin < now - after - jump || origin > now - before + jump) origin = now - after
  return microsAt(after)
}
