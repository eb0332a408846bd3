import type { TimelineEntry } from "@embedded-super/contracts/schemas"

/** The columns of an entry. SQLite gives the positions; AUTOINCREMENT: none is given twice, also after a reset. */
export const entryColumns = `seq INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, at TEXT NOT NULL, began_us INTEGER NOT NULL,
  kind TEXT NOT NULL, outcome TEXT NOT NULL, summary TEXT NOT NULL, from_name TEXT, to_name TEXT, method TEXT, path TEXT,
  status INTEGER, duration_ms INTEGER, request_id TEXT, trace_id TEXT, span_id TEXT, parent_id TEXT, about TEXT NOT NULL,
  detail TEXT NOT NULL`

/** The columns that `entryOf` reads. */
export const selectedColumns = `seq, source, at, began_us, kind, outcome, summary, from_name, to_name, method, path, status,
  duration_ms, request_id, trace_id, span_id, parent_id, about, detail`

/** An entry as its row. `from` and `to` are words of SQL, so these columns have other names. */
export type EntryRow = Omit<TimelineEntry, "about" | "detail" | "from" | "to"> & {
  readonly from_name: TimelineEntry["from"]
  readonly to_name: TimelineEntry["to"]
  readonly about: string
  readonly detail: string
}

/** The row of an entry, with or without its position. */
export const rowOf = <E extends Omit<TimelineEntry, "seq">>({ about, detail, from, to, ...entry }: E) => ({
  ...entry,
  from_name: from,
  to_name: to,
  about: about.length === 0 ? "[]" : JSON.stringify(about),
  detail: JSON.stringify(detail)
})

export const entryOf = ({ about, detail, from_name, to_name, ...row }: EntryRow): TimelineEntry => ({
  ...row,
  from: from_name,
  to: to_name,
  about: JSON.parse(about),
  detail: JSON.parse(detail)
})
