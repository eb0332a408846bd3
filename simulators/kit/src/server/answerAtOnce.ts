import { duplicateMember, everywhere, onApiAnswers, requestIdFrom, unfit } from "@embedded-super/http-manners"
import { isUtf8 } from "node:buffer"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Faults } from "../faults/Faults.ts"
import { faultHeader } from "../faults/playFaults.ts"
import { EventLog } from "../log/EventLog.ts"
import { State } from "../state/State.ts"
import { type Runnable, Runnables } from "./operations.ts"

/** Reads a body. */
export const readBody = (request: IncomingMessage, done: (body: Buffer) => void): void => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
}

/** A copy of the request, with its body unread. */
export const unread = (request: IncomingMessage, body: Buffer): IncomingMessage => {
  const { headers, httpVersion, httpVersionMajor, httpVersionMinor, method, rawHeaders, url } = request
  const copy = Object.assign(new IncomingMessage(request.socket), {
    ...{ headers, httpVersion, httpVersionMajor, httpVersionMinor, method, rawHeaders, url },
    complete: true
  })
  copy.push(body)
  copy.push(null)
  return copy
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
  // An escape may be a lone surrogate, which HttpApi's path refuses.
  if (text.includes("\\u") || duplicateMember(text) !== undefined) return undefined
  return Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))
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

    const take = (runnable: Runnable, request: IncomingMessage, response: ServerResponse): void => {
      const began = performance.now()
      const arrival = log.arrival()
      const { headers, method = "", url = "" } = request
      readBody(request, (body) => {
        const passOn = () => {
          const copy = unread(request, body)
          log.remember(copy, arrival, body)
          return emit("request", copy, response)
        }

        /** Runs the operation, and sends its answer once its changes are committed. */
        const answer = (call: object, json: unknown): boolean => {
          const given = response.destroyed || faults.hasAny() ? undefined : runnable.run(call)
          if (given === undefined || Effect.isEffect(given)) return false
          const text = runnable.textOf(given)
          const request_id = requestIdFrom(headers["x-request-id"] as string | undefined)
          const duration_ms = Math.round(performance.now() - began)
          log.list(given.note, {
            ...{ method, path: url, status: given.status, duration_ms, request_id },
            ...{ source: request, arrival, operation: runnable.name, body, json, text }
          })
          state.onceCommitted((isKept) => {
            // If the commit fails (e.g. the disk is full), the call is tried again there, and the failure is explained.
            if (isKept) send(response, request_id, given.status, text)
            else passOn()
          })
          return true
        }

        /** Passes a call on that isn't answered, or that throws: the refusal or the failure is explained there. */
        const attempt = (isAnswered: () => boolean): void => {
          if (!Result.getOrElse(Result.try(isAnswered), () => false)) passOn()
        }
        attempt(() => {
          const json = parsed(body)
          const call = json === undefined || faults.hasAny() ? undefined : runnable.decode(headers, json)
          if (call === undefined) return false
          const refusal = runnable.refusalOf(request)
          if (!(refusal instanceof Promise)) return refusal === undefined && answer(call, json)
          refusal.then((detail) => attempt(() => detail === undefined && answer(call, json)), passOn)
          return true
        })
      })
    }

    server.emit = ((event: string, ...args: Array<unknown>) => {
      if (event !== "request") return emit(event, ...args)
      const [request, response] = args as [IncomingMessage, ServerResponse]
      const runnable = runnables.get(`${request.method} ${request.url}`)
      if (runnable === undefined || !isPlain(request)) {
        log.remember(request, log.arrival())
        return emit("request", request, response)
      }
      take(runnable, request, response)
      return true
    }) as typeof server.emit
    return server
  }
})
