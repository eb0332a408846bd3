/**
 * Sends the call of an entry again. Each kind of call has a file: `serviceCalls` (to the service), `fundCalls`, `webhooks`;
 * entries of a simulator are sent again by it (`simulatorEntries`).
 *
 * Each is a step of the time line with the first call's entry as its cause, and is the cause of its own consequences. An edited
 * body gets the originals of its masked values back here, in memory; answers are masked again before anyone sees them.
 *
 * The trap: requests are kept in memory, for the newest calls only. For older calls `offerFor` returns this as the reason.
 */

import { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { differencesOf, editsOf } from "@embedded-super/pages/content/differencesOf"
import { type Author, maskedMessage } from "@embedded-super/pages/content/maskedMessage"
import type { RawAnswer } from "@embedded-super/pages/content/Message"
import { notRestored } from "@embedded-super/pages/content/notRestored"
import { restored } from "@embedded-super/pages/content/restored"
import { shortText } from "@embedded-super/pages/store/shortText"
import { traceparentOf } from "@embedded-super/pages/trace/traceparent"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { answerAuthor } from "../../platform/timeline/answerAuthor.ts"
import { type Exchange, TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import { machineNow } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { Again } from "../Again.ts"
import { fundCalls } from "./fundCalls.ts"
import { never, NO_ANSWER, notSendable, type Resender, type Resent } from "./Resender.ts"
import { serviceCalls } from "./serviceCalls.ts"
import { simulatorEntries } from "./simulatorEntries.ts"
import { webhooks } from "./webhooks.ts"

const noEntry = new NotFound({
  code: "not_found",
  detail: "No entry has this position. Positions count from 1 to last_seq of the list of entries."
})

/** The answer that came the first time; masked already, if it is read from the disk. */
const firstAnswer = ({ status }: S.TimelineEntry, exchange: Exchange | undefined): RawAnswer =>
  exchange?.answer == null ? { ...NO_ANSWER, status } : { ...exchange.answer, status }

/** An answer as it is shown. */
const seen = (answer: RawAnswer, duration_ms: number | null, author: Author): S.AnswerSeen => {
  const isEmpty = answer.body === null && Object.keys(answer.headers).length === 0
  return {
    status: answer.status,
    duration_ms,
    message: (answer.status === null || isEmpty
      ? null
      : maskedMessage(answer, author)) as S.TimelineMessageOrNull
  }
}

export const AgainLive = Layer.effect(
  Again,
  Effect.gen(function* () {
    const reader = yield* TimelineReader
    const timeline = yield* Timeline
    const simulators = yield* simulatorEntries
    const resenders: Readonly<Record<string, Resender>> = {
      call_received: yield* serviceCalls,
      fund_called: yield* fundCalls,
      webhook_attempted: yield* webhooks
    }

    const originOf = (entry: S.TimelineEntry) =>
      Effect.map(reader.originOf(entry.seq), (found) =>
        Option.getOrUndefined(Option.filter(found, ({ source }) => source !== "service"))
      )

    const exchangeOf = (seq: number) => Effect.map(reader.exchangeOf(seq), Option.getOrUndefined)

    const offerFor = Effect.fnUntraced(function* (entry: S.TimelineEntry) {
      const origin = yield* originOf(entry)
      if (origin !== undefined) return yield* simulators.offerFor(origin)
      const resender = resenders[entry.kind]
      if (resender === undefined) return never("It is no call that can be sent again.")
      return yield* resender.offerFor(entry, yield* exchangeOf(entry.seq))
    })

    /** Both answers beside each other, and the new entry. */
    const outcomeOf = Effect.fnUntraced(function* (
      entry: S.TimelineEntry,
      exchange: Exchange | undefined,
      edited: string | undefined,
      now: Resent
    ) {
      const before = firstAnswer(entry, exchange)
      const author = answerAuthor(entry.kind, entry.detail)
      const isKnown = now.answer.status !== null && (exchange === undefined || exchange.isRaw)
      const differences = isKnown ? differencesOf(before, now.answer, author) : []
      const made = entry.span_id === null ? [] : yield* reader.children(entry.span_id)
      const seq = made.findLast(({ kind }) => kind === "sent_again")?.seq ?? null
      const outcome: S.AgainOutcome = {
        entry_seq: seq as S.AgainOutcome["entry_seq"],
        before: seen(before, entry.duration_ms, author),
        now: seen(now.answer, now.durationMillis, author),
        differences,
        ...(edited === undefined ? {} : { edits: editsOf(exchange?.request?.body ?? null, edited) }),
        ...(now.notes.length === 0 ? {} : { notes: now.notes.map(shortText) })
      }
      return outcome
    })

    const sendOwn = Effect.fnUntraced(function* (entry: S.TimelineEntry, body: string | undefined) {
      const resender = resenders[entry.kind]
      const offer = yield* offerFor(entry)
      if (resender === undefined || !offer.can_send)
        return yield* notSendable(offer.because ?? "It can't be sent.")
      if (body !== undefined && !offer.can_edit)
        return yield* notSendable(offer.because ?? "It can't be edited.")
      const exchange = yield* exchangeOf(entry.seq)
      const edited = body === undefined ? undefined : restored(body, exchange?.request?.body ?? null)
      if (edited !== undefined && edited.findings.length > 0) return yield* notRestored(edited.findings)
      const { detail, span_id, trace_id } = entry
      const traceparent =
        trace_id === null || span_id === null
          ? undefined
          : traceparentOf({ traceId: trace_id, spanId: span_id })
      const beganAt = machineNow()
      const work = resender.send({ entry, exchange, edited: edited?.body })
      const now = yield* timeline.step({ traceparent })(
        Effect.tap(work, ({ answer, call, durationMillis, request }) =>
          timeline.note({
            kind: "sent_again",
            isStep: true,
            detail: {
              what: detail["operation"] ?? detail["event"] ?? "a call",
              is_edited: edited !== undefined,
              status_before: entry.status,
              status_now: answer.status,
              differences:
                answer.status === null ? null : differencesOf(firstAnswer(entry, exchange), answer).length
            },
            about: entry.about,
            from: "The Workbench",
            ...(entry.to === null ? {} : { to: entry.to }),
            beganAt,
            ...(durationMillis === null ? {} : { durationMillis }),
            ...(call === undefined ? {} : { call: { ...call, status: answer.status, requestId: null } }),
            ...(request === undefined ? {} : { request }),
            ...(request === undefined || answer.status === null ? {} : { answer })
          })
        )
      )
      return yield* outcomeOf(entry, exchange, edited?.body, now)
    })

    return Again.of({
      offerFor,
      send: Effect.fn("Again.send")(function* (seq, body) {
        const found = Option.getOrUndefined(yield* reader.get(seq))
        if (found === undefined) return yield* noEntry
        const origin = yield* originOf(found)
        return yield* origin === undefined ? sendOwn(found, body) : simulators.send(origin, body)
      })
    })
  })
)
