/** The content of a call, as it is kept for a reader: its request, and its answer if one was sent. */
import { type Answered, onApiAnswers } from "@embedded-super/http-manners"
import type { RawAnswer } from "@embedded-super/pages/content/Message"
import type { Resent } from "@embedded-super/pages/content/sendAgain"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import type { Span } from "./arrivals.ts"

/** A call and its answer, as they were sent: kept in memory only. */
export interface Exchange {
  /** The operation's id, if the contract has one. */
  readonly operation: string | undefined
  readonly method: string
  /** The path with its query; the whole URL of a call that the simulator made. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Null if it has none; undefined if it was left unread. */
  readonly body: string | null | undefined
  /** Status null if none came. */
  readonly answer: RawAnswer
  /** Makes a call of the simulator once more, in the trace of a span. */
  readonly sendAgain?: (body: string | null, cause: Span | undefined) => Effect.Effect<Resent>
}

/** A request, as its masked content is derived from it. */
export interface ShapedRequest {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The JSON body, undefined if it is no JSON; none if the body was left unread. */
  readonly body: Option.Option<unknown>
}

type Request = HttpServerRequest.HttpServerRequest

export const readText = ({ text }: Request): Effect.Effect<string | undefined> =>
  Effect.orElseSucceed(text, () => undefined)

/** Headers as they came, names and values in turn, by their names in lower case. */
const headersIn = (lines: ReadonlyArray<string>): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const name = lines[at]!.toLowerCase()
    const before = headers[name]
    headers[name] = before === undefined ? lines[at + 1]! : `${before}, ${lines[at + 1]}`
  }
  return headers
}

/** The request, with the path as it was sent: with its query. */
const sentIn = (source: IncomingMessage): Pick<Exchange, "method" | "url" | "headers"> => ({
  method: source.method ?? "",
  url: source.url ?? "/",
  headers: headersIn(source.rawHeaders)
})

/** The headers of a straight answer that matter to a reader. */
const jsonHeaders = {
  "content-type": "application/json",
  "cache-control": onApiAnswers["cache-control"]!
}

const bodyTextOf = ({ body, headers }: Answered["response"]): string | null =>
  body._tag === "Uint8Array" && (headers["content-type"] ?? "").includes("json")
    ? new TextDecoder().decode(body.body) || null
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
  body: string | undefined
): Exchange => ({
  operation,
  ...sentIn(request.source as IncomingMessage),
  body: request.method === "POST" ? body : null,
  answer: { status: response.status, headers: response.headers, body: bodyTextOf(response) }
})

/** A call that was answered with JSON, or without a body, outside of the router. */
export const straightExchangeOf = (
  operation: string,
  source: IncomingMessage,
  body: Buffer,
  { status, text = null }: { readonly status: number | null; readonly text: string | null | undefined }
): Exchange => ({
  operation,
  ...sentIn(source),
  body: body.toString() || null,
  answer: { status, headers: text === null ? {} : jsonHeaders, body: text }
})

/** A call that gets no answer. */
export const unansweredExchangeOf = (
  operation: string,
  { source }: Request,
  body: string | undefined
): Exchange => ({
  operation,
  ...sentIn(source as IncomingMessage),
  body: body === "" ? null : body,
  answer: { status: null, headers: {}, body: null }
})
