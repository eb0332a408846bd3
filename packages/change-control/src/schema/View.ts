import type { Place } from "../Place.ts"

/** A schema as it is judged: references followed, `allOf` merged, remarks for people left out. */
export interface View {
  readonly at: string
  /** The schema itself. */
  readonly self: Place
  /** Undefined for any type. `integer` appears beside `number` only if both are written. */
  readonly types: ReadonlyArray<string> | undefined
  /** The values of `enum` or `const`, as canonical JSON. */
  readonly values: ReadonlyArray<string> | undefined
  readonly patterns: ReadonlyArray<string>
  /** Numbers by keyword: `maxLength`, `minimum`, `minItems`… */
  readonly bounds: Readonly<Record<string, number>>
  readonly properties: ReadonlyMap<string, Place>
  readonly required: ReadonlySet<string>
  /** The values that other properties may have: anything, nothing, or a schema. */
  readonly others: boolean | Place
  readonly items: Place | undefined
  /** The alternatives of `oneOf` and `anyOf`; empty where there are none. */
  readonly alternatives: ReadonlyArray<ReadonlyArray<Place>>
  readonly defaultValue: string | undefined
  readonly deprecated: boolean
  /** Every other keyword, as canonical JSON: these can't be judged in parts. */
  readonly rest: Readonly<Record<string, string>>
}
