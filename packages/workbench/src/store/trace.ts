import { randomBytes } from "node:crypto"

/** W3C Trace Context, version 00: the trace that a call belongs to, and the span that makes it. */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
}

/** Random bytes are drawn for many ids at once: one draw costs more than a hundred ids. */
const POOL = 4096
let pool = ""
let used = 0

const randomHex = (digits: number): string => {
  if (used + digits > pool.length) {
    pool = randomBytes(POOL).toString("hex")
    used = 0
  }
  const from = used
  used += digits
  const hex = pool.slice(from, used)
  // The specification forbids an id of zeros.
  return /[1-9a-f]/.test(hex) ? hex : randomHex(digits)
}

export const newTraceId = (): string => randomHex(32)

export const newSpanId = (): string => randomHex(16)

/** The header. Its flag says that the trace is recorded. */
export const traceparentOf = ({ spanId, traceId }: TraceContext): string => `00-${traceId}-${spanId}-01`

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:$|-)/

/** Reads the header; undefined if it is missing or malformed, which the specification wants ignored. */
export const readTraceparent = (header: string | undefined): TraceContext | undefined => {
  const [, traceId, spanId] = (header !== undefined && header.length <= 256 && form.exec(header)) || []
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId }
}
