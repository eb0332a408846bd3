/**
 * Sends the call of an entry again, by the rules that the simulators have, too (`sendAgain` of the pages). Each kind of call
 * has a file: `serviceCalls` (to the service), `fundCalls`, `webhooks`; entries of a simulator are sent again by it
 * (`simulatorEntries`).
 *
 * Each is a step of the time line with the first call's entry as its cause, and is the cause of its own consequences.
 *
 * The trap: requests are kept in memory, for the newest calls only. For older calls `offerFor` returns this as the reason.
 */

import {
  NotFound,
  type NotSendable,
  type ServiceUnavailable,
  type ValidationFailed
} from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { differencesOf } from "@embedded-super/pages/content/differencesOf"
import type { RawAnswer } from "@embedded-super/pages/content/Message"
import { never, NO_ANSWER, sendAgain } from "@embedded-super/pages/content/sendAgain"
import { traceparentOf } from "@embedded-super/pages/trace/traceparent"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Context from "effect/Context"
import { answerAuthor } from "../../platform/timeline/entryOfNote.ts"
import { type Exchange, TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import { machineNow } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { fundCalls } from "./fundCalls.ts"
import type { Resender } from "./Resender.ts"
import { serviceCalls } from "./serviceCalls.ts"
import { simulatorEntries } from "./simulatorEntries.ts"
import { webhooks } from "./webhooks.ts"

/** Sends the call of an entry again, and compares both answers. */
export class Again extends Context.Service<
  Again,
  {
    /** Whether the call of an entry can be sent again, and edited; and why not. */
    readonly offerFor: (entry: S.TimelineEntry) => Effect.Effect<S.AgainOffer>
    readonly send: (
      seq: number,
      body: string | undefined
    ) => Effect.Effect<S.AgainOutcome, NotFound | NotSendable | ServiceUnavailable | ValidationFailed>
  }
>()("@embedded-super/service/workbench/Again") {}

export const noEntry = new NotFound({
  code: "not_found",
  detail: "No entry has this position. Positions count from 1 to last_seq of the list of entries."
})

/** The answer that came the first time; masked already, if it is read from the disk. */
const firstAnswer = ({ status }: S.TimelineEntry, exchange: Exchange | undefined): RawAnswer =>
  exchange?.answer == null ? { ...NO_ANSWER, status } : { ...exchange.answer, status }

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
      if (origin !== undefined) return yield* simulators.offerFor(origin, entry.seq)
      const resender = resenders[entry.kind]
      if (resender === undefined) return never("It is no call that can be sent again.")
      return yield* resender.offerFor(entry, yield* exchangeOf(entry.seq))
    })

    const sendOwn = Effect.fnUntraced(function* (entry: S.TimelineEntry, edited: string | undefined) {
      const resender = resenders[entry.kind]
      const offer = yield* offerFor(entry)
      const exchange = yield* exchangeOf(entry.seq)
      const before = firstAnswer(entry, exchange)
      const { detail, span_id, trace_id } = entry
      const traceparent =
        trace_id === null || span_id === null
          ? undefined
          : traceparentOf({ traceId: trace_id, spanId: span_id })

      const send = Effect.fnUntraced(function* (body: string | undefined) {
        if (resender === undefined) return yield* Effect.die("What isn't offered isn't sent.")
        const beganAt = machineNow()
        const now = yield* timeline.step({ traceparent })(
          Effect.tap(
            resender.send({ entry, exchange, edited: body }),
            ({ answer, call, durationMillis, request }) =>
              timeline.note({
                kind: "sent_again",
                isStep: true,
                detail: {
                  what: detail["operation"] ?? detail["event"] ?? "a call",
                  is_edited: body !== undefined,
                  status_before: entry.status,
                  status_now: answer.status,
                  differences: answer.status === null ? null : differencesOf(before, answer).length
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
        const made = span_id === null ? [] : yield* reader.children(span_id)
        return { ...now, seq: made.findLast(({ kind }) => kind === "sent_again")?.seq ?? null }
      })

      return yield* sendAgain(
        {
          ...{ entry, offer, answer: before, body: exchange?.request?.body ?? null },
          author: answerAuthor(entry.kind, detail),
          isMasked: exchange?.isRaw === false
        },
        edited,
        send
      )
    })

    return Again.of({
      offerFor,
      send: Effect.fn("Again.send")(function* (seq, body) {
        const found = Option.getOrUndefined(yield* reader.get(seq))
        if (found === undefined) return yield* noEntry
        const origin = yield* originOf(found)
        return yield* origin === undefined ? sendOwn(found, body) : simulators.send(origin, seq, body)
      })
    })
  })
)
