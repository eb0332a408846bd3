/**
 * Sends the call of an entry once more: one that the simulator answered goes to its own address, through the same front
 * door (faults, validation, log); one that it made goes to the service again.
 *
 * The trap: tokens are good for one call, and the caller's private key isn't here. A pass says that the first call's
 * caller was accepted. If that was refused, the call is sent with the credentials that it had.
 */
import { NotSendable } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { differencesOf, editsOf } from "@embedded-super/pages/content/differencesOf"
import { notRestored } from "@embedded-super/pages/content/notRestored"
import { isSentAgain } from "@embedded-super/pages/content/resentHeaders"
import { restored } from "@embedded-super/pages/content/restored"
import { traceparentOf } from "@embedded-super/pages/trace/traceparent"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { askAt } from "../cli/askAt.ts"
import { EventLog } from "../log/EventLog.ts"
import type { Exchange, KeptAnswer } from "../log/Exchanges.ts"
import { SimulatorAddress } from "../server/listen.ts"
import { passHeader, Passes } from "../server/Passes.ts"
import { answerAuthor, shown } from "./detail.ts"
import type { SignedAnew } from "./timeLine.ts"

/** Longer than any answer that a fault or a magic value puts off in ordinary use. */
const within = "30 seconds"

const noAnswer: KeptAnswer = { status: null, headers: {}, body: null }

interface Sent {
  readonly answer: KeptAnswer
  readonly durationMillis: number
  readonly seq: number | undefined
}

export const makeSendAgain = Effect.fnUntraced(function* (signedAnew: SignedAnew = () => Effect.succeed({})) {
  const log = yield* EventLog
  const passes = yield* Passes
  const fs = yield* FileSystem.FileSystem
  const { caFile, url } = yield* SimulatorAddress

  /** Calls this simulator as the first caller did. */
  const callSelf = Effect.fnUntraced(function* (
    exchange: Exchange,
    body: string | null,
    { span_id, trace_id }: S.TimelineEntry
  ) {
    const requestId = crypto.randomUUID()
    const kept = Object.entries(exchange.headers).flatMap(([name, value]) =>
      name === passHeader || !isSentAgain(name) ? [] : [[name, value]]
    )
    const headers: Record<string, string> = {
      ...Object.fromEntries(kept),
      // A call with another body is another one: a fund would refuse the same key.
      ...(body !== exchange.body && exchange.headers["idempotency-key"] !== undefined
        ? { "idempotency-key": crypto.randomUUID() }
        : {}),
      ...(yield* signedAnew(exchange, body)),
      ...(trace_id === null || span_id === null
        ? {}
        : { traceparent: traceparentOf({ traceId: trace_id, spanId: span_id }) }),
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
    const wire: KeptAnswer = Option.match(answered, {
      onNone: () => noAnswer,
      onSome: ({ headers, status, text }) => ({
        status,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: text === "" ? null : text
      })
    })
    const sent: Sent = { answer: noted?.answer ?? wire, durationMillis, seq }
    return sent
  })

  return Effect.fnUntraced(function* ({ again, entry }: S.TimelineEntryDetail, edited: string | undefined) {
    const exchange = log.exchangeOf(entry.seq)
    if (!again.can_send || exchange === undefined)
      return yield* notSendable(again.because ?? "Its content isn't kept any more.")
    const first = exchange.body ?? null
    if (edited !== undefined && !again.can_edit)
      return yield* notSendable(again.because ?? "It can't be edited.")
    const made = edited === undefined ? undefined : restored(edited, first)
    if (made !== undefined && made.findings.length > 0) return yield* notRestored(made.findings)
    const body = made?.body ?? first
    const { span_id, trace_id } = entry
    const cause =
      trace_id === null || span_id === null
        ? undefined
        : { traceId: trace_id, spanId: span_id, parentId: entry.parent_id }
    const sent: Sent = yield* exchange.sendAgain?.(body, cause) ?? callSelf(exchange, body, entry)
    const before = exchange.answer
    const now = sent.answer
    const author = answerAuthor(exchange)
    const outcome: S.AgainOutcome = {
      entry_seq: sent.seq ?? null,
      before: { status: before.status, duration_ms: entry.duration_ms, message: shown(before, author) },
      now: { status: now.status, duration_ms: sent.durationMillis, message: shown(now, author) },
      differences: differencesOf(before, now, author),
      ...(made === undefined ? {} : { edits: editsOf(first, body) })
    }
    return outcome
  })
})

const notSendable = (detail: string) => new NotSendable({ code: "not_sendable", detail })
