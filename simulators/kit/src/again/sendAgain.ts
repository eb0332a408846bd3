/**
 * Sends the call of an entry once more: one that the simulator answered goes to its own address, through the same front
 * door (faults, validation, log); one that it made goes to the service again.
 *
 * The trap: tokens are good for one call, and the caller's private key isn't here. A pass says that the first call's
 * caller was accepted. If that was refused, the call is sent with the credentials that it had.
 */
import type * as S from "@embedded-super/contracts/schemas"
import {
  NO_ANSWER,
  notSendable,
  resentHeaders,
  type Resent,
  sendAgain
} from "@embedded-super/pages/content/sendAgain"
import { traceparentOf } from "@embedded-super/pages/trace/traceparent"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { askAt } from "../cli/askAt.ts"
import type { Span } from "../log/arrivals.ts"
import type { Exchange } from "../log/callContent.ts"
import { EventLog } from "../log/EventLog.ts"
import { SimulatorAddress } from "../server/listen.ts"
import { passHeader, Passes } from "../server/Passes.ts"
import { answerAuthor } from "./detail.ts"
import type { SignedAnew } from "./timeLine.ts"

/** Longer than any answer that a fault or a magic value puts off in ordinary use. */
const within = "30 seconds"

export const makeSendAgain = Effect.fnUntraced(function* (signedAnew: SignedAnew = () => Effect.succeed({})) {
  const log = yield* EventLog
  const passes = yield* Passes
  const fs = yield* FileSystem.FileSystem
  const { caFile, url } = yield* SimulatorAddress

  /** Calls this simulator as the first caller did. */
  const callSelf = Effect.fnUntraced(function* (
    exchange: Exchange,
    body: string | null,
    cause: Span | undefined
  ) {
    const requestId = crypto.randomUUID()
    const headers = {
      ...resentHeaders(exchange.headers, {
        // A call with another body is another one: a fund would refuse the same key.
        key: body === exchange.body ? undefined : crypto.randomUUID(),
        traceparent: cause === undefined ? undefined : traceparentOf(cause)
      }),
      ...(yield* signedAnew(exchange, body)),
      "x-request-id": requestId
    }
    const tls = caFile === undefined ? {} : { ca: yield* Effect.orDie(fs.readFileString(caFile)) }
    const began = performance.now()
    const asked = {
      method: exchange.method,
      path: exchange.url,
      ...(body === null ? {} : { body })
    }
    const answered = yield* Effect.acquireUseRelease(
      Effect.sync(() => passes.issue(exchange.answer.status !== 401)),
      (pass) =>
        askAt(url, { ...asked, headers: { ...headers, [passHeader]: pass } }, tls).pipe(
          Effect.timeout(within),
          Effect.option
        ),
      (pass) => Effect.sync(() => passes.withdraw(pass))
    )
    const durationMillis = Math.round(performance.now() - began)
    const seq = log.seqOf(requestId)
    // As the log keeps it, like the first one: the same headers are left out of both.
    const noted = seq === undefined ? undefined : log.exchangeOf(seq)
    const wire = Option.match(answered, {
      onNone: () => NO_ANSWER,
      onSome: ({ headers, status, text }) => ({
        status,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: text === "" ? null : text
      })
    })
    const sent: Resent = { answer: noted?.answer ?? wire, durationMillis, seq: seq ?? null }
    return sent
  })

  return ({ again, entry }: S.TimelineEntryDetail, edited: string | undefined) =>
    Effect.suspend(() => {
      const exchange = log.exchangeOf(entry.seq)
      if (exchange === undefined)
        return Effect.fail(notSendable(again.because ?? "Its content isn't kept any more."))
      const { parent_id: parentId, span_id: spanId, trace_id: traceId } = entry
      const cause = traceId === null || spanId === null ? undefined : { traceId, spanId, parentId }
      const first = exchange.body ?? null
      return sendAgain(
        { entry, offer: again, body: first, answer: exchange.answer, author: answerAuthor(exchange) },
        edited,
        (made) => {
          const body = made ?? first
          return exchange.sendAgain?.(body, cause) ?? callSelf(exchange, body, cause)
        }
      )
    })
})
