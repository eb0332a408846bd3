import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** The opaque part of a tag, because If-None-Match compares weakly (RFC 9110, 13.1.2). */
const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

const names = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === "*" ||
  (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => opaque(tag) === opaque(etag))

/**
 * Returns the answer, or a 304 without a body if the request is a read and the caller already has this version
 * (If-None-Match).
 */
export const unlessUnchanged = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const ifNoneMatch = request.headers["if-none-match"]
  const etag = response.headers["etag"]
  const isRead = request.method === "GET" || request.method === "HEAD"
  if (!isRead || response.status !== 200 || ifNoneMatch === undefined || etag === undefined) return response
  if (!names(ifNoneMatch, etag)) return response
  const { "content-length": _length, "content-type": _type, ...headers } = response.headers
  return HttpServerResponse.empty({ status: 304, headers })
}
