import * as HttpServerResponse from "effect/http/HttpServerResponse"

/**
 * The part of a response that a repeat of its request gets; headers that every response has (its request id, for
 * example) are set again.
 */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const bodyOf = ({ body }: HttpServerResponse.HttpServerResponse): string | undefined => {
  switch (body._tag) {
    case "Empty":
      return ""
    case "Uint8Array":
      return new TextDecoder().decode(body.body)
    default:
      return undefined
  }
}

/** The response to store; undefined if its body is a stream. */
export const keptAnswer = (response: HttpServerResponse.HttpServerResponse): KeptAnswer | undefined => {
  const body = bodyOf(response)
  if (body === undefined) return undefined
  const { "content-length": _length, ...headers } = response.headers
  return { status: response.status, headers, body }
}

/** The same response again, marked as a replay. */
export const replay = ({ status, headers, body }: KeptAnswer): HttpServerResponse.HttpServerResponse => {
  const response =
    body === ""
      ? HttpServerResponse.empty({ status })
      : HttpServerResponse.text(body, { status, contentType: headers["content-type"] ?? "application/json" })
  return HttpServerResponse.setHeaders(response, { ...headers, "idempotency-replayed": "true" })
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * The part that is kept of a response that isn't stored: the id in its Location, or else the last id in the request's
 * path.
 */
export const keptId = (
  path: string,
  { headers }: HttpServerResponse.HttpServerResponse
): { readonly resourceId: string } | undefined => {
  const resourceId = (headers["location"] ?? path).match(UUID)?.at(-1)
  return resourceId === undefined ? undefined : { resourceId }
}
