/** The content of a call, as it is kept for a reader: its request, and its answer if one was sent. */
import type { Answered } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { type Exchange, headersIn } from "./Exchanges.ts"

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

const bodyTextOf = ({ body, headers }: Answered["response"]): string | null =>
  body._tag === "Uint8Array" && (headers["content-type"] ?? "").includes("json")
    ? new TextDecoder().decode(body.body)
    : null

/** Whether the body of a refused call isn't described: its caller is unknown, or it was too large. */
const isUnread = ({ status }: Answered["response"]): boolean => [401, 403, 404, 405, 413].includes(status)

/** The most bytes of a refused call's body that are read for it to be sent again. */
const small = 64 * 1024

const isSmall = ({ headers }: Request): boolean => Number(headers["content-length"]) <= small

/** The text of a call's body; undefined if it was left unread, empty if it can't be read. */
export const textOf = ({ operation, request, response }: Answered): Effect.Effect<string | undefined> =>
  request.method !== "POST" || (operation !== undefined && isUnread(response) && !isSmall(request))
    ? Effect.undefined
    : Effect.map(readText(request), (text) => text ?? "")

export const requestOf = ({ request, response }: Answered, body: string | undefined): ShapedRequest => ({
  headers: request.headers,
  body:
    body === undefined || isUnread(response)
      ? Option.none()
      : Option.some(Result.getOrUndefined(Result.try((): unknown => JSON.parse(body))))
})

const headersOf = ({ source }: Request) => headersIn((source as IncomingMessage).rawHeaders)

/** An answered call. */
export const exchangeOf = (
  operation: string,
  { request, response }: Pick<Answered, "request" | "response">,
  body: string | undefined
): Exchange => ({
  operation,
  method: request.method,
  url: urlOf(request),
  headers: headersOf(request),
  body: request.method === "POST" ? body : null,
  answer: { status: response.status, headers: { ...response.headers }, body: bodyTextOf(response) }
})

/** A call that gets no answer. */
export const unansweredExchangeOf = (
  operation: string,
  request: Request,
  body: string | undefined
): Exchange => ({
  ...{ operation, method: request.method, url: urlOf(request), headers: headersOf(request), body },
  answer: { status: null, headers: {}, body: null }
})
