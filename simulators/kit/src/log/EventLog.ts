import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Answered } from "@embedded-super/http-manners"
import { CannotStart } from "../CannotStart.ts"
import { SimulatorClock } from "../clock/SimulatorClock.ts"
import { DataFolder } from "../folder/DataFolder.ts"
import { describeCall } from "./calls.ts"
import { LogEntry, type Note, shownNote } from "./LogEntry.ts"
import { openRotatingLog } from "./rotation.ts"

export interface EventLogOptions {
  /** Shows each entry as it happens. */
  readonly print: (entry: LogEntry) => void
  /** Paths whose calls are listed only when their handler notes something: whoever reads the log isn't news. */
  readonly isQuiet: (path: string) => boolean
  /** What a call's request held, masked: it is listed with the call. */
  readonly requestShape?: (answered: Answered) => Effect.Effect<Readonly<Record<string, string>>>
  /** How many entries are kept for readers; 10,000 by default. */
  readonly keep?: number
}

/** The call that an entry is about. */
export type Call = Pick<LogEntry, "method" | "path" | "status" | "duration_ms" | "request_id">

const noCall: Call = { method: null, path: null, status: null, duration_ms: null, request_id: null }

/** What happened to a simulator, in order. Positions are never given twice, also after a kill -9. */
export class EventLog extends Context.Service<
  EventLog,
  {
    /** Notes a thing. Within a call it is listed with the call's answer, before that is sent; otherwise at once. */
    readonly note: (note: Note) => Effect.Effect<void>
    /** Lists a call that is about to be answered; it is in the file after the folder's next `writeQueued`. */
    readonly list: (note: Note, call: Call) => void
    /** Lists a call that gets no answer: what its handler noted, if it ran, and then this. */
    readonly noteUnanswered: (request: HttpServerRequest.HttpServerRequest, note: Note) => Effect.Effect<void>
    /** Entries after a position, the oldest first, and the position of the last of them. */
    readonly entriesAfter: (
      after: number,
      limit: number
    ) => Effect.Effect<{ readonly entries: ReadonlyArray<LogEntry>; readonly lastSeq: number }>
    /** How many entries are kept. */
    readonly size: Effect.Effect<number>
    /** Forgets every entry. Positions go on. */
    readonly clear: Effect.Effect<void>
    /** For `serve`: lists a call. */
    readonly onAnswer: (answered: Answered) => Effect.Effect<void>
  }
>()("@embedded-super/simulator-kit/EventLog") {
  static readonly layer = (
    options: EventLogOptions
  ): Layer.Layer<EventLog, CannotStart, DataFolder | SimulatorClock> =>
    Layer.effect(EventLog, makeEventLog(options))
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(LogEntry))

const makeEventLog = Effect.fnUntraced(function* (options: EventLogOptions) {
  const keep = options.keep ?? 10_000
  const clock = yield* SimulatorClock
  const folder = yield* DataFolder
  const file = yield* openRotatingLog(folder.file("log.ndjson"), keep).pipe(
    Effect.mapError((error) => new CannotStart({ sentence: `Can't keep the log: ${error.message}` }))
  )
  const entries = file.lines.flatMap((line) => Option.toArray(decode(line))).slice(-keep)
  let lastSeq = entries.at(-1)?.seq ?? 0
  /** Notes of calls that aren't answered yet, by the request as it came in. */
  const open = new WeakMap<object, Array<Note>>()

  const enter = (note: Note, call: Call): LogEntry => {
    const { detail, kind, summary } = shownNote(note)
    const { duration_ms, method, path, request_id, status } = call
    const seq = ++lastSeq
    const at = clock.now()
    const entry = { seq, at, kind, summary, detail, method, path, status, duration_ms, request_id }
    entries.push(entry)
    // Now and then: moving thousands for each new one would take longer than anything else here.
    if (entries.length > keep * 1.1) entries.splice(0, entries.length - keep)
    options.print(entry)
    return entry
  }
  const write = (note: Note, call: Call): Effect.Effect<void> =>
    Effect.sync(() => file.append([JSON.stringify(enter(note, call))]))
  folder.queues.push(file.flush)

  return EventLog.of({
    note: (note) =>
      Effect.flatMap(Effect.serviceOption(HttpServerRequest.HttpServerRequest), (request) => {
        if (Option.isNone(request)) return write(note, noCall)
        const notes = open.get(request.value.source)
        if (notes === undefined) open.set(request.value.source, [note])
        else notes.push(note)
        return Effect.void
      }),
    list: (note, call) => file.queue([JSON.stringify(enter(note, call))]),
    noteUnanswered: (request, note) => {
      const call: Call = { ...noCall, method: request.method, path: request.url.split(/[?#]/, 1)[0]! }
      const notes = open.get(request.source) ?? []
      return Effect.forEach([...notes, note], (note) => write(note, call), { discard: true })
    },
    entriesAfter: (after, limit) =>
      Effect.sync(() => {
        const first = entries.findIndex(({ seq }) => seq > after)
        const part = first === -1 ? [] : entries.slice(first, first + limit)
        return { entries: part, lastSeq: part.at(-1)?.seq ?? Math.min(after, lastSeq) }
      }),
    size: Effect.sync(() => Math.min(entries.length, keep)),
    clear: Effect.sync(() => {
      entries.length = 0
      file.clear()
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
      const isQuiet = options.isQuiet(path)
      const notes = open.get(request.source) ?? (isQuiet ? [] : [describeCall(answered)])
      const list = (shape: Readonly<Record<string, string>>) =>
        Effect.forEach(notes, (note) => write({ ...note, detail: { ...note.detail, ...shape } }, call), {
          discard: true
        })
      return isQuiet || options.requestShape === undefined
        ? list({})
        : Effect.flatMap(options.requestShape(answered), list)
    }
  })
})
