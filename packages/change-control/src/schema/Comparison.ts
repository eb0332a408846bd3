import type { Difference, Effect } from "../Difference.ts"
import type { Place } from "../Place.ts"
import type { View } from "./View.ts"

/** Two schemas that stand for each other and are compared next. */
export type Pair = readonly [before: Place, after: Place]

/** Two schemas held against each other, without those inside of them. */
export interface Comparison {
  readonly differences: ReadonlyArray<Difference>
  readonly inside: ReadonlyArray<Pair>
}

/** All schemas of two documents, each read and each pair compared once. */
export interface Graph {
  readonly view: (place: Place) => View
  /** Every difference of two schemas, with those inside of them, whatever their depth. */
  readonly differences: (before: Place, after: Place) => ReadonlyArray<Difference>
  /** Whether no difference of two schemas has this effect, as far as can be told. */
  readonly without: (effect: Effect, before: Place, after: Place) => boolean
}
