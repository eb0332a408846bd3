/** A server of the fleet: correct, or with one mistake. The matrix has a row for each. */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import type * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"

/** What one run of the kit has of its own. */
export interface Chosen {
  readonly seed: number
  /** Groups and ids; empty for all. */
  readonly names?: ReadonlyArray<string>
}

export type Start = Effect.Effect<Check, unknown, Scope>

/** Runs the kit against the started server. */
export type Check = (chosen: Chosen) => Effect.Effect<CheckReport, unknown>

export interface Member {
  /** The name of the row. */
  readonly name: string
  /** `simulator`, or the language or framework of a server that shares none of our code. */
  readonly server: string
  /** What this server does, one sentence in the present tense. */
  readonly sentence: string
  /** The checks that find its mistake, the one that names it best first; undefined for a correct server. */
  readonly killedBy: readonly [string, ...ReadonlyArray<string>] | undefined
  /** The tool without which it can't be started; undefined if Node is enough. */
  readonly needs: string | undefined
  /** The checks that wait for it take most of its run: it may run beside others. Left out, it runs alone. */
  readonly waits?: boolean
  /**
   * What fails besides depends on which calls happen to meet: the matrix holds only the checks of `killedBy`. Left out, it
   * holds all.
   */
  readonly byChance?: boolean
  /** Starts it, until the scope ends: by https if it has that. */
  readonly start: Start
  /** Starts it by plain http, where it can be called so: TLS takes more than half of a run's time. */
  readonly startPlainly?: Start
}
