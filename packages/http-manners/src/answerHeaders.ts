import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

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

/** A UUID, also without hyphens, as nginx writes its `$request_id`. */
const uuid = /^([0-9a-f]{8})(-?)([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})$/i

/** Returns the caller's X-Request-Id if it is a UUID, else a new one: any other text could inject content into logs. */
export const requestIdFrom = (incoming: string | undefined): string => {
  const [, first, , ...rest] = uuid.exec(incoming ?? "") ?? []
  return first === undefined ? crypto.randomUUID() : [first, ...rest].join("-").toLowerCase()
}

/**
 * Ids as proxies make them: hex digits and separators, long enough to be no telephone or tax file number. A name or an
 * e-mail address doesn't have this form.
 */
const proxyForm = /^[0-9a-f:._-]{16,128}$/i

/** The caller's X-Request-Id as it was sent, for the log, if that isn't the request's id anyway. */
export const callersRequestId = (incoming: string | undefined, requestId: string): string | undefined =>
  incoming !== undefined && incoming.toLowerCase() !== requestId && proxyForm.test(incoming)
    ? incoming
    : undefined

/** The id of the current request, to forward and to record; undefined outside a request. */
export const CurrentRequestId = Context.Reference<string | undefined>(
  "@embedded-super/http-manners/CurrentRequestId",
  { defaultValue: () => undefined }
)

/**
 * What each log line of the current request says of it, its access line included; undefined outside a request. It can
 * be added to: all lines share the object.
 */
export const RequestLog = Context.Reference<Record<string, unknown> | undefined>(
  "@embedded-super/http-manners/RequestLog",
  { defaultValue: () => undefined }
)

/** Puts the caller's ids on the current request's log lines, from now on. Only ids: never a name or a key. */
export const logCaller = (ids: Readonly<Record<string, string>>): Effect.Effect<void> =>
  Effect.map(RequestLog, (log) => {
    if (log !== undefined) Object.assign(log, ids)
  })
