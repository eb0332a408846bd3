import * as Context from "effect/Context"

/** The headers that each answer of a deprecated operation carries. */
export interface RetirementHeaders {
  /** `@` and seconds since 1970 (RFC 9745). */
  readonly deprecation: string
  /** The time after which it no longer answers, an HTTP date (RFC 8594). */
  readonly sunset?: string
  /** The page that documents the change, under the relations `deprecation` and `sunset` (RFC 8288). */
  readonly link?: string
}

/**
 * An annotation of operations, from the entries of the change ledger that deprecate them; undefined if the operation
 * isn't deprecated. `Context.get(endpoint.annotations, Retirement)`.
 */
export const Retirement = Context.Reference<RetirementHeaders | undefined>(
  "@embedded-super/contracts/Retirement",
  { defaultValue: () => undefined }
)
