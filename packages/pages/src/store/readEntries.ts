import type { TimelineEntry, TimelineSource } from "@embedded-super/contracts/schemas"
import type { DatabaseSync, SQLInputValue } from "node:sqlite"
import type { Span } from "../trace/traceparent.ts"
import { conditionsOf, type ListOptions } from "./list.ts"
import type { Messages, Thing } from "./NewEntry.ts"
import { type EntryRow, entryOf, selectedColumns } from "./tables.ts"

/** The queries of the time line. Lists are in causal order, unless they say otherwise. */
export interface EntryReads {
  /** Of everything that is kept: the newest first; with `after`, in the order of positions. */
  readonly list: (options: ListOptions) => ReadonlyArray<TimelineEntry>
  readonly lastSeq: () => number
  readonly get: (seq: number) => TimelineEntry | undefined
  readonly bySpan: (spanId: string) => TimelineEntry | undefined
  /** At most 100. */
  readonly children: (spanId: string) => ReadonlyArray<TimelineEntry>
  /** At most 500. */
  readonly byTrace: (traceId: string) => ReadonlyArray<TimelineEntry>
  /** The newest 500. */
  readonly about: (id: string) => ReadonlyArray<TimelineEntry>
  readonly messagesOf: (seq: number) => Messages | undefined
  /** The span of the entry that made a thing. */
  readonly makerOf: (thing: Thing) => Span | undefined
  readonly originOf: (seq: number) => Origin | undefined
  /** The notes of one program: how many entries, their kinds, and the newest one of a call. */
  readonly countOf: (origin: Origin) => number
  readonly kindsOf: (origin: Origin) => ReadonlyArray<string>
  readonly seqOfCall: (origin: Origin, requestId: string) => number | undefined
}

/** The program that noted an entry. `slug` is empty for a program that isn't a fund. */
export interface Origin {
  readonly source: TimelineSource
  readonly slug: string
}

/** `began_us` is the causal order: no effect has a lower one than its cause. */
const columns = selectedColumns.replace("began_us", "sort AS began_us")

export const readEntries = (database: DatabaseSync): EntryReads => {
  const query = <Row>(sql: string) => {
    const statement = database.prepare(sql)
    return (...values: ReadonlyArray<SQLInputValue>) =>
      statement.all(...values) as ReadonlyArray<unknown> as ReadonlyArray<Row>
  }
  const entries = (sql: string, index = "") => {
    const rows = query<EntryRow>(`SELECT ${columns} FROM entries ${index} WHERE ${sql}`)
    return (...values: ReadonlyArray<SQLInputValue>) => rows(...values).map(entryOf)
  }
  const get = entries("seq = ?")
  const bySpan = entries("span_id = ? LIMIT 1")
  const children = entries("parent_id = ? ORDER BY sort, seq LIMIT 100")
  const byTrace = entries("trace_id = ? ORDER BY sort, seq LIMIT 500")
  const placeOf = query<{ readonly sort: number }>("SELECT sort FROM entries WHERE seq = ?")
  // Not the highest of those that are kept: the newest may have been forgotten.
  const last = query<{ readonly seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'entries'")
  const messages = query<Messages>("SELECT request, answer FROM messages WHERE seq = ?")
  const maker = query<Span>(
    `SELECT trace_id AS traceId, span_id AS spanId, parent_id AS parentId FROM entries
      WHERE seq = (SELECT seq FROM made WHERE kind = ? AND id = ?)`
  )
  const origin = query<Origin>("SELECT source, slug FROM entries WHERE seq = ?")
  const noted = `FROM entries WHERE source = ? AND slug = ?`
  const count = query<{ readonly count: number }>(`SELECT count(*) AS count ${noted}`)
  const kinds = query<{ readonly kind: string }>(`SELECT DISTINCT kind ${noted} ORDER BY kind`)
  const ofCall = query<{ readonly seq: number | null }>(`SELECT max(seq) AS seq ${noted} AND request_id = ?`)

  /** One statement for each combination of filters. */
  const lists = new Map<string, ReturnType<typeof entries>>()
  const prepared = (sql: string, index?: string) => {
    let found = lists.get(sql)
    if (found === undefined) lists.set(sql, (found = entries(sql, index)))
    return found
  }

  /** Newest first. Whatever the filters, entries are looked through in this order: SQLite alone would sort all matches. */
  const newest = (
    options: ListOptions,
    condition: string,
    ...place: ReadonlyArray<SQLInputValue>
  ): ReadonlyArray<TimelineEntry> => {
    const { sql, values } = conditionsOf(options)
    return prepared(
      `${condition} AND ${sql} ORDER BY sort DESC, seq DESC LIMIT ?`,
      "INDEXED BY entries_listed"
    )(...place, ...values, options.limit)
  }

  const list = (options: ListOptions): ReadonlyArray<TimelineEntry> => {
    const { after, limit, olderThan } = options
    if (after !== undefined) {
      const { sql, values } = conditionsOf(options)
      return prepared(`${sql} ORDER BY seq LIMIT ?`)(...values, limit)
    }
    if (olderThan === undefined) return newest(options, "sort >= 0")
    const place = placeOf(olderThan)[0]?.sort
    // An entry that isn't kept any more was older than all that are.
    return place === undefined ? [] : newest(options, "(sort, seq) < (?, ?)", place, olderThan)
  }

  return {
    list,
    lastSeq: () => last()[0]?.seq ?? 0,
    get: (seq) => get(seq)[0],
    bySpan: (spanId) => bySpan(spanId)[0],
    children,
    byTrace,
    about: (id) => newest({ about: id, limit: 500 }, "sort >= 0").toReversed(),
    messagesOf: (seq) => messages(seq)[0],
    makerOf: ({ id, kind }) => maker(kind, id)[0],
    originOf: (seq) => origin(seq)[0],
    countOf: ({ slug, source }) => count(source, slug)[0]?.count ?? 0,
    kindsOf: ({ slug, source }) => kinds(source, slug).map(({ kind }) => kind),
    seqOfCall: ({ slug, source }, requestId) => ofCall(source, slug, requestId)[0]?.seq ?? undefined
  }
}
