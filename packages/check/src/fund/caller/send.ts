import { exchangeFailureOf } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import { performance } from "node:perf_hooks"
import type { Dispatcher } from "undici"
import { deadline } from "../../run/deadline.ts"
import type { CallFailure } from "../FundUnderTest.ts"
import { MOST_INTERIM } from "./httpAnswer.ts"

/** The most bytes of an answer's body that are read: four times what the service reads (D-fund-calls). */
export const LONGEST_READ = 256 * 1024

/** The result of a call, in bytes. */
export interface Received {
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly isCut: boolean
  readonly failure: CallFailure | null
  readonly code: string | null
  readonly took: number
}

export interface Request {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

class CutOff extends Error {}

/** The kit never calls an address that its own rules block: that word of the service's means a reset here. */
export const failureOf = (error: unknown): CallFailure => {
  const failure = exchangeFailureOf(error)
  return failure === "address_not_allowed" ? "connection_reset" : failure
}

/**
 * One request and its answer, without redirects and without decompression. Whatever the other side does, it ends: after
 * `timeout` milliseconds, or with `LONGEST_READ` bytes. It never fails; an interruption aborts it.
 */
export const send = (dispatcher: Dispatcher, request: Request, timeout: number): Effect.Effect<Received> =>
  Effect.callback((resume) => {
    const began = performance.now()
    let controller: Dispatcher.DispatchController | undefined
    let isOver = false
    let status: number | null = null
    let headers: Readonly<Record<string, string>> = {}
    let read = 0
    let interim = 0
    const kept: Array<Buffer> = []

    const end = (failure: CallFailure | null, code: string | null = null) => {
      if (isOver) return
      isOver = true
      callOff()
      const body = Buffer.concat(kept).subarray(0, LONGEST_READ)
      const took = performance.now() - began
      resume(Effect.succeed({ status, headers, body, isCut: read > LONGEST_READ, failure, code, took }))
    }
    const cutOff = (failure: CallFailure | null) => {
      end(failure)
      controller?.abort(new CutOff())
    }
    const callOff = deadline(timeout, () => cutOff("timeout"))

    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method as Dispatcher.HttpMethod,
        headers: Object.entries(request.headers).flat(),
        body: request.body,
        headersTimeout: 0,
        bodyTimeout: 0
      },
      {
        onRequestStart: (started) => {
          controller = started
          if (isOver) started.abort(new CutOff())
        },
        onResponseStart: (_, code, received) => {
          if (code < 200) {
            interim += 1
            if (interim > MOST_INTERIM) cutOff("invalid_answer")
            return
          }
          status = code
          headers = Object.fromEntries(
            Object.entries(received).map(([name, value]) => [
              name.toLowerCase(),
              [value ?? ""].flat().join(", ")
            ])
          )
        },
        onResponseData: (_, chunk) => {
          kept.push(chunk)
          read += chunk.length
          if (read > LONGEST_READ) cutOff(null)
        },
        onResponseEnd: () => end(null),
        onResponseError: (_, error) => {
          end(failureOf(error), (error as { readonly code?: string }).code ?? null)
        }
      }
    )
    return Effect.sync(() => cutOff("connection_reset"))
  })
