import { type TimelineEntry, TimelineThing } from "@embedded-super/contracts/schemas"
import { type Author, maskedMessage } from "@embedded-super/pages/content/Message"
import { kinds, type KindName } from "@embedded-super/pages/kinds/index"
import type { Detail, Kind } from "@embedded-super/pages/kinds/Kind"
import { type Messages, type NewEntry, shortText } from "@embedded-super/pages/store/NewEntry"
import { shownCall } from "@embedded-super/pages/store/exchanges"
import * as Schema from "effect/Schema"
import { scrub } from "../telemetry/loggable.ts"
import { toTimestamp } from "../time/timestamp.ts"
import { beganMicrosOf, type Placed } from "./steps.ts"
import type { Note, RawMessage } from "./Timeline.ts"

/**
 * Who wrote the answer of an entry that the service noted: the service, if it received the call. A fund of the sandbox is
 * known by the entry's own data.
 */
export const answerAuthor = (kind: string, detail: Readonly<Record<string, unknown>>): Author => {
  if (kind === "call_received") return "this_program"
  return kind === "fund_called" && String(detail["is_simulated"]) === "true" ? "simulated_fund" : "another"
}

/** The body of a webhook is in the database. */
const WITHOUT_MESSAGES: ReadonlySet<KindName> = new Set(["webhook_attempted"])

const MOST_THINGS = 20

/** A thing without a proper id would make the list unreadable. */
const isThing = Schema.is(TimelineThing)

/** Most texts repeat: names, codes, operations. */
const seen = new Map<string, TimelineEntry["summary"]>()
const MOST_SEEN = 500

/** The last safeguard: no text should hold secrets or tax file numbers, which `scrub` removes. */
const shown = (text: string): TimelineEntry["summary"] => {
  let fitting = seen.get(text)
  if (fitting === undefined) {
    if (seen.size >= MOST_SEEN) seen.clear()
    seen.set(text, (fitting = shortText(scrub(text))))
  }
  return fitting
}

const textOrNull = (text: string | undefined) => (text === undefined ? null : shown(text))

const detailOf = (detail: Detail): TimelineEntry["detail"] => {
  const shownDetail: Record<string, TimelineEntry["summary"]> = {}
  for (const name in detail) {
    const value = detail[name]
    if (value !== null && value !== undefined) shownDetail[name] = shown(String(value))
  }
  return shownDetail
}

const maskedJson = (message: RawMessage | undefined, author: Author, request: RawMessage | null = null) =>
  message === undefined ? null : JSON.stringify(maskedMessage(message, author, request))

const messagesOf = ({ answer, detail, kind, request }: Note): { readonly messages?: Messages } =>
  (request === undefined && answer === undefined) || WITHOUT_MESSAGES.has(kind)
    ? {}
    : {
        messages: {
          request: maskedJson(request, "another"),
          answer: maskedJson(answer, answerAuthor(kind, detail), request)
        }
      }

/**
 * The entry of a note: its sentence, and nothing that may not be shown. `ahead` is that of the sandbox's clock now;
 * `typed` writes commands as they are typed.
 */
export const entryOfNote = (placed: Placed, ahead: number, typed: (text: string) => string): NewEntry => {
  const { causes, note, span } = placed
  const { outcome, sentence } = kinds[note.kind] as Kind<Detail>
  const began_us = beganMicrosOf(placed)
  const parties = { from: textOrNull(note.from), to: textOrNull(note.to) }
  const { durationMillis } = note
  return {
    source: "service",
    at: toTimestamp(new Date(Math.round(began_us / 1000) + (placed.ahead ?? ahead))),
    began_us,
    kind: note.kind,
    outcome: outcome(note.detail),
    summary: shown(typed(sentence(note.detail, parties))),
    ...parties,
    ...shownCall(
      note.call === undefined
        ? { method: null, path: null, status: null }
        : { ...note.call, path: shown(note.call.path) }
    ),
    duration_ms: durationMillis === undefined ? null : Math.max(0, Math.round(durationMillis)),
    request_id: note.call?.requestId ?? null,
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_id: span.parentId,
    about: note.about?.filter(isThing).slice(0, MOST_THINGS) ?? [],
    detail: detailOf(note.detail),
    causes,
    ...(note.makes === undefined ? {} : { makes: note.makes }),
    ...(note.request?.target === undefined ? {} : { target: note.request.target }),
    ...messagesOf(note)
  }
}
