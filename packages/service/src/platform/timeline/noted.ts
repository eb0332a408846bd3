import type { Span } from "@embedded-super/pages/trace/traceparent"
import type { Note, Thing } from "./Timeline.ts"

/** A note that isn't written yet, with the time and the clock of the moment when it was noted. */
export interface Noted {
  readonly note: Note
  /** The machine's clock, microseconds since 1970. */
  readonly micros: number
  /** How far the clock of the sandbox was ahead, in milliseconds; undefined if it wasn't known just then. */
  readonly ahead: number | undefined
}

/** A note with its place in the time line. `causes` are looked for when it is written, and count before the span's parent. */
export interface Placed extends Noted {
  readonly span: Span
  readonly causes: ReadonlyArray<Thing>
}

/** When the entry began, microseconds since 1970. */
export const beganMicrosOf = ({ micros, note }: Noted): number =>
  note.beganAt === undefined ? micros : Math.round(note.beganAt * 1000)
