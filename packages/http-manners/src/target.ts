import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Result from "effect/Result"

/** The path of a request target, without query and fragment. */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/**
 * The request with the semicolons and number signs of its path escaped. The router would begin the query at one, and so
 * find an operation at a path that a proxy in front of it, and its rules, read otherwise (RFC 3986, 3.3).
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

/** Whether every percent-escape of a request target is whole and spells UTF-8. */
export const isWellEscaped = (url: string): boolean =>
  !url.includes("%") || Result.isSuccess(Result.try(() => decodeURIComponent(url)))

/** A path as a URI reference has it (RFC 3986, 3.3), for an answer to name: what can't stand there is escaped. */
export const uriReferenceOf = (path: string): string =>
  path
    .replaceAll(/%(?![0-9A-Fa-f]{2})/g, "%25")
    .replaceAll(/[^\w!$%&'()*+,\-./:;=@~]/g, (character) => encodeURIComponent(character))
