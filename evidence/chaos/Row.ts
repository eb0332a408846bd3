import type * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { Scope } from "effect/Scope"
import type { Figure } from "./Figure.ts"
import type { World } from "./world/World.ts"

/** How a row is asked to run. */
export interface RowContext {
  readonly world: World
  /** The seed of everything random in the row. */
  readonly seed: number
  /** Hours instead of minutes: the sizes of the table. */
  readonly size: Size
  /** How many cells may run side by side: most of their time they wait for leases to end. */
  readonly atOnce: number
  /** Prints progress. */
  readonly say: (text: string) => Effect.Effect<void>
}

/** `short` is part of every test run, `usual` ends within 40 minutes in all, `long` is the size for a release. */
export type Size = "short" | "usual" | "long"

export interface RowOutcome {
  /** The amount that was tried, as a sentence. */
  readonly runs: string
  readonly figures: ReadonlyArray<Figure>
  /** The first violations. */
  readonly notes: ReadonlyArray<string>
}

/** One line of the table of faults that delivery survives. */
export interface Row {
  readonly number: number
  readonly title: string
  readonly run: (context: RowContext) => Effect.Effect<RowOutcome, unknown, Scope | FileSystem.FileSystem>
}
