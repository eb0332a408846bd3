/** A server that a kit is tested with: correct, or with one fault. */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import type * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"

/** The options of one run of the kit. */
export interface Chosen {
  readonly seed: number
  /** Groups and ids; empty for all. */
  readonly names?: ReadonlyArray<string>
}

export type Start = Effect.Effect<Check, unknown, Scope>

/** Runs the kit against the started server. */
export type Check = (chosen: Chosen) => Effect.Effect<CheckReport, unknown>

/** The one mistake that a server makes, all the time. */
export interface ServerFault {
  /** The server's behaviour, one sentence in the present tense. */
  readonly sentence: string
  /** The checks that find it, the one that names it best first. */
  readonly killedBy: readonly [string, ...ReadonlyArray<string>]
  /** The finding of the first check in `killedBy`: `fail: ` or `warn: `, and its sentence. */
  readonly finding: string
}

export interface Server {
  readonly name: string
  /** The tool without which it can't be started. Left out: the simulator, which runs in this process. */
  readonly needs?: string
  /** The checks that wait for it take most of its run: it may run beside others. Left out, it runs alone. */
  readonly waits?: boolean
  /** Starts it, until the scope ends: by https if it has that. */
  readonly start: Start
  /** Starts it by plain http, where it can be called so: TLS takes more than half of a run's time. */
  readonly startPlainly?: Start
}

export interface WrongServer extends Server {
  readonly fault: ServerFault
}

export interface CorrectServer extends Server {
  /** The checks that warn about a recommendation that it leaves out. */
  readonly warned?: ReadonlyArray<string>
}
