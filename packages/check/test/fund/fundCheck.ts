/** Runs the program from its source. */
import { startProgram } from "@embedded-super/program/startProgram"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../../src/fund/main.ts", import.meta.url))

/** An empty folder. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "fund-check-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true }))
)

/** Starts the program in a folder. */
export const startFundCheck = (
  cwd: string,
  env: Readonly<Record<string, string>>,
  ...args: ReadonlyArray<string>
) => startProgram(main, args, env, { cwd })

/** Runs it to its end. */
export const fundCheck = (...started: Parameters<typeof startFundCheck>) =>
  Effect.map(
    Effect.promise(() => startFundCheck(...started).ended),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr })
  )
