import type { Difference, Effect } from "../Difference.ts"
import type { Place } from "../Place.ts"
import type { View } from "./View.ts"

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
