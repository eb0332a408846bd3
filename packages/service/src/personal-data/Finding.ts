import type { KnownFieldErrorCode } from "@embedded-super/contracts/schemas"

/**
 * Why a rule refuses a value: a code that the specs list, and a sentence for the person who typed it. Neither repeats
 * the value, which may be private. It becomes an entry of a problem's `errors`.
 */
export interface Finding {
  readonly code: KnownFieldErrorCode
  readonly detail: string
}

/** What a rule finds odd about a value, in the same form. It never stops anybody. */
export interface Warning {
  readonly code: string
  readonly detail: string
}

/** A value in its normal form, with what is worth a second look. */
export interface Normalised<A> {
  readonly value: A
  readonly warnings: ReadonlyArray<Warning>
}
