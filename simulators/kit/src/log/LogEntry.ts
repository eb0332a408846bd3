import * as Schema from "effect/Schema"
import { withoutTfns } from "../privacy.ts"

/** One event, as the simulator API lists it. */
export const LogEntry = Schema.Struct({
  seq: Schema.Int,
  at: Schema.String,
  kind: Schema.String,
  summary: Schema.String,
  method: Schema.NullOr(Schema.String),
  path: Schema.NullOr(Schema.String),
  status: Schema.NullOr(Schema.Int),
  duration_ms: Schema.NullOr(Schema.Int),
  request_id: Schema.NullOr(Schema.String),
  detail: Schema.Record(Schema.String, Schema.String)
})
export interface LogEntry extends Schema.Schema.Type<typeof LogEntry> {}

/** A simulator's note of an event: its kind, one line for people, and names with values, already masked. */
export interface Note {
  readonly kind: string
  readonly summary: string
  readonly detail?: Readonly<Record<string, string>>
}

const longestText = 500

/** Sanitises a text for an entry: one line, limited in length, without tax file numbers. */
const fitted = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  withoutTfns(text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]+/g, " ")).slice(0, longestText) || "-"

/** Cache of sanitised texts: long ones repeat from call to call (names of headers and fields). */
const seen = new Map<string, string>()
const long = 40
const most = 200

const shown = (text: string): string => {
  if (text.length < long) return fitted(text)
  let fits = seen.get(text)
  if (fits === undefined) {
    if (seen.size >= most) seen.clear()
    seen.set(text, (fits = fitted(text)))
  }
  return fits
}

export const shownNote = (note: Note): Required<Note> => {
  const detail: Record<string, string> = {}
  for (const name in note.detail) detail[name] = shown(note.detail[name]!)
  return { kind: note.kind, summary: fitted(note.summary), detail }
}
