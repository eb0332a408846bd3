/**
 * What a rule has to say about a value: a stable code and a sentence for the person who typed it. Neither repeats the
 * value, which may be private. A finding that refuses a value becomes an entry of a problem's `errors`; a warning never
 * stops anybody.
 */
export interface Finding {
  readonly code: string
  readonly detail: string
}

/** A value in its normal form, with what is worth a second look. */
export interface Normalised<A> {
  readonly value: A
  readonly warnings: ReadonlyArray<Finding>
}
