import type * as HttpBody from "effect/http/HttpBody"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { failures, kindOfStatus } from "./failures.ts"
import type { Mannered, ServerManners } from "./Mannered.ts"
import { type Problem, problemMediaType, problemResponse } from "./Problem.ts"
import type { Refusal } from "./refusals.ts"
import { everywhere, onApiAnswers } from "./answerHeaders.ts"
import { uriReferenceOf } from "./target.ts"

/** The data that an answer is finished with. */
export interface Exchange {
  readonly requestId: string
  /** The path of the request, without query. */
  readonly path: string
  /** The API that the path belongs to; undefined for pages and unknown paths. */
  readonly mannered: Mannered | undefined
  readonly manners: ServerManners
  /** Additional headers of every answer of the operation. */
  readonly headers: Readonly<Record<string, string>>
}

const BLANK = "about:blank"

const problemTypeFor = ({ mannered, manners }: Exchange) => mannered?.problemType ?? manners.problemType

const typeOf = (code: string, exchange: Exchange): string => problemTypeFor(exchange)?.(code) ?? BLANK

/** Writes a refusal in its API's form. */
export const refuse = (refusal: Refusal, exchange: Exchange): HttpServerResponse.HttpServerResponse => {
  const { code, status, title } = (exchange.mannered?.failures ?? failures)[refusal.kind]
  const problem: Problem = {
    type: typeOf(code, exchange),
    title,
    status,
    ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
    instance: uriReferenceOf(exchange.path),
    code,
    request_id: exchange.requestId,
    ...(refusal.errors === undefined ? {} : { errors: refusal.errors })
  }
  return problemResponse({ ...problem }, refusal.headers)
}

const textOf = (body: HttpBody.HttpBody): string | undefined =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : undefined

/** Adds the members that the problem's origin doesn't know: the request's id and path, and the documentation URL. */
const completed = (
  response: HttpServerResponse.HttpServerResponse,
  exchange: Exchange
): HttpServerResponse.HttpServerResponse => {
  const text = textOf(response.body)
  const problem =
    text === undefined ? undefined : Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))
  if (!Predicate.isReadonlyObject(problem)) return response
  const made: Readonly<Record<PropertyKey, unknown>> = problem
  const code = Predicate.isString(made["code"]) ? made["code"] : undefined
  const full = {
    ...made,
    // A problem's class knows the address of the specs' examples. Where the docs are, only the server knows.
    type: code === undefined ? made["type"] : (problemTypeFor(exchange)?.(code) ?? made["type"] ?? BLANK),
    status: response.status,
    instance: made["instance"] ?? uriReferenceOf(exchange.path),
    request_id: made["request_id"] ?? exchange.requestId
  }
  return problemResponse(full, { ...response.headers })
}

const isBare = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.body._tag === "Empty" || (response.headers["content-type"] ?? "").startsWith("text/plain")

const asProblem = (
  response: HttpServerResponse.HttpServerResponse,
  exchange: Exchange,
  refusalFor: (status: number) => Refusal | undefined
): HttpServerResponse.HttpServerResponse => {
  if (response.status < 400 || response.status === 499) return response
  if ((response.headers["content-type"] ?? "").startsWith(problemMediaType))
    return completed(response, exchange)
  if (!isBare(response)) return response
  const refusal = refusalFor(response.status) ?? { kind: kindOfStatus(response.status) }
  const { "content-length": _length, "content-type": _type, ...kept } = response.headers
  return HttpServerResponse.setHeaders(refuse(refusal, exchange), { ...kept, ...refusal.headers })
}

/** Adds what every answer has in common (headers, problem members). Idempotent. */
export const finish = (
  response: HttpServerResponse.HttpServerResponse,
  exchange: Exchange,
  refusalFor: (status: number) => Refusal | undefined
): HttpServerResponse.HttpServerResponse => {
  if (response.headers["x-request-id"] === exchange.requestId) return response
  const answer = asProblem(response, exchange, refusalFor)
  const isApis = exchange.mannered !== undefined || answer.headers["content-type"] === problemMediaType
  const challenge = exchange.mannered?.challenge
  return HttpServerResponse.setHeaders(answer, {
    ...everywhere,
    ...(isApis ? onApiAnswers : {}),
    ...exchange.manners.headers,
    ...exchange.mannered?.headers,
    ...exchange.headers,
    ...(answer.status === 401 && challenge !== undefined ? { "www-authenticate": challenge } : {}),
    ...answer.headers,
    "x-request-id": exchange.requestId
  })
}

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

const mebibyte = 1024 * 1024

/** Limits (size and time) for reading the rest of a refused body. After them the connection is closed. */
const most = 8 * mebibyte
const longest = Duration.seconds(10)

const dropped = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<void> =>
  Effect.suspend(() => {
    let bytes = 0
    return request.stream.pipe(
      Stream.takeWhile((chunk) => (bytes += chunk.length) <= most),
      Stream.runDrain,
      Effect.timeoutOption(longest),
      Effect.ignore
    )
  })

/**
 * Sends the answer to an oversized body at once, then reads and discards the rest of the body.
 *
 * A connection that is closed while its client sends is reset, and the client gets a broken pipe instead of the answer.
 */
export const lingering = (
  response: HttpServerResponse.HttpServerResponse,
  request: HttpServerRequest.HttpServerRequest
): HttpServerResponse.HttpServerResponse => {
  const { body, headers, status } = response
  // A client that waits for 100 Continue hasn't begun to send.
  if (status !== 413 || body._tag !== "Uint8Array" || request.headers["expect"] !== undefined) return response
  const answer = Stream.concat(Stream.make(body.body), Stream.drain(Stream.fromEffect(dropped(request))))
  return HttpServerResponse.stream(answer, {
    status,
    headers,
    contentType: body.contentType,
    contentLength: body.contentLength
  })
}
