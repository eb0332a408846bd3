import * as Context from "effect/Context"

/** When an operation was, or will be, given up: the headers that each of its answers carries. */
export interface RetirementHeaders {
  /** `@` and seconds since 1970 (RFC 9745). */
  readonly deprecation: string
  /** When it stops answering, an HTTP date (RFC 8594). */
  readonly sunset?: string
}

/**
 * An annotation of operations, from `x-deprecated-since` and `x-sunset` in the specs; undefined for one that stays.
 * `Context.get(endpoint.annotations, Retirement)`.
 */
export const Retirement = Context.Reference<RetirementHeaders | undefined>(
  "@embedded-super/contracts/Retirement",
  { defaultValue: () => undefined }
)
