import type * as HttpBody from "effect/http/HttpBody"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { failures, kindOfStatus } from "./failures.ts"
import type { Mannered, ServerManners } from "./Mannered.ts"
import { type Problem, problemMediaType, problemResponse } from "./Problem.ts"
import type { Refusal } from "./refusals.ts"
import { everywhere, onApiAnswers } from "./securityHeaders.ts"
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
