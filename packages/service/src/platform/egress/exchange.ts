/**
 * Outgoing HTTP calls to the addresses of partners and funds. `exchange` sends one POST and returns its result;
 * `checkedConnector` refuses addresses inside the network (`addressRules`); `breaker` is the circuit breaker of webhook
 * endpoints and funds.
 *
 * Why a check at each connection: DNS may return another address than it did before, and an address can be written in
 * many ways (D-webhook-address). The connection goes to the address that was checked.
 *
 * The traps: call such an address only with a `checkedAgent`, never with plain `fetch`, which checks no address and
 * follows redirects. `begun` is false only if no byte was sent; in any other failure the receiver may have acted on the
 * request.
 */

import * as Effect from "effect/Effect"
import { type ExchangeFailure, exchangeFailureOf, type ExchangeResult } from "@embedded-super/http-manners"
import type { Dispatcher } from "undici"

/** Time and size limits of one attempt. Times in milliseconds, sizes in bytes. */
export interface ExchangeLimits {
  /** Look-up, connection and TLS together. */
  readonly connect: number
  /** From the request to the response's headers. */
  readonly headers: number
  /** The whole exchange: undici's own timers only detect inactivity, and a slow body never triggers them. */
  readonly whole: number
  /** The response's body is cut off after this size. */
  readonly read: number
  /** How much of the response's body is kept. */
  readonly keep: number
}

export interface ExchangeRequest {
  readonly origin: string
  readonly path: string
  readonly headers: ReadonlyArray<string>
  readonly body: string | Uint8Array
}

/** Points inside an exchange at which tests end the process. */
export type ExchangeMoment = "connected" | "sent" | "answered"

class CutOff extends Error {}

/** More notices that an answer will come (1xx) aren't read: a receiver could send them for as long as it may take. */
export const MOST_NOTICES = 10

/**
 * One POST, with the limits of this file, without redirects and without decompression. Always calls `done` exactly
 * once: a failure is part of the result. Returns a function that aborts it. undici's dispatcher is called directly, and
 * without a fibre for each exchange, because this is the hot path of delivery: it halves the cost of an exchange.
 */
export const startExchange = (
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  limits: ExchangeLimits,
  done: (result: ExchangeResult) => void,
  at?: (moment: ExchangeMoment) => void
): (() => void) => {
  let controller: Dispatcher.DispatchController | undefined
  let over = false
  let begun = false
  let cut = false
  let code: string | null = null
  let status: number | null = null
  let retryAfter: string | null = null
  let contentEncoding: string | undefined
  let read = 0
  let notices = 0
  let kept: Array<Buffer> | undefined

  const end = (failure: ExchangeFailure | null) => {
    if (over) return
    over = true
    clearTimeout(timer)
    at?.("answered")
    const answer = kept === undefined ? null : Buffer.concat(kept).subarray(0, limits.keep)
    const encoded = contentEncoding === undefined ? {} : { contentEncoding }
    done({ status, failure, code, begun, retryAfter, ...encoded, answer, cut })
  }
  const cutOff = (failure: ExchangeFailure | null) => {
    end(failure)
    controller?.abort(new CutOff())
  }
  // mutant (exchange): an attempt ends after its time, however slow the answer: `limits.whole)` -> `limits.whole * 1000)`
  const timer = setTimeout(() => cutOff("timeout"), limits.whole)

  dispatcher.dispatch(
    {
      origin: request.origin,
      path: request.path,
      method: "POST",
      headers: request.headers as Array<string>,
      body: request.body,
      headersTimeout: limits.headers,
      bodyTimeout: limits.whole
    },
    {
      onRequestStart: (started) => {
        controller = started
        // The time limit ended while this waited for a connection: nothing may be sent any more.
        if (over) return started.abort(new CutOff())
        begun = true
        return at?.("connected")
      },
      onRequestSent: () => at?.("sent"),
      onResponseStart: (_, statusCode, headers) => {
        if (statusCode < 200) {
          notices += 1
          return notices > MOST_NOTICES ? cutOff("invalid_answer") : undefined
        }
        // undici also reads statuses that HTTP doesn't have; nothing of this service could show one.
        if (statusCode > 599) return cutOff("invalid_answer")
        status = statusCode
        retryAfter = [headers["retry-after"] ?? null].flat()[0] ?? null
        contentEncoding = [headers["content-encoding"]].flat()[0]
      },
      onResponseData: (_, chunk) => {
        if (read < limits.keep) (kept ??= []).push(chunk)
        read += chunk.length
        // mutant (exchange): no more of an answer is read than the limit: `read <= limits.read` -> `true`
        if (read <= limits.read) return
        cut = true
        cutOff(null)
      },
      onResponseEnd: () => end(null),
      onResponseError: (_, error) => {
        code = (error as { readonly code?: string }).code ?? null
        end(exchangeFailureOf(error))
      }
    }
  )
  return () => cutOff("connection_reset")
}

/** The exchange as an effect, which never fails; an interruption aborts it. */
export const exchange = (
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  limits: ExchangeLimits,
  at?: (moment: ExchangeMoment) => void
): Effect.Effect<ExchangeResult> =>
  Effect.callback((resume) => {
    const breakOff = startExchange(
      dispatcher,
      request,
      limits,
      (result) => resume(Effect.succeed(result)),
      at
    )
    return Effect.sync(breakOff)
  })
