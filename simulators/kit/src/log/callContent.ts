/** The content of a call, as it is kept for a reader: its request, and its answer if one was sent. */
import { type Answered, onApiAnswers } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import type { RawExchange } from "./Exchanges.ts"

/** A request, as its masked content is derived from it. */
export interface ShapedRequest {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The JSON body, undefined if it is no JSON; none if the body was left unread. */
  readonly body: Option.Option<unknown>
}

type Request = HttpServerRequest.HttpServerRequest

export const readText = ({ text }: Request): Effect.Effect<string | undefined> =>
  Effect.orElseSucceed(text, () => undefined)

/** As it was sent: the path with its query. */
const urlOf = ({ source }: Request): string => (source as IncomingMessage).url ?? "/"

/** The headers of a straight answer that matter to a reader. */
const jsonHeaders = ["content-type", "application/json", "cache-control", onApiAnswers["cache-control"]!]

const bodyTextOf = ({ body, headers }: Answered["response"]): string | null =>
  body._tag === "Uint8Array" && (headers["content-type"] ?? "").includes("json")
    ? new TextDecoder().decode(body.body)
    : null

/** Whether a refusal needs no body. The body of an unauthenticated caller isn't described. */
const isUnread = ({ status }: Answered["response"]): boolean => [401, 403, 404, 405, 413].includes(status)

/** The text of a call's body; undefined if it was left unread, empty if it can't be read. */
export const textOf = ({ operation, request, response }: Answered): Effect.Effect<string | undefined> =>
  request.method !== "POST" || (operation !== undefined && isUnread(response))
    ? Effect.undefined
    : Effect.map(readText(request), (text) => text ?? "")

export const requestOf = ({ request, response }: Answered, body: string | undefined): ShapedRequest => ({
  headers: request.headers,
  body:
    body === undefined || isUnread(response)
      ? Option.none()
      : Option.some(Result.getOrUndefined(Result.try((): unknown => JSON.parse(body))))
})

/** An answered call. */
export const exchangeOf = (
  operation: string,
  { request, response }: Pick<Answered, "request" | "response">,
  body: RawExchange["body"]
): RawExchange => ({
  operation,
  method: request.method,
  url: urlOf(request),
  headers: (request.source as IncomingMessage).rawHeaders,
  body: request.method === "POST" ? body : null,
  status: response.status,
  answerHeaders: Object.entries(response.headers).flat(),
  answerBody: bodyTextOf(response)
})

/** A call that was answered with JSON, or without a body, outside of the router. */
export const straightExchangeOf = (
  call: Omit<RawExchange, "answerHeaders" | "answerBody">,
  text: string | undefined
): RawExchange => ({
  ...call,
  answerHeaders: text === undefined ? [] : jsonHeaders,
  answerBody: text ?? null
})

/** A call that gets no answer. */
export const unansweredExchangeOf = (
  operation: string,
  request: Request,
  body: string | undefined
): RawExchange => ({
  ...{ operation, method: request.method, url: urlOf(request), body },
  headers: (request.source as IncomingMessage).rawHeaders,
  ...{ status: null, answerHeaders: [], answerBody: null }
})
