import type * as S from "@embedded-super/contracts/schemas"
import { shownCall } from "@embedded-super/pages/store/exchanges"
import { isoOf } from "../clock/SimulatorClock.ts"
import type { Moment } from "./arrivals.ts"
import { type Note, outcomeOf, shownNote } from "./Note.ts"

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

/** The call that an entry is about. */
export type Call = Pick<S.TimelineEntry, "method" | "path" | "status" | "duration_ms" | "request_id">

export const noCall: Call = { method: null, path: null, status: null, duration_ms: null, request_id: null }

/** `self`: the simulator called the other party; `again`: a call was sent to it again; `check`: a kit called it. */
export type MadeBy = "self" | "again" | "check" | undefined

const partiesOf = (
  madeBy: MadeBy,
  { method, path }: Pick<Call, "method" | "path">,
  { isQuiet, name }: Parties
): readonly [from: string | null, to: string | null] => {
  if (madeBy === "self") return [name, SERVICE]
  if (method === null) return [null, null]
  if (madeBy === "again") return [WORKBENCH, name]
  if (madeBy === "check") return [KIT, name]
  return isQuiet(path ?? "") ? [null, name] : [SERVICE, name]
}

/** The entry of a note, without its position. */
export const entryOf = (
  note: Note,
  { duration_ms, request_id, ...line }: Call,
  { arrival, span }: Moment,
  madeBy: MadeBy,
  parties: Parties
): Omit<S.TimelineEntry, "seq"> => {
  const { detail, kind, summary } = shownNote(note)
  const call = shownCall(line)
  const [from, to] = partiesOf(madeBy, call, parties)
  return {
    source: parties.source,
    at: note.at ?? isoOf(arrival.atMillis),
    began_us: arrival.beganMicros,
    kind,
    outcome: outcomeOf(kind, note.outcome, call.method !== null, call.status),
    summary,
    from: from as S.ShortText | null,
    to: to as S.ShortText | null,
    ...call,
    duration_ms,
    request_id,
    trace_id: span?.traceId ?? null,
    span_id: span?.spanId ?? null,
    parent_id: span?.parentId ?? null,
    about: [...((note.about ?? []) as S.TimelineEntry["about"]), ...parties.about],
    detail
  }
}
