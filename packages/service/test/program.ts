import { startProgram } from "@embedded-super/program/startProgram"
import { inScope } from "@embedded-super/program/testing/inScope"
import * as Effect from "effect/Effect"
import { join } from "node:path"

const MAIN = join(import.meta.dirname, "../src/main.ts")

/** The service's own program in its own process, with these variables and this standard input; it stops with the scope. */
export const program = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  input?: string
) =>
  Effect.map(
    inScope(() => startProgram(MAIN, args, env, input === undefined ? {} : { input })),
    (started) => ({
      ...started,
      /** Waits until the program prints this on either output; dies if it ends before. */
      says: (text: string) => started.line((line) => line.includes(text) || undefined)
    })
  )
