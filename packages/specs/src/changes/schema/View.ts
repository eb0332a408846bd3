import type { Place } from "../Place.ts"
import type { Difference, Effect } from "../Change.ts"

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

/** Bounds, by whether a smaller or a larger number is the narrower one. */
export const upper = ["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"]
export const lower = ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"]
export const counts = ["minLength", "minItems", "minProperties"]
export const isUpper = (keyword: string): boolean => upper.includes(keyword)

const remarks = new Set(["title", "description", "example", "examples", "externalDocs", "$comment"])
const judgedApart = new Set([
  ...[...upper, ...lower, ...remarks],
  ...["$ref", "allOf", "anyOf", "oneOf", "type", "enum", "const", "pattern", "properties", "required"],
  ...["additionalProperties", "items", "default", "deprecated", "nullable"]
])
/** The only extension of ours that constrains a value: a checksum, a real date. */
export const isRemark = (keyword: string): boolean =>
  (keyword.startsWith("x-") && keyword !== "x-check") || judgedApart.has(keyword)

/** Keywords beside a `$ref` that don't constrain a value. */
export const isRemarkBeside = (keyword: string): boolean =>
  remarks.has(keyword) || (keyword.startsWith("x-") && keyword !== "x-check")

const lengths: Readonly<Record<string, (text: string, bound: number) => boolean>> = {
  minLength: (text, bound) => [...text].length >= bound,
  maxLength: (text, bound) => [...text].length <= bound
}

/** Whether a schema of text accepts a value, given as JSON. False if that isn't decidable. */
export const accepts = (view: View, json: string): boolean => {
  const value: unknown = JSON.parse(json)
  if (view.values !== undefined) return view.values.includes(json)
  if (typeof value !== "string" || view.alternatives.length > 0 || Object.keys(view.rest).length > 0)
    return false
  if (view.types !== undefined && !view.types.includes("string")) return false
  return (
    view.patterns.every((pattern) => new RegExp(pattern, "u").test(value)) &&
    Object.entries(view.bounds).every(([keyword, bound]) => lengths[keyword]?.(value, bound) ?? false)
  )
}

/** Two counterparts that are compared next. */
export type Pair = readonly [before: Place, after: Place]

/** The differences of two schemas, without those of the schemas inside them. */
export interface Comparison {
  readonly differences: ReadonlyArray<Difference>
  readonly inside: ReadonlyArray<Pair>
}

/** All schemas of two documents, each read and each pair compared once. */
export interface Graph {
  readonly view: (place: Place) => View
  /** Every difference of two schemas, with those inside them, at any depth. */
  readonly differences: (before: Place, after: Place) => ReadonlyArray<Difference>
  /** Whether no known difference of two schemas has this effect. */
  readonly without: (effect: Effect, before: Place, after: Place) => boolean
}
