/**
 * The effect on the set of values that a place allows. `narrower`: a value is no longer allowed, or something is newly required.
 * `wider`: a value is newly allowed, or something can no longer be relied on.
 */
export type Effect = "narrower" | "wider"

/** One difference of two schemas, before it is known who sends such values and who reads them. */
export interface Difference {
  /** A stable name: `property-removed`. */
  readonly kind: string
  /** Where a person finds it, as a JSON Pointer: in the newer document, or in the older one for a removed part. */
  readonly at: string
  /** A short description of the difference. */
  readonly says: string
  /** How far it goes, if that isn't clear from the place: the new bound, the value, the pattern. */
  readonly to?: string
  /** None for a difference that breaks no reader, such as a deprecation. */
  readonly effects: ReadonlyArray<Effect>
  /** It matters in requests only: a default in an answer has no effect. */
  readonly onlyInRequests?: boolean
  /** A new property that a fund's profile leaves out unless it asks for it. */
  readonly excludedByDefault?: boolean
}

export const both: ReadonlyArray<Effect> = ["narrower", "wider"]
