import { duplicateMember, everywhere, onApiAnswers, requestIdFrom, unfit } from "@embedded-super/http-manners"
import { isUtf8 } from "node:buffer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { IncomingMessage, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http"
import { Faults } from "../faults/Faults.ts"
import { faultHeader } from "../faults/playFaults.ts"
import { EventLog } from "../log/EventLog.ts"
import type { Note } from "../log/LogEntry.ts"
import { State } from "../state/State.ts"

/** A well-formed call for the fast path. */
export interface StraightCall {
  readonly headers: IncomingHttpHeaders
  readonly json: unknown
}

export interface StraightAnswer {
  readonly status: number
  /** The body as JSON text. */
  readonly text: string
  readonly note: Note
}

type Answer = (call: StraightCall) => StraightAnswer | undefined

/**
 * The fast path for valid calls: plain JSON, the right key, a body that fits the contract, and no fault to play. They
 * are answered at once, without router and middleware, for load tests. Any other call takes the normal path, with its
 * body unread; so nothing may be changed until it is certain that the call is answered here. Both paths give the same
 * answers.
 */
export class StraightWay extends Context.Service<
  StraightWay,
  {
    /**
     * Registers how the calls of a path are answered; `undefined` sends a call to the normal path. Its changes are
     * written at once, and the answer is sent after their commit.
     */
    readonly open: (path: string, answer: Answer) => Effect.Effect<void>
    readonly answers: ReadonlyMap<string, Answer>
  }
>()("@embedded-super/simulator-kit/StraightWay") {
  static readonly layer: Layer.Layer<StraightWay> = Layer.sync(StraightWay, () => {
    const answers = new Map<string, Answer>()
    return { answers, open: (path, answer) => Effect.sync(() => void answers.set(path, answer)) }
  })
}

const largest = 64 * 1024
const jsonTypes = new Set(["application/json", "application/json; charset=utf-8"])
const accepted = new Set([undefined, "*/*", "application/json"])

const isPlain = (request: IncomingMessage): boolean => {
  const { headers } = request
  const length = Number(headers["content-length"])
  return (
    length > 0 &&
    length <= largest &&
    jsonTypes.has(headers["content-type"] ?? "") &&
    accepted.has(headers.accept) &&
    headers["content-encoding"] === undefined &&
    headers.expect === undefined &&
    unfit(request) === undefined &&
    headers[faultHeader] === undefined
  )
}

const parsed = (bytes: Buffer): unknown => {
  if (!isUtf8(bytes)) return undefined
  const text = bytes.toString()
  // An escape may be a lone surrogate, which the normal path refuses.
  if (text.includes("\\u") || duplicateMember(text) !== undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A copy of the request with its body unread. */
const again = (request: IncomingMessage, body: Buffer): IncomingMessage => {
  const unread = new IncomingMessage(request.socket)
  Object.assign(unread, {
    httpVersion: request.httpVersion,
    httpVersionMajor: request.httpVersionMajor,
    httpVersionMinor: request.httpVersionMinor,
    method: request.method,
    url: request.url,
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    complete: true
  })
  unread.push(body)
  unread.push(null)
  return unread
}

/** An accepted call and its answer. */
interface Decided {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: Buffer
  readonly status: number
  readonly text: string
  readonly requestId: string
}

const manners = Object.entries({ ...everywhere, ...onApiAnswers }).flat()

const send = ({ requestId, response, status, text }: Decided): void => {
  const length = String(Buffer.byteLength(text))
  const headers = ["content-type", "application/json", "content-length", length]
  response.writeHead(status, headers.concat(manners, "x-request-id", requestId))
  response.end(text)
}

/** If a write throws, the normal path retries it and explains the failure. */
const attempted = (decide: () => Decided | undefined): Decided | undefined =>
  Result.getOrUndefined(Result.try(decide))

/** Makes a server answer calls of the fast path here, and pass all others to the normal path. */
export const goingStraight = Effect.fnUntraced(function* () {
  const { answers } = yield* StraightWay
  const faults = yield* Faults
  const log = yield* EventLog
  const state = yield* State

  const decided = (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    began: number
  ): Decided | undefined => {
    const json = parsed(body)
    const { headers, method = "", url = "" } = request
    const answer = json === undefined ? undefined : answers.get(url)
    if (answer === undefined || response.destroyed || faults.hasAny()) return undefined
    const given = answer({ headers, json })
    if (given === undefined) return undefined
    const { note, status, text } = given
    const request_id = requestIdFrom(headers["x-request-id"] as string | undefined)
    const duration_ms = Math.round(performance.now() - began)
    log.list(note, { method, path: url, status, duration_ms, request_id })
    return { request, response, body, status, text, requestId: request_id }
  }

  return <S extends Server>(server: S): S => {
    const emit = server.emit.bind(server) as (event: string, ...args: Array<unknown>) => boolean
    /**
     * Sends the answer once this event-loop turn is committed. If the commit fails (e.g. the disk is full), the normal
     * path reports it.
     */
    const settle = (call: Decided) =>
      state.onceCommitted((isKept) => {
        if (isKept) send(call)
        else emit("request", again(call.request, call.body), call.response)
      })
    const take = (request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.method !== "POST" || !answers.has(request.url ?? "") || !isPlain(request))
        return emit("request", request, response)
      const began = performance.now()
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
        const call = attempted(() => decided(request, response, body, began))
        if (call === undefined) emit("request", again(request, body), response)
        else settle(call)
      })
      return true
    }
    server.emit = ((event: string, ...args: Array<unknown>) =>
      event === "request"
        ? take(args[0] as IncomingMessage, args[1] as ServerResponse)
        : emit(event, ...args)) as typeof server.emit
    return server
  }
})
