/** Headers of one connection, or of one call: a call that is sent again has its own. */
const ofOneCall: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "accept-encoding",
  "expect",
  "traceparent",
  "tracestate",
  "x-request-id"
])

/** Whether a header goes with a call that is sent again. Names are in lower case. */
export const isSentAgain = (name: string): boolean => !ofOneCall.has(name)
