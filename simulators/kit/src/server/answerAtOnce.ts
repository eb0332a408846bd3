import { duplicateMember, everywhere, onApiAnswers, requestIdFrom, unfit } from "@embedded-super/http-manners"
import { isUtf8 } from "node:buffer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { Faults } from "../faults/Faults.ts"
import { faultHeader } from "../faults/playFaults.ts"
import { EventLog } from "../log/EventLog.ts"
import { State } from "../state/State.ts"
import { type Runnable, Runnables } from "./operations.ts"

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
  // An escape may be a lone surrogate, which HttpApi's path refuses.
  if (text.includes("\\u") || duplicateMember(text) !== undefined) return undefined
  return Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))
}

/** Reads a body, and puts it back: the request is as before, and may be read again. */
const peek = (request: IncomingMessage, seen: (body: Buffer) => void): void => {
  const length = Number(request.headers["content-length"])
  const chunks: Array<Buffer> = []
  let size = 0
  const read = () => {
    for (let chunk: Buffer | null; (chunk = request.read() as Buffer | null) !== null; size += chunk.length)
      chunks.push(chunk)
    if (size < length) return
    request.off("readable", read)
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    request.unshift(body)
    seen(body)
  }
  request.on("readable", read)
}

const manners = Object.entries({ ...everywhere, ...onApiAnswers }).flat()

const send = (
  response: ServerResponse,
  requestId: string,
  status: number,
  text: string | undefined
): void => {
  const body = text === undefined ? [] : ["content-type", "application/json"]
  const length = text === undefined ? [] : ["content-length", String(Buffer.byteLength(text))]
  response.writeHead(status, [...body, ...length, ...manners, "x-request-id", requestId])
  response.end(text)
}

/**
 * Makes a server answer calls in good order here: plain JSON that fits the contract, from a known caller, with no fault
 * to play, to an operation that answers at once. All others are passed on, to router and middleware.
 */
export const answerAtOnce = Effect.gen(function* () {
  const runnables = yield* Runnables
  const faults = yield* Faults
  const log = yield* EventLog
  const state = yield* State

  return <S extends Server>(server: S): S => {
    const emit = server.emit.bind(server) as (event: string, ...args: Array<unknown>) => boolean

    /** Runs the operation. Its answer is sent once its changes are committed. */
    const answer = (
      { run, textOf }: Runnable,
      call: object,
      json: unknown,
      request: IncomingMessage,
      response: ServerResponse,
      began: number
    ): boolean => {
      if (response.destroyed || faults.hasAny()) return false
      const given = run(call)
      if (Effect.isEffect(given)) return false
      const text = textOf(given)
      const { headers, method = "", url = "" } = request
      const request_id = requestIdFrom(headers["x-request-id"] as string | undefined)
      const duration_ms = Math.round(performance.now() - began)
      log.list(
        given.note,
        { method, path: url, status: given.status, duration_ms, request_id },
        { headers, body: Option.some(json) }
      )
      state.onceCommitted((isKept) => {
        // If the commit fails (e.g. the disk is full), the call is tried again there, and the failure is explained.
        if (!isKept) return emit("request", request, response)
        request.resume()
        return send(response, request_id, given.status, text)
      })
      return true
    }

    const take = (runnable: Runnable, request: IncomingMessage, response: ServerResponse): void => {
      const began = performance.now()
      const passOn = () => emit("request", request, response)
      peek(request, (body) => {
        const json = parsed(body)
        const call =
          json === undefined || faults.hasAny() ? undefined : runnable.decode(request.headers, json)
        if (call === undefined) return passOn()
        /** If the operation throws, it is tried again there, and the failure is explained. */
        const decide = (refusal: string | undefined) => {
          const isAnswered = Result.try(
            () => refusal === undefined && answer(runnable, call, json, request, response, began)
          )
          if (!Result.getOrElse(isAnswered, () => false)) passOn()
        }
        const refusal = runnable.refusalOf(request)
        if (refusal instanceof Promise) refusal.then(decide, passOn)
        else decide(refusal)
        return true
      })
    }

    server.emit = ((event: string, ...args: Array<unknown>) => {
      if (event !== "request") return emit(event, ...args)
      const [request, response] = args as [IncomingMessage, ServerResponse]
      const runnable = runnables.get(`${request.method} ${request.url}`)
      if (runnable === undefined || !isPlain(request)) return emit("request", request, response)
      take(runnable, request, response)
      return true
    }) as typeof server.emit
    return server
  }
})
