import type { TimelineEntry, ShortText } from "@embedded-super/contracts/schemas"

/** One thing that an entry is about, makes, or is caused by. */
export interface Thing {
  readonly kind: string
  readonly id: string
}

/** The masked request and answer of a call, each as JSON. */
export interface Messages {
  readonly request: string | null
  readonly answer: string | null
}

/**
 * An entry without its position. `parent_id` is the span of its cause, unless one of `causes` was made by an entry;
 * `trace_id` is replaced by the trace of its cause.
 */
export interface NewEntry extends Omit<TimelineEntry, "seq"> {
  readonly makes?: ReadonlyArray<Thing>
  readonly causes?: ReadonlyArray<Thing>
  readonly messages?: Messages
  /** Of a call, its path with its query, by which a repeated one is recognised. It isn't stored. */
  readonly target?: string
  /** Of a fund's simulator, the fund. */
  readonly slug?: string
}

const LONGEST = 500

/** A text in the form of the APIs: one line of at most 500 characters, without control characters, never empty. */
export const shortText = (text: string): ShortText => {
  // oxlint-disable-next-line no-control-regex
  const line = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]+/g, " ")
  const fitting = line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
  return (fitting === "" ? "-" : fitting) as ShortText
}
