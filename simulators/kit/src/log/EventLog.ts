/**
 * The simulator's part of the time line: its events, in order. A position is never reused, also after a kill -9.
 *
 * A note of a call's handler is listed with the call's answer, before that is sent, at the moment at which the call
 * began. A call that carries a `traceparent` gets a span of its own; one that doesn't gets one only when it causes
 * something (`span`), so that calls without a trace cost nothing more.
 *
 * The trap: seq is the order of writing. An entry that a call causes while it is answered has a lower seq than the call, so
 * causes are found by `began_us` and spans.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { type Answered, requestIdFrom } from "@embedded-super/http-manners"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { isoOf, SimulatorClock } from "../clock/SimulatorClock.ts"
import { Passes } from "../server/Passes.ts"
import { State } from "../state/State.ts"
import {
  type Arrival,
  childOf,
  makeArrivals,
  type Moment,
  newTrace,
  type Span,
  spanOfCall
} from "./arrivals.ts"
import {
  exchangeOf,
  readText,
  requestOf,
  type ShapedRequest,
  straightExchangeOf,
  textOf,
  unansweredExchangeOf
} from "./callContent.ts"
import { describeCall, describePage } from "./describeCall.ts"
import { type Exchange, makeExchanges, type RawExchange } from "./Exchanges.ts"
import { entryOf, type EntryRow, type Parties } from "./entries.ts"
import { type Around, makeLogTable } from "./logTable.ts"
import { type Note, shownNote } from "./Note.ts"
import { shownCall } from "@embedded-super/pages/store/shownCall"
import { isOfKit } from "@embedded-super/pages/trace/traceparent"

export interface EventLogOptions extends Parties {
  /** Shows each entry as it happens. */
  readonly print: (entry: S.TimelineEntry) => void
  /** The operation of a call outside the APIs whose content is kept. */
  readonly operationOf?: (method: string, path: string) => string | undefined
  /** The masked content of a call's request, logged with the call. */
  readonly requestShape?: (request: ShapedRequest) => Readonly<Record<string, string>>
  /** The number of entries kept for readers; 10,000 by default. */
  readonly keep?: number
}

/** The call that an entry is about. */
export type Call = Pick<S.TimelineEntry, "method" | "path" | "status" | "duration_ms" | "request_id">

const good = "good" as const
const noCall: Call = { method: null, path: null, status: null, duration_ms: null, request_id: null }

/** The span that work outside of a call belongs to: that of its cause. */
export const CurrentSpan = Context.Reference<Span | undefined>("@embedded-super/simulator-kit/CurrentSpan", {
  defaultValue: () => undefined
})

/** A call that the simulator made, and its content. */
export interface OutgoingCall extends Call, Moment {
  readonly exchange: RawExchange
}

/** A call in good order that was answered without router and middleware. */
export interface StraightCall extends Call {
  readonly source: IncomingMessage
  readonly arrival: Arrival
  readonly operation: string
  readonly body: Buffer
  readonly json: unknown
  /** The answer's body; undefined if it has none. */
  readonly text: string | undefined
}

export class EventLog extends Context.Service<
  EventLog,
  {
    /** Notes an event. Within a call it is logged with the call's answer, before that is sent; otherwise at once. */
    readonly note: (note: Note) => Effect.Effect<void>
    /** Logs an answered call at once. */
    readonly list: (note: Note, call: StraightCall) => void
    /** Logs a call that the simulator made, at once. */
    readonly listOutgoing: (note: Note, call: OutgoingCall) => Effect.Effect<number>
    /** Logs a call that gets no answer: the notes of its handler, if it ran, and then this one. */
    readonly noteUnanswered: (
      request: HttpServerRequest.HttpServerRequest,
      operation: string,
      note: Note
    ) => Effect.Effect<void>
    /** A new span for something that this work causes, and its beginning: now. */
    readonly caused: Effect.Effect<Moment & { readonly span: Span }>
    /** The span that this work belongs to, if it belongs to any, or to a call. */
    readonly span: Effect.Effect<Span | undefined>
    /** The beginning of a call that arrives now. */
    readonly arrival: () => Arrival
    /** Remembers the beginning of a call for its answer, and its body if that was read before. */
    readonly remember: (source: object, arrival: Arrival, body?: Buffer) => void
    /** The content of an entry's call, while it is kept. */
    readonly exchangeOf: (seq: number) => Exchange | undefined
    /** Whether this process has noted an entry; the contents of earlier ones are gone. */
    readonly isOfThisRun: (seq: number) => boolean
    /** Entries after a position, the oldest first, and the position of the last one. */
    readonly entriesAfter: (
      after: number,
      limit: number
    ) => Effect.Effect<{ readonly entries: ReadonlyArray<S.TimelineEntry>; readonly lastSeq: number }>
    /** Entries that began before the one at a position, or all, in causal order, the newest first. */
    readonly before: (position: number | undefined, limit: number) => ReadonlyArray<S.TimelineEntry>
    /** The kinds of the entries kept. */
    readonly kinds: Effect.Effect<ReadonlyArray<string>>
    /** One entry, what caused it, and what it caused. */
    readonly around: (seq: number) => Option.Option<Around>
    /** The newest entry of a call. */
    readonly seqOf: (requestId: string) => number | undefined
    /** The number of entries kept. */
    readonly size: Effect.Effect<number>
    /** For `serve`: logs a call, and waits until all its changes are committed; its answer is sent after that. */
    readonly onAnswer: (answered: Answered) => Effect.Effect<void>
  }
>()("@embedded-super/simulator-kit/EventLog") {
  static readonly layer = (options: EventLogOptions) => Layer.effect(EventLog, makeEventLog(options))
}

const traceIn = ({ parentId, spanId, traceId }: Span): string => `${traceId}-${spanId}-${parentId ?? ""}`

const makeEventLog = Effect.fnUntraced(function* (options: EventLogOptions) {
  const clock = yield* SimulatorClock
  const state = yield* State
  const passes = yield* Passes
  const table = makeLogTable(state, options)
  const arrivals = makeArrivals(clock.millis)
  const exchanges = makeExchanges()
  // A reset forgets them, too.
  state.keep({ tables: {}, load: exchanges.clear })
  /** Bodies of calls that were read before the router got them. */
  const bodies = new WeakMap<object, Buffer>()
  /** Notes of calls that aren't answered yet, by the incoming message. */
  const open = new WeakMap<object, Array<Note>>()

  const madeBy = (headers: ShapedRequest["headers"]): EntryRow["made_by"] =>
    passes.isMarked(headers) ? "again" : isOfKit(headers["tracestate"]) ? "check" : null

  const write = (
    note: Note,
    { duration_ms, request_id, ...line }: Call,
    { arrival, span }: Moment,
    exchange?: RawExchange,
    by: EntryRow["made_by"] = null
  ): number => {
    const { detail, kind, summary } = shownNote(note)
    const seq = table.nextSeq()
    const row: EntryRow = {
      seq,
      at: note.at ?? isoOf(arrival.atMillis),
      kind,
      summary,
      ...shownCall(line),
      duration_ms,
      request_id,
      detail: JSON.stringify(detail),
      began_us: arrival.beganMicros,
      outcome: note.outcome ?? null,
      made_by: note.isOutgoing === true ? "self" : by,
      trace: span === undefined ? null : traceIn(span),
      about: note.about === undefined || note.about.length === 0 ? null : JSON.stringify(note.about)
    }
    table.add(row)
    if (exchange !== undefined) exchanges.keep(seq, exchange)
    options.print(entryOf(row, options, detail))
    return seq
  }

  const { isQuiet, requestShape } = options
  const shaped = (note: Note, request: ShapedRequest | undefined): Note =>
    request === undefined || requestShape === undefined
      ? note
      : { ...note, detail: { ...note.detail, ...requestShape(request) } }

  /** Logs the notes of one call: the first has the call's span, the others are caused by it. */
  const writeCall = (
    notes: ReadonlyArray<Note>,
    call: Call,
    { arrival, span }: Moment,
    content: {
      readonly exchange?: RawExchange | undefined
      readonly headers: ShapedRequest["headers"]
      readonly request?: ShapedRequest
    }
  ): void => {
    const { exchange, headers, request } = content
    const by = madeBy(headers)
    for (const [index, note] of notes.entries()) {
      const moment = { arrival, span: span === undefined || index === 0 ? span : childOf(span) }
      // A call of the simulator at the other party isn't the call that made it do so.
      if (note.isOutgoing === true) write(note, noCall, moment)
      else write(shaped(note, request), call, moment, exchange, by)
    }
  }

  const exchangeIn = (
    { operation, request, response }: Answered,
    path: string,
    text: string | undefined
  ): RawExchange | undefined => {
    const named = operation ?? options.operationOf?.(request.method, path)
    if (named === undefined || isQuiet(path)) return undefined
    return exchangeOf(named, { request, response }, bodies.get(request.source) ?? (text || undefined))
  }

  const span = Effect.gen(function* () {
    const request = yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest)
    const current = yield* CurrentSpan
    return current ?? (Option.isSome(request) ? arrivals.startedSpanOf(request.value.source) : undefined)
  })

  return EventLog.of({
    arrival: arrivals.now,
    remember: (source, arrival, body) => {
      if (body !== undefined) bodies.set(source, body)
      arrivals.remember(source, arrival)
    },
    span,
    caused: Effect.map(span, (cause) => ({
      arrival: arrivals.now(),
      span: cause === undefined ? newTrace() : childOf(cause)
    })),
    exchangeOf: exchanges.find,
    isOfThisRun: table.isOfThisRun,
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
    list: (note, call) => {
      const { arrival, body, json, operation, source, status, text } = call
      const { headers, method = "", rawHeaders, url = "" } = source
      const span = spanOfCall(headers["traceparent"])
      const request = { headers, body: Option.some(json) }
      const exchange = straightExchangeOf({ operation, method, url, headers: rawHeaders, body, status }, text)
      write(shaped(note, request), call, { arrival, span }, exchange, madeBy(headers))
    },
    listOutgoing: (note, call) =>
      Effect.suspend(() => {
        const seq = write({ ...note, isOutgoing: true }, call, call, call.exchange)
        return Effect.as(state.committed, seq)
      }),
    noteUnanswered: (request, operation, note) =>
      Effect.flatMap(request.method === "POST" ? readText(request) : Effect.undefined, (body) => {
        const call: Call = {
          ...noCall,
          method: request.method,
          path: request.url.split(/[?#]/, 1)[0]!,
          request_id: requestIdFrom(request.headers["x-request-id"])
        }
        const exchange = unansweredExchangeOf(operation, request, body)
        // The handler's work is done; only the answer is missing.
        const done = (open.get(request.source) ?? []).map((one) => ({ ...one, outcome: one.outcome ?? good }))
        writeCall([...done, note], call, arrivals.momentOf(request.source), {
          exchange,
          headers: request.headers
        })
        return state.committed
      }),
    entriesAfter: (position, limit) => Effect.sync(() => table.entriesAfter(position, limit)),
    before: table.before,
    kinds: Effect.sync(table.kinds),
    around: table.around,
    seqOf: table.seqOf,
    size: Effect.sync(table.size),
    onAnswer: (answered) => {
      const { path, request, requestId, response } = answered
      const call: Call = {
        method: request.method,
        path,
        status: response.status,
        duration_ms: Math.max(0, answered.durationMillis),
        request_id: requestId
      }
      const described = () =>
        isQuiet(path)
          ? arrivals.hasCaused(request.source)
            ? [describePage(request.method, path)]
            : []
          : [describeCall(answered)]
      const notes = open.get(request.source) ?? described()
      return Effect.flatMap(isQuiet(path) ? Effect.undefined : textOf(answered), (body) => {
        const shape = requestOf(answered, body)
        writeCall(notes, call, arrivals.momentOf(request.source), {
          exchange: exchangeIn(answered, path, body),
          headers: request.headers,
          ...(isQuiet(path) ? {} : { request: shape })
        })
        return state.committed
      })
    }
  })
})
