import * as Context from "effect/Context"

/** When an operation was, or will be, given up: the headers that each of its answers carries. */
export interface RetirementHeaders {
  /** `@` and seconds since 1970 (RFC 9745). */
  readonly deprecation: string
  /** When it stops answering, an HTTP date (RFC 8594). */
  readonly sunset?: string
  /** Where the change is told, under the relations `deprecation` and `sunset` (RFC 8288). */
  readonly link?: string
}

/**
 * An annotation of operations, from the entries of the change ledger that deprecate them; undefined for one that stays.
 * `Context.get(endpoint.annotations, Retirement)`.
 */
export const Retirement = Context.Reference<RetirementHeaders | undefined>(
  "@embedded-super/contracts/Retirement",
  { defaultValue: () => undefined }
)
