import type { KnownFieldErrorCode } from "@embedded-super/contracts/schemas"

/**
 * Why a rule refuses a value: a code from the specs, and a sentence for the person who typed it. Neither repeats the
 * value, which may be private. It becomes an entry of a problem's `errors`.
 */
export interface Finding {
  readonly code: KnownFieldErrorCode
  readonly detail: string
}

/** A warning of a rule about a value, in the same form. It never causes a refusal. */
export interface Warning {
  readonly code: string
  readonly detail: string
}

/** A value in its normal form, with the warnings about it. */
export interface Normalised<A> {
  readonly value: A
  readonly warnings: ReadonlyArray<Warning>
}
