import type { Answered } from "@embedded-super/http-manners"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { SimulatorClock } from "../clock/SimulatorClock.ts"
import { State } from "../state/State.ts"
import { tableOf } from "../state/Table.ts"
import { type LogEntry, type Note, shownNote } from "./LogEntry.ts"

export interface EventLogOptions {
  /** Shows each entry as it happens. */
  readonly print: (entry: LogEntry) => void
  /** Paths whose calls are logged only if their handler notes something: reading the log isn't an event. */
  readonly isQuiet: (path: string) => boolean
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
export type Call = Pick<LogEntry, "method" | "path" | "status" | "duration_ms" | "request_id">

const noCall: Call = { method: null, path: null, status: null, duration_ms: null, request_id: null }

/** The events of a simulator, in order. A position is never reused, also after a kill -9. */
export class EventLog extends Context.Service<
  EventLog,
  {
    /** Notes an event. Within a call it is logged with the call's answer, before that is sent; otherwise at once. */
    readonly note: (note: Note) => Effect.Effect<void>
    /** Logs an answered call at once. */
    readonly list: (note: Note, call: Call, request: ShapedRequest) => void
    /** Logs a call that gets no answer: the notes of its handler, if it ran, and then this one. */
    readonly noteUnanswered: (request: HttpServerRequest.HttpServerRequest, note: Note) => Effect.Effect<void>
    /** Entries after a position, the oldest first, and the position of the last one. */
    readonly entriesAfter: (
      after: number,
      limit: number
    ) => Effect.Effect<{ readonly entries: ReadonlyArray<LogEntry>; readonly lastSeq: number }>
    /** The number of entries kept. */
    readonly size: Effect.Effect<number>
    /** For `serve`: logs a call, and waits until all its changes are committed; its answer is sent after that. */
    readonly onAnswer: (answered: Answered) => Effect.Effect<void>
  }
>()("@embedded-super/simulator-kit/EventLog") {
  static readonly layer = (options: EventLogOptions) => Layer.effect(EventLog, makeEventLog(options))
}

/** More entries are kept than are shown, so that they are deleted in batches. */
const deletedTogether = 500

type Row = Omit<LogEntry, "detail"> & { readonly detail: string }

const entryIn = (row: Row): LogEntry => ({ ...row, detail: JSON.parse(row.detail) })

const makeEventLog = Effect.fnUntraced(function* (options: EventLogOptions) {
  const keep = options.keep ?? 10_000
  const clock = yield* SimulatorClock
  const state = yield* State
  const rows = tableOf<Row>(state, "log")
  const forget = state.query("DELETE FROM log WHERE seq <= ?")
  const after = state.query<Row>("SELECT * FROM log WHERE seq > ? ORDER BY seq LIMIT ?")
  const lastGiven = state.query<{ readonly seq: number }>(
    "SELECT coalesce(max(seq), 0) AS seq FROM (SELECT seq FROM log_begins UNION ALL SELECT max(seq) FROM log)"
  )
  const beginAfter = state.query("INSERT INTO log_begins (seq) VALUES (?)")
  let lastSeq = 0
  state.keep({
    tables: {
      // A position isn't reused after a reset. (AUTOINCREMENT would write a second page with each commit.)
      log_begins: "seq INTEGER NOT NULL",
      log: `seq INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, summary TEXT NOT NULL, method TEXT,
        path TEXT, status INTEGER, duration_ms INTEGER, request_id TEXT, detail TEXT NOT NULL`
    },
    isHistory: true,
    begin: () => void beginAfter.run(lastSeq),
    load: () => {
      lastSeq = lastGiven.get()?.seq ?? 0
    }
  })
  /** Notes of calls that aren't answered yet, by the incoming request. */
  const open = new WeakMap<object, Array<Note>>()

  const write = (note: Note, call: Call): void => {
    const entry: LogEntry = { seq: lastSeq + 1, at: clock.now(), ...shownNote(note), ...call }
    const { seq } = entry
    state.write(() => {
      rows.insert({ ...entry, detail: JSON.stringify(entry.detail) })
      if (seq % deletedTogether === 0) forget.run(seq - keep)
    })
    lastSeq = seq
    options.print(entry)
  }

  const { isQuiet, requestShape } = options
  const list = (note: Note, call: Call, request?: ShapedRequest): void => {
    const shape = request === undefined ? {} : requestShape?.(request)
    write({ ...note, detail: { ...note.detail, ...shape } }, call)
  }

  return EventLog.of({
    note: (note) =>
      Effect.flatMap(Effect.serviceOption(HttpServerRequest.HttpServerRequest), (request) => {
        if (Option.isNone(request)) {
          write(note, noCall)
          return state.committed
        }
        const notes = open.get(request.value.source)
        if (notes === undefined) open.set(request.value.source, [note])
        else notes.push(note)
        return Effect.void
      }),
    list,
    noteUnanswered: (request, note) =>
      Effect.suspend(() => {
        const call: Call = { ...noCall, method: request.method, path: request.url.split(/[?#]/, 1)[0]! }
        for (const each of [...(open.get(request.source) ?? []), note]) write(each, call)
        return state.committed
      }),
    entriesAfter: (position, limit) =>
      Effect.sync(() => {
        const entries = after.all(position, limit).map(entryIn)
        return { entries, lastSeq: entries.at(-1)?.seq ?? Math.min(position, lastSeq) }
      }),
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
      const listAll = (shaped?: ShapedRequest) => {
        for (const note of notes) list(note, call, shaped)
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

const problemOf = ({ response }: Answered): Readonly<Record<PropertyKey, unknown>> => {
  const { body } = response
  if (body._tag !== "Uint8Array") return {}
  const parsed = Result.try((): unknown => JSON.parse(new TextDecoder().decode(body.body)))
  return Result.isSuccess(parsed) && Predicate.isReadonlyObject(parsed.success) ? parsed.success : {}
}

const places = (errors: unknown): string =>
  (Array.isArray(errors) ? errors : [])
    .slice(0, 10)
    .map((issue: unknown) =>
      Predicate.isReadonlyObject(issue)
        ? `${String(issue["in"])} ${String(issue["pointer"])} ${String(issue["code"])}`
        : ""
    )
    .join(", ")

/** Describes a call whose handler noted nothing: its answer, and the reason of a refusal. */
const describeCall = (answered: Answered): Note => {
  const { operation, response } = answered
  const called = operation ?? "Something unknown"
  if (response.status < 400) return { kind: "call_answered", summary: `${called} was answered.` }
  const { code, detail, errors, title } = problemOf(answered)
  const where = places(errors)
  return {
    kind: "call_refused",
    summary: `${called} was refused: ${[detail, title].find(Predicate.isString) ?? response.status}`,
    detail: {
      ...(Predicate.isString(code) ? { code } : {}),
      ...(where === "" ? {} : { errors: where })
    }
  }
}
