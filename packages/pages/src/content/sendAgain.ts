/**
 * Sends the call of an entry again: what every program does around it. The program checks what it offers, and knows how to
 * make the call (`send`); an edited body gets the originals of its masked values back here, in memory; both answers are
 * masked before anyone sees them.
 */
import { NotSendable, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { shortText } from "../store/NewEntry.ts"
import { differencesOf, editsOf } from "./differencesOf.ts"
import { type Author, maskedMessage, type RawAnswer } from "./Message.ts"
import { type NotRestored, restored } from "./restored.ts"

/** A call as it was made the first time. */
export interface FirstCall {
  readonly entry: S.TimelineEntry
  readonly offer: S.AgainOffer
  /** Null if it had none, or if it isn't kept. */
  readonly body: string | null
  readonly answer: RawAnswer
  /** Who wrote the answer. */
  readonly author: Author
  /** Whether the answer is kept masked only: then it can't be compared. */
  readonly isMasked?: boolean
}

/** The result of sending it again. */
export interface Resent {
  /** `status` is null if no answer came, or if none came yet. */
  readonly answer: RawAnswer
  readonly durationMillis: number | null
  /** The position of its entry. */
  readonly seq: number | null
  /** The differences from the first time, one sentence each. */
  readonly notes?: ReadonlyArray<string>
}

export const NO_ANSWER: RawAnswer = { status: null, headers: {}, body: null }

export const notSendable = (detail: string) => new NotSendable({ code: "not_sendable", detail })

/** `because`: why it can't be sent, and what to do instead. */
export const never = (because: string): S.AgainOffer => ({
  can_send: false,
  can_edit: false,
  because: shortText(because)
})

/** `because`: why it can't be edited. */
export const onlyAsItWas = (because: string): S.AgainOffer => ({
  can_send: true,
  can_edit: false,
  because: shortText(because)
})

export const anyway: S.AgainOffer = { can_send: true, can_edit: true, because: null }

/** Headers of one connection, or of one call: a call that is sent again has its own. */
const ofOneCall: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "accept-encoding",
  "expect",
  "traceparent",
  "tracestate",
  "x-request-id"
])

/** The first call's headers, names in lower case, for the second one: `key` is its Idempotency-Key, if the first had one. */
export const resentHeaders = (
  first: Readonly<Record<string, string>>,
  { key, traceparent }: { readonly key: string | undefined; readonly traceparent: string | undefined }
): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(first).filter(([name]) => !ofOneCall.has(name))),
  ...(key === undefined || first["idempotency-key"] === undefined ? {} : { "idempotency-key": key }),
  ...(traceparent === undefined ? {} : { traceparent })
})

/** The refusal of an edited body that can't be sent. Its places are inside the text that `sendAgain` got as its `body`. */
const notRestored = (findings: ReadonlyArray<NotRestored>): ValidationFailed =>
  new ValidationFailed({
    code: "validation_failed",
    detail: `${findings.length} ${findings.length === 1 ? "place" : "places"} of the edited body can't be sent.`,
    errors: findings.slice(0, 100).map(({ code, detail, pointer }) => ({
      in: "body" as const,
      pointer: "#/body",
      code,
      detail: `${pointer}: ${detail}`
    }))
  })

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

/** Sends it, unless it isn't offered. `send` gets the edited body as it can be sent; undefined to send the first one. */
export const sendAgain = <E, R>(
  { answer, author, body, entry, isMasked = false, offer }: FirstCall,
  edited: string | undefined,
  send: (body: string | undefined) => Effect.Effect<Resent, E, R>
): Effect.Effect<S.AgainOutcome, E | NotSendable | ValidationFailed, R> =>
  Effect.gen(function* () {
    if (!offer.can_send) return yield* notSendable(offer.because ?? "It can't be sent.")
    if (edited !== undefined && !offer.can_edit)
      return yield* notSendable(offer.because ?? "It can't be edited.")
    const made = edited === undefined ? undefined : restored(edited, body)
    if (made !== undefined && made.findings.length > 0) return yield* notRestored(made.findings)
    const now = yield* send(made?.body)
    const { notes = [] } = now
    return {
      entry_seq: now.seq,
      before: seen(answer, entry.duration_ms, author),
      now: seen(now.answer, now.durationMillis, author),
      differences: isMasked || now.answer.status === null ? [] : differencesOf(answer, now.answer, author),
      ...(made === undefined ? {} : { edits: editsOf(body, made.body) }),
      ...(notes.length === 0 ? {} : { notes: notes.map(shortText) })
    }
  })
