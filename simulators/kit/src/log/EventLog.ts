/**
 * The simulator's part of the time line: its events, in order. A position is never reused, also after a kill -9.
 *
 * A note of a call's handler is listed with the call's answer, before that is sent, at the moment at which the call
 * began. A call that carries a `traceparent` gets a span of its own; one that doesn't gets one only when it causes
 * something (`span`), so that calls without a trace cost nothing more.
 *
 * The trap: seq is the order of writing. What a call causes while it is answered has a lower seq than the call, so
 * causes are found by `began_us` and spans.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { type Answered, requestIdFrom } from "@embedded-super/http-manners"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { isoOf, SimulatorClock } from "../clock/SimulatorClock.ts"
import { State } from "../state/State.ts"
import { tableOf } from "../state/Table.ts"
import { type Arrival, childOf, makeArrivals, newTrace, type Span } from "./arrivals.ts"
import { describeCall } from "./describeCall.ts"
import { columns, entryOf, type EntryRow, type Parties } from "./entries.ts"
import { type Note, shownNote } from "./Note.ts"

export interface EventLogOptions extends Parties {
  /** Shows each entry as it happens. */
  readonly print: (entry: S.TimelineEntry) => void
  /** The masked content of a call's request, logged with the call. */
  readonly requestShape?: (request: ShapedRequest) => Readonly<Record<string, string>>
  /** The number of entries kept for readers; 10,000 by default. */
  readonly keep?: number
}

/** A request, as its masked content is derived from it. */
export interface ShapedRequest {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The JSON body, undefined if it is no JSON; none if the body was left unread. */
  readonly body: Option.Option<unknown>
}

/** The call that an entry is about. */
export type Call = Pick<S.TimelineEntry, "method" | "path" | "status" | "duration_ms" | "request_id">

const noCall: Call = { method: null, path: null, status: null, duration_ms: null, request_id: null }

/** When an entry began, and its span, if it belongs to a trace. */
interface Moment {
  readonly arrival: Arrival
  readonly span: Span | undefined
}

/** What work outside of a call belongs to: the span of what caused it. */
export const CurrentSpan = Context.Reference<Span | undefined>("@embedded-super/simulator-kit/CurrentSpan", {
  defaultValue: () => undefined
})

/** A call that the simulator made. */
export interface OutgoingCall extends Call, Moment {}

export class EventLog extends Context.Service<
  EventLog,
  {
    /** Notes an event. Within a call it is logged with the call's answer, before that is sent; otherwise at once. */
    readonly note: (note: Note) => Effect.Effect<void>
    /** Logs an answered call at once. `source` is its incoming message. */
    readonly list: (note: Note, call: Call, source: object, request: ShapedRequest) => void
    /** Logs a call that the simulator made, at once. */
    readonly listOutgoing: (note: Note, call: OutgoingCall) => Effect.Effect<void>
    /** Logs a call that gets no answer: the notes of its handler, if it ran, and then this one. */
    readonly noteUnanswered: (request: HttpServerRequest.HttpServerRequest, note: Note) => Effect.Effect<void>
    /** A new span for something that this work causes, and its beginning: now. */
    readonly caused: Effect.Effect<Moment & { readonly span: Span }>
    /** The beginning of each call. */
    readonly arrivals: ReturnType<typeof makeArrivals>
    /** Entries after a position, the oldest first, and the position of the last one. */
    readonly entriesAfter: (
      after: number,
      limit: number
    ) => Effect.Effect<{ readonly entries: ReadonlyArray<S.TimelineEntry>; readonly lastSeq: number }>
    /** One entry, what caused it, and what it caused. */
    readonly around: (seq: number) => Option.Option<Around>
    /** The newest entry of a call. */
    readonly seqOf: (requestId: string) => number | null
    /** The number of entries kept. */
    readonly size: Effect.Effect<number>
    /** For `serve`: logs a call, and waits until all its changes are committed; its answer is sent after that. */
    readonly onAnswer: (answered: Answered) => Effect.Effect<void>
  }
>()("@embedded-super/simulator-kit/EventLog") {
  static readonly layer = (options: EventLogOptions) => Layer.effect(EventLog, makeEventLog(options))
}

/** An entry with its neighbours in the trace, as far as this simulator noted them. */
export interface Around {
  readonly entry: S.TimelineEntry
  readonly causedBy: ReadonlyArray<S.TimelineEntry>
  readonly followedBy: ReadonlyArray<S.TimelineEntry>
}

/** More entries are kept than are shown, so that they are deleted in batches. */
const deletedTogether = 500

const traceIn = ({ parentId, spanId, traceId }: Span): string => `${traceId}-${spanId}-${parentId ?? ""}`

const makeEventLog = Effect.fnUntraced(function* (options: EventLogOptions) {
  const keep = options.keep ?? 10_000
  const clock = yield* SimulatorClock
  const state = yield* State
  const rows = tableOf<EntryRow>(state, "log")
  const forget = state.query("DELETE FROM log WHERE seq <= ?")
  const after = state.query<EntryRow>("SELECT * FROM log WHERE seq > ? ORDER BY seq LIMIT ?")
  const inTrace = state.query<EntryRow>("SELECT * FROM log WHERE trace LIKE ? ORDER BY seq LIMIT ?")
  const lastGiven = state.query<{ readonly seq: number }>(
    "SELECT coalesce(max(seq), 0) AS seq FROM (SELECT seq FROM log_begins UNION ALL SELECT max(seq) FROM log)"
  )
  const ofRequest = state.query<{ readonly seq: number | null }>(
    "SELECT max(seq) AS seq FROM log WHERE request_id = ?"
  )
  const beginAfter = state.query("INSERT INTO log_begins (seq) VALUES (?)")
  let lastSeq = 0
  state.keep({
    tables: {
      // A position isn't reused after a reset. (AUTOINCREMENT would write a second page with each commit.)
      log_begins: "seq INTEGER NOT NULL",
      log: columns.first
    },
    laterColumns: { log: columns.later },
    isHistory: true,
    begin: () => void beginAfter.run(lastSeq),
    load: () => {
      lastSeq = lastGiven.get()?.seq ?? 0
    }
  })
  const arrivals = makeArrivals(clock.millis)
  /** Notes of calls that aren't answered yet, by the incoming message. */
  const open = new WeakMap<object, Array<Note>>()

  const write = (note: Note, call: Call, { arrival, span }: Moment): void => {
    const { detail, kind, summary } = shownNote(note)
    const row: EntryRow = {
      seq: lastSeq + 1,
      at: isoOf(arrival.atMillis),
      kind,
      summary,
      ...call,
      began_us: arrival.beganMicros,
      detail: JSON.stringify(detail),
      // Columns of few entries are left out of the others' statement.
      ...(note.outcome === undefined ? {} : { outcome: note.outcome }),
      ...(note.isOutgoing === true ? { is_outgoing: 1 } : {}),
      ...(span === undefined ? {} : { trace: traceIn(span) }),
      ...(note.about === undefined || note.about.length === 0 ? {} : { about: JSON.stringify(note.about) })
    }
    const { seq } = row
    state.write(() => {
      rows.insert(row)
      if (seq % deletedTogether === 0) forget.run(seq - keep)
    })
    lastSeq = seq
    options.print(entryOf(row, options, detail))
  }

  const { isQuiet, requestShape } = options
  const shaped = (note: Note, request: ShapedRequest | undefined): Note =>
    request === undefined || requestShape === undefined
      ? note
      : { ...note, detail: { ...note.detail, ...requestShape(request) } }

  /** Logs the notes of one call: the first has the call's span, the others are caused by it. */
  const writeCall = (notes: ReadonlyArray<Note>, call: Call, source: object, request?: ShapedRequest) => {
    const arrival = arrivals.beginningOf(source)
    const span = arrivals.spanOf(source)
    for (const [index, note] of notes.entries())
      write(shaped(note, request), call, {
        arrival,
        span: span === undefined || index === 0 ? span : childOf(span)
      })
  }

  const found = (seq: number): EntryRow | undefined => rows.find("seq", seq)
  const entry = (row: EntryRow) => entryOf(row, options)

  const caused = Effect.gen(function* () {
    const request = yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest)
    const current = yield* CurrentSpan
    const cause =
      current ?? (Option.isSome(request) ? arrivals.startedSpanOf(request.value.source) : undefined)
    return { arrival: arrivals.now(), span: cause === undefined ? newTrace() : childOf(cause) }
  })

  return EventLog.of({
    arrivals,
    caused,
    note: (note) =>
      Effect.flatMap(Effect.serviceOption(HttpServerRequest.HttpServerRequest), (request) => {
        if (Option.isNone(request))
          return Effect.flatMap(CurrentSpan, (cause) => {
            const span = cause === undefined ? undefined : childOf(cause)
            write(note, noCall, { arrival: arrivals.now(), span })
            return state.committed
          })
        const notes = open.get(request.value.source)
        if (notes === undefined) open.set(request.value.source, [note])
        else notes.push(note)
        return Effect.void
      }),
    list: (note, call, source, request) => writeCall([note], call, source, request),
    listOutgoing: (note, { arrival, span, ...call }) =>
      Effect.suspend(() => {
        write({ ...note, isOutgoing: true }, call, { arrival, span })
        return state.committed
      }),
    noteUnanswered: (request, note) =>
      Effect.suspend(() => {
        const call: Call = {
          ...noCall,
          method: request.method,
          path: request.url.split(/[?#]/, 1)[0]!,
          request_id: requestIdFrom(request.headers["x-request-id"])
        }
        writeCall([...(open.get(request.source) ?? []), note], call, request.source)
        return state.committed
      }),
    entriesAfter: (position, limit) =>
      Effect.sync(() => {
        const entries = after.all(position, limit).map(entry)
        return { entries, lastSeq: entries.at(-1)?.seq ?? Math.min(position, lastSeq) }
      }),
    around: (seq) => {
      const row = found(seq)
      if (row === undefined) return Option.none()
      const [trace = "", span = "", parent = ""] = row.trace?.split("-") ?? []
      return Option.some({
        entry: entry(row),
        causedBy: parent === "" ? [] : inTrace.all(`${trace}-${parent}-%`, 1).map(entry),
        followedBy: trace === "" ? [] : inTrace.all(`${trace}-%-${span}`, 100).map(entry)
      })
    },
    seqOf: (requestId) => ofRequest.get(requestId)?.seq ?? null,
    size: Effect.sync(() => Math.min(rows.size(), keep)),
    onAnswer: (answered) => {
      const { path, request, requestId, response } = answered
      const call: Call = {
        method: request.method,
        path,
        status: response.status,
        duration_ms: Math.max(0, answered.durationMillis),
        request_id: requestId
      }
      const notes = open.get(request.source) ?? (isQuiet(path) ? [] : [describeCall(answered)])
      const listAll = (shape?: ShapedRequest) => {
        writeCall(notes, call, request.source, shape)
        return state.committed
      }
      return isQuiet(path) || requestShape === undefined
        ? Effect.suspend(listAll)
        : Effect.flatMap(bodyOf(answered), (body) => listAll({ headers: request.headers, body }))
    }
  })
})

/** The JSON body of a call that was read; the body of an unauthenticated caller is left unread. */
const bodyOf = ({ request, response }: Answered): Effect.Effect<ShapedRequest["body"]> =>
  request.method !== "POST" || [401, 403, 404, 405, 413].includes(response.status)
    ? Effect.succeedNone
    : Effect.map(
        Effect.orElseSucceed(request.text, () => ""),
        (text) => Option.some(Result.getOrUndefined(Result.try((): unknown => JSON.parse(text))))
      )
