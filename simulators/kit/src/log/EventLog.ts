/**
 * The simulator's part of the time line: its entries in a file of the Workbench (`EntryStore`): its own, or that of the
 * service beside which it runs. A position is never reused, also after a kill -9.
 *
 * A note of a call's handler is listed with the call's answer, before that is sent, at the moment at which the call
 * began. A call that carries a `traceparent` gets a span of its own; one that doesn't gets one only when it causes
 * something (`span`), so that calls without a trace cost nothing more.
 *
 * Why written before each commit of the state: what was answered is in the file, and the calls of one turn share a
 * transaction. If another process writes at this moment, entries wait for the next time, and no answer waits for them.
 * Under load they are limited as the service's are (`makeFlood`): writing one costs more than all the rest of a call.
 *
 * The trap: seq is the order of writing. An entry that a call causes while it is answered has a lower seq than the call, so
 * causes are found by `began_us` and spans.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { type Answered, requestIdFrom } from "@embedded-super/http-manners"
import { recorder } from "@embedded-super/pages/kinds/levers"
import { openTimelineFile } from "@embedded-super/pages/store/EntryStore"
import type { ListOptions } from "@embedded-super/pages/store/list"
import type { Origin } from "@embedded-super/pages/store/readEntries"
import { isOfKit } from "@embedded-super/pages/trace/traceparent"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { CannotStart } from "../CannotStart.ts"
import { SimulatorClock } from "../clock/SimulatorClock.ts"
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
  type Exchange,
  exchangeOf,
  readText,
  requestOf,
  type ShapedRequest,
  straightExchangeOf,
  textOf,
  unansweredExchangeOf
} from "./callContent.ts"
import { describeCall, describePage, type Note, outcomeOf } from "./Note.ts"
import { type Call, entryOf, type MadeBy, noCall, type Parties } from "./entries.ts"
import { makeWriter } from "./writer.ts"

export interface EventLogOptions extends Parties {
  /** Shows each entry as it happens. */
  readonly print: (entry: S.TimelineEntry) => void
  /** The operation of a call outside the APIs whose content is kept. */
  readonly operationOf?: (method: string, path: string) => string | undefined
  /** The masked content of a call's request, logged with the call. */
  readonly requestShape?: (request: ShapedRequest) => Readonly<Record<string, string>>
  /** The file of the time line. */
  readonly file: string
}

/** An entry with its neighbours in the trace, as far as this simulator noted them. */
interface Around {
  readonly entry: S.TimelineEntry
  readonly causedBy: ReadonlyArray<S.TimelineEntry>
  readonly followedBy: ReadonlyArray<S.TimelineEntry>
}

const good = "good" as const

/** The span that work outside of a call belongs to: that of its cause. */
export const CurrentSpan = Context.Reference<Span | undefined>("@embedded-super/simulator-kit/CurrentSpan", {
  defaultValue: () => undefined
})

/** A call that the simulator made, and its content. */
interface OutgoingCall extends Call, Moment {
  readonly exchange: Exchange
}

/** A call in good order that was answered without router and middleware. */
interface StraightCall extends Call {
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
    /** Logs a call that the simulator made, at once. Returns its position. */
    readonly listOutgoing: (note: Note, call: OutgoingCall) => Effect.Effect<number | undefined>
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
    /** This simulator's entries that fit, in causal order, the newest first. */
    readonly entries: (options: Omit<ListOptions, "slug">) => Effect.Effect<ReadonlyArray<S.TimelineEntry>>
    /** The kinds of the entries kept. */
    readonly kinds: Effect.Effect<ReadonlyArray<string>>
    /** One entry, what caused it, and what it caused. */
    readonly around: (seq: number) => Around | undefined
    /** The newest entry of a call. */
    readonly seqOf: (requestId: string) => number | undefined
    /** The number of entries kept. */
    readonly size: Effect.Effect<number>
    /** Forgets the state and all entries but the one that says so. */
    readonly reset: Effect.Effect<void>
    /** For `serve`: logs a call, and waits until all its changes are committed; its answer is sent after that. */
    readonly onAnswer: (answered: Answered) => Effect.Effect<void>
  }
>()("@embedded-super/simulator-kit/EventLog") {
  static readonly layer = (options: EventLogOptions) => Layer.effect(EventLog, makeEventLog(options))
}

const openStore = (file: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => openTimelineFile(file),
      catch: () =>
        new CannotStart({
          sentence: `Can't write the time line ${file}. Name another folder with --data-dir.`
        })
    }),
    ({ close }) => Effect.sync(close)
  )

const makeEventLog = Effect.fnUntraced(function* (options: EventLogOptions) {
  const clock = yield* SimulatorClock
  const state = yield* State
  const passes = yield* Passes
  const { about, isQuiet, requestShape, source } = options
  const origin: Origin = { source, slug: about.find(({ kind }) => kind === "fund")?.id ?? "" }
  const arrivals = makeArrivals(clock.millis)
  const store = yield* openStore(options.file)
  const writer = yield* Effect.acquireRelease(
    Effect.sync(() =>
      makeWriter(store, origin, options.print, (kind, count) => {
        const detail = { kind, count }
        const summary = recorder.entries_left_out.sentence(detail, { from: null, to: null })
        const note = { kind: "entries_left_out", summary, detail: { kind, count: String(count) } }
        return entryOf(note, noCall, { arrival: arrivals.now(), span: undefined }, undefined, options)
      })
    ),
    ({ close }) => Effect.sync(close)
  )
  const { exchanges } = writer
  const firstSeq = store.lastSeq() + 1
  state.beforeCommit(writer.flush)
  // Rows that were replaced, as by a reset, are forgotten here, too.
  state.keep({ tables: {}, load: exchanges.clear })
  /** Bodies of calls that were read before the router got them. */
  const bodies = new WeakMap<object, Buffer>()
  /** Notes of calls that aren't answered yet, by the incoming message. */
  const open = new WeakMap<object, Array<Note>>()

  const read = <A>(of: () => A): A => {
    writer.flushForReader()
    return of()
  }

  const madeBy = (headers: ShapedRequest["headers"]): MadeBy =>
    passes.isMarked(headers) ? "again" : isOfKit(headers["tracestate"]) ? "check" : undefined

  const shaped = (note: Note, request: ShapedRequest | undefined): Note =>
    request === undefined || requestShape === undefined
      ? note
      : { ...note, detail: { ...note.detail, ...requestShape(request) } }

  /** Adds an entry, unless too many come: then its content isn't made. */
  const write = (
    note: Note,
    call: Call,
    moment: Moment,
    content: {
      readonly by?: MadeBy
      readonly request?: ShapedRequest | undefined
      readonly exchange?: () => Exchange | undefined
    } = {}
  ): void => {
    const by = note.isOutgoing === true ? "self" : content.by
    const isGood = () => outcomeOf(note.kind, note.outcome, call.method !== null, call.status) === "good"
    if (!writer.admits(note.kind, moment.arrival.beganMicros, isGood)) return
    const entry = entryOf(shaped(note, content.request), call, moment, by, options)
    writer.add({ entry, exchange: content.exchange?.() })
    // A turn that changes nothing else has a commit, too.
    state.write(() => {})
  }

  /** Logs the notes of one call: the first has the call's span, the others are caused by it. */
  const writeCall = (
    notes: ReadonlyArray<Note>,
    call: Call,
    { arrival, span }: Moment,
    content: NonNullable<Parameters<typeof write>[3]>
  ): void => {
    for (const [index, note] of notes.entries()) {
      const moment = { arrival, span: span === undefined || index === 0 ? span : childOf(span) }
      // A call of the simulator at the other party isn't the call that made it do so.
      if (note.isOutgoing === true) write(note, noCall, moment)
      else write(note, call, moment, content)
    }
  }

  const exchangeIn = (
    { operation, request, response }: Answered,
    path: string,
    text: string | undefined
  ): Exchange | undefined => {
    const named = operation ?? options.operationOf?.(request.method, path)
    if (named === undefined || isQuiet(path)) return undefined
    const body = bodies.get(request.source)?.toString() ?? text
    return exchangeOf(named, { request, response }, body === "" ? undefined : body)
  }

  const span = Effect.gen(function* () {
    const request = yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest)
    const current = yield* CurrentSpan
    return current ?? (Option.isSome(request) ? arrivals.startedSpanOf(request.value.source) : undefined)
  })

  const note = (note: Note) =>
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
    })

  /** Of the entries of a shared file, this simulator's own. */
  const isOwn = (entry: S.TimelineEntry): boolean => entry.source === source

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
    exchangeOf: (seq) => read(() => exchanges.get(seq)),
    isOfThisRun: (seq) => seq >= firstSeq,
    note,
    list: (note, call) => {
      const { arrival, body, json, operation, source, status, text } = call
      const { headers } = source
      const span = spanOfCall(headers["traceparent"])
      write(
        note,
        call,
        { arrival, span },
        {
          by: madeBy(headers),
          request: { headers, body: Option.some(json) },
          exchange: () => straightExchangeOf(operation, source, body, { status, text })
        }
      )
    },
    listOutgoing: (note, call) =>
      Effect.suspend(() => {
        write({ ...note, isOutgoing: true }, call, call, { exchange: () => call.exchange })
        const { span } = call
        const seq = () => (span === undefined ? undefined : store.bySpan(span.spanId)?.seq)
        return Effect.map(state.committed, () => read(seq))
      }),
    noteUnanswered: (request, operation, note) =>
      Effect.flatMap(request.method === "POST" ? readText(request) : Effect.undefined, (body) => {
        const call: Call = {
          ...noCall,
          method: request.method,
          path: request.url.split(/[?#]/, 1)[0]!,
          request_id: requestIdFrom(request.headers["x-request-id"])
        }
        // The handler's work is done; only the answer is missing.
        const done = (open.get(request.source) ?? []).map((one) => ({ ...one, outcome: one.outcome ?? good }))
        writeCall([...done, note], call, arrivals.momentOf(request.source), {
          by: madeBy(request.headers),
          exchange: () => unansweredExchangeOf(operation, request, body)
        })
        return state.committed
      }),
    entriesAfter: (position, limit) =>
      Effect.sync(() =>
        read(() => {
          const entries = store.list({ ...origin, after: position, limit })
          return { entries, lastSeq: entries.at(-1)?.seq ?? Math.min(position, store.lastSeq()) }
        })
      ),
    entries: ({ source: asked = source, ...asOptions }) =>
      Effect.sync(() => (asked === source ? read(() => store.list({ ...asOptions, ...origin })) : [])),
    kinds: Effect.sync(() => read(() => store.kindsOf(origin))),
    around: (seq) =>
      read(() => {
        const entry = store.get(seq)
        const noted = store.originOf(seq)
        if (entry === undefined || noted?.source !== source || noted.slug !== origin.slug) return undefined
        const cause = entry.parent_id === null ? undefined : store.bySpan(entry.parent_id)
        return {
          entry,
          causedBy: cause === undefined ? [] : [cause].filter(isOwn),
          followedBy: entry.span_id === null ? [] : store.children(entry.span_id).filter(isOwn)
        }
      }),
    seqOf: (requestId) => read(() => store.seqOfCall(origin, requestId)),
    size: Effect.sync(() => read(() => store.countOf(origin))),
    reset: Effect.suspend(() => {
      writer.flushForReader()
      state.reset()
      store.forget(origin)
      return note({ kind: "reset", summary: "Forgot everything." })
    }),
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
        writeCall(notes, call, arrivals.momentOf(request.source), {
          by: madeBy(request.headers),
          request: isQuiet(path) ? undefined : requestOf(answered, body),
          exchange: () => exchangeIn(answered, path, body)
        })
        return state.committed
      })
    }
  })
})
