/** The table of the events: their rows, and the queries over them. A position is never reused, also after a reset. */
import type * as S from "@embedded-super/contracts/schemas"
import * as Option from "effect/Option"
import type { State } from "../state/State.ts"
import { tableOf } from "../state/Table.ts"
import { columns, entryOf, type EntryRow, type Parties } from "./entries.ts"

export interface LogTableOptions extends Parties {
  /** The number of entries kept for readers; 10,000 by default. */
  readonly keep?: number
}

/** An entry with its neighbours in the trace, as far as this simulator noted them. */
export interface Around {
  readonly entry: S.TimelineEntry
  readonly causedBy: ReadonlyArray<S.TimelineEntry>
  readonly followedBy: ReadonlyArray<S.TimelineEntry>
}

/** More entries are kept than are shown, so that they are deleted in batches. */
const deletedTogether = 500

export const makeLogTable = (state: State["Service"], options: LogTableOptions) => {
  const keep = options.keep ?? 10_000
  const rows = tableOf<EntryRow>(state, "log")
  // In the order of the columns.
  const insert = state.query(`INSERT INTO log VALUES (${"?, ".repeat(14)}?)`)
  const forget = state.query("DELETE FROM log WHERE seq <= ?")
  const after = state.query<EntryRow>("SELECT * FROM log WHERE seq > ? ORDER BY seq LIMIT ?")
  // Entries of earlier versions have no began_us, and are the oldest.
  const newestFirst = state.query<EntryRow>(
    `SELECT * FROM log WHERE ?1 IS NULL OR (coalesce(began_us, 0), seq) < (SELECT coalesce(began_us, 0), seq FROM log WHERE seq = ?1)
     ORDER BY coalesce(began_us, 0) DESC, seq DESC LIMIT ?2`
  )
  const kindsKept = state.query<{ readonly kind: string }>("SELECT DISTINCT kind FROM log ORDER BY kind")
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
  const firstSeq = lastSeq + 1
  const entry = (row: EntryRow) => entryOf(row, options)

  return {
    nextSeq: (): number => lastSeq + 1,
    isOfThisRun: (seq: number): boolean => seq >= firstSeq,
    /** Adds a row with the next position. */
    add: (row: EntryRow): void => {
      const { at, detail, duration_ms, kind, method, path, request_id, seq, status, summary } = row
      state.write(() => {
        insert.run(
          ...[seq, at, kind, summary, method, path, status, duration_ms, request_id, detail],
          ...[row.began_us!, row.outcome!, row.made_by!, row.trace!, row.about!]
        )
        if (seq % deletedTogether === 0) forget.run(seq - keep)
      })
      lastSeq = seq
    },
    entriesAfter: (position: number, limit: number) => {
      const entries = after.all(position, limit).map(entry)
      return { entries, lastSeq: entries.at(-1)?.seq ?? Math.min(position, lastSeq) }
    },
    before: (position: number | undefined, limit: number): ReadonlyArray<S.TimelineEntry> =>
      newestFirst.all(position ?? null, limit).map(entry),
    kinds: (): ReadonlyArray<string> => kindsKept.all().map(({ kind }) => kind),
    around: (seq: number): Option.Option<Around> => {
      const row = rows.find("seq", seq)
      if (row === undefined) return Option.none()
      const [trace = "", span = "", parent = ""] = row.trace?.split("-") ?? []
      return Option.some({
        entry: entry(row),
        causedBy: parent === "" ? [] : inTrace.all(`${trace}-${parent}-%`, 1).map(entry),
        followedBy: trace === "" ? [] : inTrace.all(`${trace}-%-${span}`, 100).map(entry)
      })
    },
    seqOf: (requestId: string): number | undefined => ofRequest.get(requestId)?.seq ?? undefined,
    size: (): number => Math.min(rows.size(), keep)
  }
}
