import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Result from "effect/Result"

/** The path of a request target, without query and fragment. */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/**
 * Escapes the semicolons and number signs in the path of a request. The router would begin the query there, and so
 * match another operation than a proxy in front of it, with its own rules, would (RFC 3986, 3.3).
 */
export const withLiteralPath = (
  request: HttpServerRequest.HttpServerRequest
): HttpServerRequest.HttpServerRequest => {
  if (!/[;#]/.test(request.url)) return request
  const [path = "", ...query] = request.url.split(/(?=\?)/)
  return /[;#]/.test(path)
    ? request.modify({ url: [path.replaceAll(/[;#]/g, encodeURIComponent), ...query].join("") })
    : request
}

/** Whether every percent-escape of a request target is complete and decodes as UTF-8. */
export const isWellEscaped = (url: string): boolean =>
  !url.includes("%") || Result.isSuccess(Result.try(() => decodeURIComponent(url)))

/** A path as a URI reference (RFC 3986, 3.3) for use in an answer: characters that aren't allowed there are escaped. */
export const uriReferenceOf = (path: string): string =>
  path
    .replaceAll(/%(?![0-9A-Fa-f]{2})/g, "%25")
    .replaceAll(/[^\w!$%&'()*+,\-./:;=@~]/g, (character) => encodeURIComponent(character))
