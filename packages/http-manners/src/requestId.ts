import * as Context from "effect/Context"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Takes the caller's X-Request-Id where it is a UUID; anything else could smuggle text into logs, so a new one is made. */
export const requestIdFrom = (incoming: string | undefined): string =>
  incoming !== undefined && uuid.test(incoming) ? incoming.toLowerCase() : crypto.randomUUID()

/** The id of the request being answered, to pass on to others and to record; undefined outside a request. */
export const CurrentRequestId = Context.Reference<string | undefined>(
  "@embedded-super/http-manners/CurrentRequestId",
  { defaultValue: () => undefined }
)
