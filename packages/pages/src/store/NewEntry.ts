import type { TimelineEntry } from "@embedded-super/contracts/schemas"

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
