import type * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { Scope } from "effect/Scope"
import type { Figure } from "../chaos/Figure.ts"
import type { Server } from "../chaos/world/Server.ts"
import type { BenchReceiver } from "./BenchReceiver.ts"

/** How a measurement is asked to run. */
export interface BenchContext {
  readonly server: Server
  readonly receiver: BenchReceiver
  readonly rounds: number
  readonly quick: boolean
  readonly say: (text: string) => Effect.Effect<void>
}

/** A measurement. Its figures have limits, except those that are printed for orientation (at least 0). */
export interface Bench {
  readonly title: string
  readonly run: (
    context: BenchContext
  ) => Effect.Effect<ReadonlyArray<Figure>, unknown, Scope | FileSystem.FileSystem>
}
