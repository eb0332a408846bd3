import * as Context from "effect/Context"

/** Headers of every answer: they disable content sniffing by browsers. */
export const everywhere: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff"
}

/**
 * Headers of API answers: no caching (they hold personal data), no framing, no embedding by other sites. No
 * `access-control-*` header is ever sent: its absence blocks browsers of other origins.
 */
export const onApiAnswers: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer"
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the caller's X-Request-Id if it is a UUID, else a new one: any other text could inject content into logs. */
export const requestIdFrom = (incoming: string | undefined): string =>
  incoming !== undefined && uuid.test(incoming) ? incoming.toLowerCase() : crypto.randomUUID()

/** The id of the current request, to forward and to record; undefined outside a request. */
export const CurrentRequestId = Context.Reference<string | undefined>(
  "@embedded-super/http-manners/CurrentRequestId",
  { defaultValue: () => undefined }
)
