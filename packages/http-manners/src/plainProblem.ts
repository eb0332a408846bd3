import * as Duration from "effect/Duration"
import { failures, type FailureKind } from "./failures.ts"
import { problemMediaType } from "./Problem.ts"
import { requestIdFrom, everywhere, onApiAnswers } from "./answerHeaders.ts"
import { pathOf, uriReferenceOf } from "./target.ts"
import { unavailable } from "./refusals.ts"

/** The known parts of a request, if it could be parsed. */
interface Known {
  readonly url: string
  readonly requestId: string | undefined
}

/** A problem for a request that reaches no router. The connection is closed after it. */
const plainProblem = (
  kind: FailureKind,
  detail: string,
  problemType: (code: string) => string,
  known?: Known
) => {
  const { code, status, title } = failures[kind]
  const requestId = requestIdFrom(known?.requestId)
  const instance = known === undefined ? {} : { instance: uriReferenceOf(pathOf(known.url)) }
  const body = JSON.stringify({
    type: problemType(code),
    title,
    status,
    detail,
    ...instance,
    code,
    request_id: requestId
  })
  const headers = {
    ...everywhere,
    ...onApiAnswers,
    "content-type": problemMediaType,
    "content-length": String(new TextEncoder().encode(body).length),
    "x-request-id": requestId,
    connection: "close"
  }
  return { status, title, headers, body }
}

interface Request {
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

interface Response {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown
  end(data: string): unknown
}

/** The part of node:http's Server that is needed to answer while it listens without routes. */
export interface ListeningServer {
  on(event: "request", listener: (request: Request, response: Response) => void): unknown
  listenerCount(event: "request"): number
}

const { detail = "", headers: retryAfter } = unavailable(Duration.seconds(1))

/**
 * Answers 503 while no other listener handles requests: before the routes are attached, and after they are detached.
 * Node itself would accept such a request and never answer it. Call this after all other listeners are attached.
 */
export const answerUnserved = <S extends ListeningServer>(
  server: S,
  problemType: (code: string) => string = () => "about:blank"
): S => {
  const withoutRoutes = server.listenerCount("request") + 1
  server.on("request", (request, response) => {
    if (server.listenerCount("request") > withoutRoutes) return
    const known = { url: request.url ?? "/", requestId: String(request.headers["x-request-id"]) }
    const { body, headers, status } = plainProblem("service_unavailable", detail, problemType, known)
    response.writeHead(status, { ...headers, ...retryAfter })
    response.end(body)
  })
  return server
}

interface Socket {
  readonly writable: boolean
  end(data?: string): unknown
  destroy(): unknown
}

/** The newest request of a connection, and its answer. */
interface Exchange {
  readonly request: { readonly complete: boolean }
  readonly response: { readonly headersSent: boolean; readonly writableFinished: boolean }
}

/** The part of node:http's Server that is needed to answer requests that it can't parse, or that offer an upgrade. */
export interface ParsingServer {
  on(
    event: "clientError",
    listener: (error: Error & { readonly code?: string }, socket: Socket) => void
  ): unknown
  on(
    event: "request",
    listener: (
      request: Exchange["request"] & { readonly socket: object },
      response: Exchange["response"]
    ) => void
  ): unknown
  on(event: "checkExpectation", listener: (request: unknown, response: unknown) => void): unknown
  on(event: "newListener", listener: (event: string | symbol, added: () => void) => void): unknown
  off(event: "upgrade", listener: () => void): unknown
  emit(event: "request", request: unknown, response: unknown): boolean
}

/** Disables Node's own refusal with a bare status: `fitness.ts` refuses such a request with a problem. */
const passOnUnfit = (server: ParsingServer): void => {
  Object.assign(server, { requireHostHeader: false })
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
}

/**
 * Ignores `Upgrade`, as HTTP allows. Java's HTTP client offers HTTP/2 with its first request. Effect listens for upgrades;
 * Node then parses nothing more on that connection, so the client's next request would never be answered.
 */
const ignoreUpgrades = (server: ParsingServer): void => {
  server.on("newListener", (event, added) => {
    if (event === "upgrade") queueMicrotask(() => server.off("upgrade", added))
  })
}

const kinds: Readonly<Record<string, readonly [FailureKind, string]>> = {
  HPE_HEADER_OVERFLOW: ["headers_too_large", "The request's headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request didn't arrive in time."]
}

const malformed: readonly [FailureKind, string] = [
  "malformed_request",
  "The request is not valid HTTP/1.1 (RFC 9112)."
]

const answer = (kind: FailureKind, detail: string, problemType: (code: string) => string): string => {
  const { body, headers, status, title } = plainProblem(kind, detail, problemType)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${title}\r\n${lines.join("")}\r\n${body}`
}

/** Answers requests that don't parse as HTTP with a problem; Node itself would send a bare status line. */
export const answerClientErrors = <S extends ParsingServer>(
  server: S,
  problemType: (code: string) => string = () => "about:blank"
): S => {
  passOnUnfit(server)
  ignoreUpgrades(server)
  const newest = new WeakMap<object, Exchange>()
  server.on("request", (request, response) => newest.set(request.socket, { request, response }))
  server.on("clientError", (error, socket) => {
    const { request, response } = newest.get(socket) ?? {}
    // The request's body broke after its answer was begun: a second answer would be taken for the next request's.
    if (response?.headersSent && !(request?.complete && response.writableFinished)) return void socket.end()
    // The client has disconnected: nothing can be sent.
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
    const [kind, detail] = kinds[error.code ?? ""] ?? malformed
    socket.end(answer(kind, detail, problemType))
  })
  return server
}
