import { startProgram as start } from "@embedded-super/program/startProgram"
import { inScope, type ScopedProgram } from "@embedded-super/program/testing/inScope"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Ready } from "../cli/readiness.ts"

export interface Started extends ScopedProgram {
  /** Its first line; dies if it ends without one. */
  readonly firstLine: Effect.Effect<string>
}

/** Starts a program of this workspace in its own process; it stops when the scope closes. */
export const startProgram = (
  main: string,
  ...args: ReadonlyArray<string>
): Effect.Effect<Started, never, Scope> =>
  Effect.map(
    inScope(() => start(main, args)),
    (program) => ({ ...program, firstLine: program.line((line) => line) })
  )

/** The ready message of a simulator that was started with `--json`. */
export const whenReady = ({ line }: Started): Effect.Effect<Ready> =>
  line((text) => (text.startsWith("{") ? (JSON.parse(text) as Ready) : undefined))
