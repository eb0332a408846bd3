import * as Context from "effect/Context"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the caller's X-Request-Id if it is a UUID, else a new one: any other text could inject content into logs. */
export const requestIdFrom = (incoming: string | undefined): string =>
  incoming !== undefined && uuid.test(incoming) ? incoming.toLowerCase() : crypto.randomUUID()

/** The id of the current request, to forward and to record; undefined outside a request. */
export const CurrentRequestId = Context.Reference<string | undefined>(
  "@embedded-super/http-manners/CurrentRequestId",
  { defaultValue: () => undefined }
)
