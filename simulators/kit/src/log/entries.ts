import type * as S from "@embedded-super/contracts/schemas"
import { outcomeOf } from "./Note.ts"

/** The party at the other end of a simulator's calls. */
export const SERVICE = "Embedded Super"

/** The conformance kit that calls a simulator: the caller says so in `tracestate`. */
export const KIT = "fund-check"

/** Who sends a call to a simulator again. */
export const WORKBENCH = "The Workbench"

/** Whom a simulator plays, and what follows from it for each entry. */
export interface Parties {
  readonly source: S.TimelineSource
  /** Whom it plays, for people. */
  readonly name: string
  /** Things that each of its entries is about, besides its own. */
  readonly about: ReadonlyArray<S.TimelineThing>
  /** Whether a path is a page, or is below `/_simulator`: a person calls it. */
  readonly isQuiet: (path: string) => boolean
}

/** An entry as it is stored. What each entry of a simulator has in common, or follows from the rest, isn't. */
export interface EntryRow {
  readonly seq: number
  readonly at: S.Timestamp
  /** Null in entries of earlier versions. */
  readonly began_us?: number | null
  readonly kind: string
  /** If neither kind nor status says it. */
  readonly outcome?: S.TimelineOutcome | null
  readonly summary: string
  /** `self`: the simulator called the other party; `again`: a call was sent to it again; `check`: a kit called it. */
  readonly made_by?: "self" | "again" | "check" | null
  readonly method: string | null
  readonly path: string | null
  readonly status: number | null
  readonly duration_ms: number | null
  readonly request_id: string | null
  /** `<trace id>-<span id>-<parent id>`, the last one empty at the beginning of a trace. */
  readonly trace?: string | null
  /** Its own things as JSON. */
  readonly about?: string | null
  readonly detail: string
}

/** The columns of the table, in the order in which they are inserted; those after `detail` came later. */
export const columns = {
  first: `seq INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, summary TEXT NOT NULL, method TEXT,
    path TEXT, status INTEGER, duration_ms INTEGER, request_id TEXT, detail TEXT NOT NULL`,
  later: ["began_us INTEGER", "outcome TEXT", "made_by TEXT", "trace TEXT", "about TEXT"]
}

const partiesOf = (
  { made_by, method, path }: EntryRow,
  { isQuiet, name }: Parties
): readonly [string | null, string | null] => {
  if (made_by === "self") return [name, SERVICE]
  if (method === null) return [null, null]
  if (made_by === "again") return [WORKBENCH, name]
  if (made_by === "check") return [KIT, name]
  return isQuiet(path ?? "") ? [null, name] : [SERVICE, name]
}

const none: ReadonlyArray<string> = []

/** The entry of a row, with what every entry of this simulator has. */
export const entryOf = (
  row: EntryRow,
  parties: Parties,
  detail: S.TimelineEntry["detail"] = JSON.parse(row.detail)
): S.TimelineEntry => {
  const { at, duration_ms, kind, method, path, request_id, seq, status, summary } = row
  const [trace_id = null, span_id = null, parent_id] = row.trace?.split("-") ?? none
  const [from, to] = partiesOf(row, parties)
  return {
    seq,
    source: parties.source,
    at,
    began_us: row.began_us ?? Date.parse(at) * 1000,
    kind,
    outcome: outcomeOf(kind, row.outcome, method !== null, status),
    summary: summary as S.ShortText,
    from: from as S.ShortText | null,
    to: to as S.ShortText | null,
    method,
    path,
    status,
    duration_ms,
    request_id,
    trace_id,
    span_id,
    parent_id: parent_id === undefined || parent_id === "" ? null : parent_id,
    about: row.about
      ? [...(JSON.parse(row.about) as S.TimelineEntry["about"]), ...parties.about]
      : parties.about,
    detail
  }
}
