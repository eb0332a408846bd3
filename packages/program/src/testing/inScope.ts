import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Ended, Program } from "../startProgram.ts"

/** A program that stops when the scope closes. */
export interface ScopedProgram extends Pick<Program, "child" | "pid" | "hasEnded" | "printed"> {
  readonly ended: Effect.Effect<Ended>
  /** The first result of `read` over the lines of both outputs; dies if the program ends before. */
  readonly line: <A>(read: (line: string) => A | undefined) => Effect.Effect<A>
}

/** Starts a program, and stops it when the scope closes. */
export const inScope = (start: () => Program): Effect.Effect<ScopedProgram, never, Scope> =>
  Effect.map(
    Effect.acquireRelease(Effect.sync(start), ({ stop }) => Effect.promise(stop)),
    (program) => ({
      ...program,
      ended: Effect.promise(() => program.ended),
      line: (read) => Effect.promise(() => program.line(read))
    })
  )
