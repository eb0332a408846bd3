import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Result from "effect/Result"
import { duplicateMember } from "./json.ts"
import type { Route } from "./routes.ts"

/**
 * Replaces a content type that can't be read, so that HttpApi refuses it after authentication: a caller without a key
 * then gets 401 first.
 */
const unreadable = "application/x-unreadable"

const readableCharsets = new Set(["utf-8", "utf8", "us-ascii"])

const carriesBody = (headers: Headers.Headers): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

const isReadable = (headers: Headers.Headers): boolean => {
  const coding = headers["content-encoding"]?.trim().toLowerCase()
  if (coding !== undefined && coding !== "identity") return false
  const contentType = headers["content-type"]
  if (contentType === undefined) return !carriesBody(headers)
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]
  return charset === undefined || readableCharsets.has(charset.toLowerCase())
}

const unparseable = (request: HttpServerRequest.HttpServerRequest, description: string) =>
  new HttpServerError.HttpServerError({
    reason: new HttpServerError.RequestParseError({ request, description })
  })

/** The error for a body in which an object has two members of the same name. */
export class DuplicateMember {
  readonly path: ReadonlyArray<string | number>
  constructor(path: ReadonlyArray<string | number>) {
    this.path = path
  }
}

const refusedTwice = (request: HttpServerRequest.HttpServerRequest, path: ReadonlyArray<string | number>) =>
  new HttpServerError.HttpServerError({
    reason: new HttpServerError.RequestParseError({ request, cause: new DuplicateMember(path) })
  })

/** The escapes of a JSON text; a surrogate pair is one escape. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|.)/g
const loneSurrogate = /^\\u[dD][89a-fA-F][\da-fA-F]{2}$/

/**
 * Whether a JSON text escapes a lone surrogate. A database would store the same replacement character for all of them.
 */
const hasHalfCharacters = (text: string): boolean =>
  /\\u[dD][89a-fA-F]/.test(text) && (text.match(escapes) ?? []).some((escape) => loneSurrogate.test(escape))

const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * Reads the body as strict UTF-8, or fails: a name in another encoding must be refused, not stored with replacement
 * characters. It also refuses a body of null, which HttpApi would treat as absent, and duplicate members.
 */
const readStrictly = (
  request: HttpServerRequest.HttpServerRequest,
  bytes: ArrayBuffer
): Effect.Effect<string, HttpServerError.HttpServerError> => {
  const decoded = Result.try(() => utf8.decode(bytes))
  if (Result.isFailure(decoded)) return Effect.fail(unparseable(request, "the body is not UTF-8"))
  const text = decoded.success
  if (text.trim() === "null") return Effect.fail(unparseable(request, "the body is null, not a JSON object"))
  if (hasHalfCharacters(text))
    return Effect.fail(unparseable(request, "the body contains half of a surrogate pair, as an escape"))
  const twice = duplicateMember(text)
  return twice === undefined ? Effect.succeed(text) : Effect.fail(refusedTwice(request, twice))
}

/** The text is read for the operation, and again to explain a refusal or to log the call. It is checked only once. */
const strictText = (request: HttpServerRequest.HttpServerRequest) => {
  let read: Effect.Effect<string, HttpServerError.HttpServerError> | undefined
  return Effect.suspend(
    () => read ?? Effect.flatMap(request.arrayBuffer, (bytes) => (read = readStrictly(request, bytes)))
  )
}

/** The request, adapted for operations that read a body. */
export const prepare = (
  request: HttpServerRequest.HttpServerRequest,
  route: Route
): HttpServerRequest.HttpServerRequest => {
  if (route.consumes.length === 0) return request
  const prepared = isReadable(request.headers)
    ? request
    : request.modify({ headers: Headers.set(request.headers, "content-type", unreadable) })
  return Object.defineProperty(prepared, "text", { value: strictText(prepared), configurable: true })
}
